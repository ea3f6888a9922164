import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { batch } from '../../src/cli/verbs/batch/batch.ts';
import { evalDataset } from '../../src/cli/verbs/eval/eval.ts';
import { textFace } from '../../src/cli/verbs/eval/evaluationFace.ts';
import { findLintInputs } from '../../src/cli/verbs/lint/promptFiles.ts';
import type { EvaluationEvent } from '../../src/core/datasets/evaluationEvent.ts';
import type { ErrorReason } from '../../src/core/errors.ts';
import { Random } from '../../src/core/statistics/random.ts';
import { Admission } from '../../src/evaluation/admission.ts';
import { findDataset } from '../../src/evaluation/dataset/findDataset.ts';
import { protocolOf } from '../../src/protocols/registry.ts';
import { NO_INPUT } from '../../src/runs/reading/bytes.ts';
import { startFakeVllm, type FakeVllm } from '../support/fakeVllm.ts';
import { temporaryFolder } from '../support/files.ts';
import { silentTerminal } from '../support/silentTerminal.ts';
import { BatchBench, question } from '../unit/evaluation/batch/bench.ts';
import { item, withBench, withRoom, type Bench } from '../unit/evaluation/bench.ts';
import { gate } from '../unit/inference/helpers.ts';
import { prompted, talk } from '../unit/protocols/support.ts';
import { otherArea, failureOf, type Failure } from './errorCase.ts';

const KILLS = 20;

const items = (count: number): readonly object[] => Array.from({ length: count }, (_, at) => item(`q${at}`));

/** One request at a time. */
const oneByOne = (): { admission: Admission } => ({ admission: new Admission({ most: 1, first: 1 }) });

const context = (said: string[] = []) => ({
  terminal: silentTerminal({ say: (line) => said.push(line) }),
  stdin: NO_INPUT,
  environment: {},
  interrupted: new AbortController().signal,
});

/** The value that `use` makes of an evaluation. */
async function onBench<T>(questions: readonly object[], use: (bench: Bench) => Promise<T>): Promise<T> {
  const made: T[] = [];
  await withBench(questions, {}, async (bench) => {
    made.push(await use(bench));
  });
  const [value] = made;
  if (value === undefined) throw new Error('Nothing was made.');
  return value;
}

/** A sentence that is said, and interrupts nothing. */
function saying(reason: ErrorReason, sentence: string | undefined): Failure {
  const [message = '', ...more] = (sentence ?? '').split(/(?<=\.) (?=[A-Z])/u);
  return { reason, message, ...(more.length === 0 ? {} : { hint: more.join(' ') }), editorOnly: true };
}

/**
 * A server dies while it answers the third question, and is back as soon as the evaluation has waited for it twice. The
 * first two have their records by then, however long these take.
 */
async function serverFailure(show: 'wait' | 'failed'): Promise<Failure> {
  return onBench(items(6), async (bench) => {
    const { server, run } = bench;
    const port = Number(new URL(server.url).port);
    let again: Promise<FakeVllm> | null = null;
    const waits: string[] = [];
    const lost: Failure[] = [];
    const twoEnded = gate();
    let ended = 0;
    let answered = 0;
    const dieInThird = async (chunk: number): Promise<void> => {
      if (chunk === 0) answered += 1;
      if (answered < 3) return;
      await twoEnded.opened;
      await server.close();
    };
    server.set({ beforeChunk: dieInThird });
    const onEvent = (event: EvaluationEvent): void => {
      if (event.event === 'sample') ended += 1;
      if (ended === 2) twoEnded.open();
      if (event.event === 'failed') {
        const { reason, message, hint } = event;
        lost.push({ reason, message, hint: hint ?? undefined, editorOnly: true });
      }
      if (event.event !== 'progress' || event.waits_for === null) return;
      waits.push(event.waits_for);
      if (waits.length === 2) again = startFakeVllm({}, port);
    };
    const outcome = await run({ ...oneByOne(), onEvent });
    await (await (again as Promise<FakeVllm> | null))?.close();
    const [failed] = lost;
    if (outcome.ended !== 5 || failed === undefined) throw new Error('The server did not come back.');
    return show === 'failed' ? failed : saying('server-unreachable', waits[0]);
  });
}

/** A document is replaced after the first question about it was answered. */
const replacedFailure = (): Promise<Failure> =>
  onBench(items(8), async ({ run, documents, folder }) => {
    const file = path.join(folder, 'a.pdf');
    fs.writeFileSync(file, 'old');
    const failed: Failure[] = [];
    const onEvent = (event: EvaluationEvent): void => {
      if (event.event === 'failed')
        failed.push({ reason: event.reason, message: event.message, hint: event.hint ?? undefined });
      if (event.event !== 'sample' || documents.version !== '') return;
      documents.version = ', replaced';
      fs.writeFileSync(file, 'replaced');
    };
    await run({ ...oneByOne(), ahead: 1, onEvent });
    const [first] = failed;
    if (first === undefined) throw new Error('Nothing failed.');
    return { ...first, editorOnly: true };
  });

/** A second evaluation begins while the first one answers. */
const secondFailure = (): Promise<Failure> =>
  onBench(items(2), async ({ run, out, folder, server }) => {
    let second: Promise<Failure> | null = null;
    server.set({
      beforeHeaders: async () => {
        await second;
      },
    });
    const onEvent = (event: EvaluationEvent): void => {
      if (event.event === 'asked') second ??= failureOf(() => run());
    };
    await run({ ...oneByOne(), onEvent });
    const { reason, message, hint } = await (second as unknown as Promise<Failure>);
    const steady = (text = ''): string =>
      text
        .replace(`process ${process.pid}`, 'process 4711')
        .replaceAll(`${folder}${path.sep}`, '')
        .replaceAll(out, 'run.jsonl');
    return { reason, message: steady(message), hint: steady(hint) };
  });

/**
 * An evaluation that was killed 20 times goes on to its end. A process that is killed leaves its lock, and a run that ends
 * anywhere; test/cli/eval.test.ts kills real ones.
 */
const killedFailure = (): Promise<Failure> =>
  onBench(items(8), async ({ run, out, folder, lines }) => {
    const said: string[] = [];
    const random = new Random(1);
    await run();
    const face = textFace(silentTerminal({ say: (line) => said.push(line) }), 'q.dataset.jsonl', 'run.jsonl');
    for (let kill = 0; kill < KILLS; kill += 1) {
      fs.truncateSync(out, Math.floor(fs.statSync(out).size * random.fraction()));
      // No process has this id.
      fs.writeFileSync(`${out}.lock`, JSON.stringify({ pid: 2 ** 30, host: os.hostname() }));
      said.length = 0;
      await run({ onEvent: face });
      const ids = lines().map(({ id }) => id);
      if (ids.length !== 8 || new Set(ids).size !== 8) throw new Error(`${folder}: ${ids.join(', ')}`);
    }
    return saying('cancelled', said[0]);
  });

/** What `batch import` says, of a batch of two shards whose `file` is missing. */
async function shardFailure(outputs: readonly string[], removed: readonly string[]): Promise<Failure> {
  const bench = new BatchBench([question('a'), question('b'), question('c')]);
  await bench.export();
  for (const name of removed) fs.rmSync(path.join(bench.batch, name));
  const answer = { choices: [{ index: 0, message: { content: '42' }, finish_reason: 'stop' }] };
  bench.write(
    'out.jsonl',
    outputs.map((id) => ({
      id,
      custom_id: `${id}#1`,
      response: { status_code: 200, body: answer },
      error: null,
    })),
  );
  const said: string[] = [];
  const named = [bench.batch, path.join(bench.folder, 'out.jsonl'), '--out', bench.run];
  await batch(['import', ...named], context(said));
  return saying('file-not-found', said[1]?.replaceAll(`${bench.folder}${path.sep}`, ''));
}

/** A sweep whose runs cannot be anywhere. */
async function sweepFailure(sweep: object): Promise<Failure> {
  const file = path.join(temporaryFolder(), 'q.sweep.yaml');
  fs.writeFileSync(file, JSON.stringify(sweep));
  return failureOf(() => evalDataset(['--sweep', file, '--only-matrix'], context()));
}

/** Why a call of the model was refused, or ended the conversation. */
async function callFailure(name: 'vrag-rl' | 'pixel-reasoner', call: string): Promise<Failure> {
  const { end } = await talk(protocolOf(name), prompted(1), [`<think>Hm.</think>${call}`, ANSWER], {
    search: () => Promise.resolve(null),
  });
  const refused = end.conversation.turns
    .flatMap((turn) => (turn.speaker === 'tool' ? [turn.result] : []))
    .find((result) => result.kind === 'refused');
  return saying('bad-input', refused?.why ?? end.ending.why);
}

const ANSWER = '<think>Hm.</think><answer>42</answer>';

/** What can go wrong when data sets are answered. */
export const evaluationCases = [
  ...otherArea('Evaluating data sets', {
    'a server that dies in the middle of a run (it is asked again until it is back)': () =>
      serverFailure('wait'),
    'what that server was answering when it died': () => serverFailure('failed'),
    'a disk that is full in the middle of a run': () =>
      onBench(items(4), ({ run }) => failureOf(() => run(oneByOne(), withRoom(1500)))),
    'a document that is replaced in the middle of a run (others are still asked about)': replacedFailure,
    'two evaluations that write one run': secondFailure,
    'an evaluation that was killed 20 times, when it has gone on to its end': killedFailure,
    'a folder with two files of questions': () =>
      failureOf(() => {
        const folder = temporaryFolder();
        for (const name of ['a.dataset.jsonl', 'questions.csv'])
          fs.writeFileSync(path.join(folder, name), '');
        return findDataset(folder);
      }),
    'the folder of a data set, given to lint': () =>
      failureOf(() => {
        const folder = temporaryFolder();
        fs.writeFileSync(path.join(folder, 'questions.csv'), '');
        return findLintInputs([folder]);
      }),
    'options of a single evaluation beside --sweep': () =>
      failureOf(() => evalDataset(['--sweep', 'q.sweep.yaml', '--limit', '1'], context())),
    'runs of a sweep in a folder that cannot be made': () =>
      sweepFailure({ dataset: 'q.dataset.jsonl', out: '/proc/runs' }),
  }),
  ...otherArea('Batches', {
    'a shard without outputs': () => shardFailure(['a', 'b'], []),
    'a shard whose questions are missing': () =>
      shardFailure(['a', 'b', 'c'], [path.join('questions', 'shard-00002.jsonl')]),
    'a batch in a folder that cannot be made': () => {
      const bench = new BatchBench([question('a')]);
      return failureOf(() => bench.export({}, {}, '/proc/batch'));
    },
  }),
  ...otherArea('Conversations of several turns', {
    'a crop of zero size (the model is told)': () =>
      callFailure(
        'pixel-reasoner',
        '<tool_call>{"name": "crop_image_normalized", "arguments": {"bbox_2d": [1200, 10, 1200, 10], "target_image": 1}}</tool_call>',
      ),
    'a crop of zero size where the model is not told': () =>
      callFailure('vrag-rl', '<bbox>[900, 10, 900, 10]</bbox>'),
    'a search that finds nothing': () => callFailure('vrag-rl', '<search>none</search>'),
  }),
];
