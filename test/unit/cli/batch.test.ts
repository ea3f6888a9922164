import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { batch } from '../../../src/cli/verbs/batch/batch.ts';
import { evalDataset } from '../../../src/cli/verbs/eval/eval.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { NO_INPUT } from '../../../src/runs/reading/bytes.ts';
import { FAKE_MODEL, startFakeVllm } from '../../support/fakeVllm.ts';
import { temporaryFolder } from '../../support/files.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { output } from '../evaluation/batch/bench.ts';
import { pngImage } from '../inference/helpers.ts';

interface Ran {
  readonly status: number;
  readonly said: readonly string[];
}

/** A folder with a data set of questions about one image, and the command in it. */
function atDesk(ids: readonly string[]): {
  readonly at: (name: string) => string;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  /** Has the data set answered by a server, which counts how often it is asked. */
  readonly evaluate: (
    ...args: readonly string[]
  ) => Promise<{ readonly status: number; readonly asked: number }>;
} {
  const folder = temporaryFolder();
  const at = (name: string): string => path.join(folder, name);
  const items = ids.map((id) => ({ id, question: 'Why?', images: ['page.png'], reference: '42' }));
  fs.writeFileSync(at('page.png'), pngImage(56, 56).bytes);
  fs.writeFileSync(
    at('q.dataset.jsonl'),
    [{ pagetrace_dataset: 1, pass: 'exact' }, ...items].map((item) => `${JSON.stringify(item)}\n`).join(''),
  );
  const run = async (...args: readonly string[]): Promise<Ran> => {
    const said: string[] = [];
    const terminal = silentTerminal({
      out: (text) => said.push(text),
      say: (line) => said.push(line.replaceAll(`${folder}${path.sep}`, '')),
    });
    const context = {
      terminal,
      stdin: NO_INPUT,
      environment: {},
      interrupted: new AbortController().signal,
    };
    try {
      return { status: await batch(args, context), said };
    } catch (thrown) {
      const { message, hint } = asPageTraceError(thrown);
      return { status: 2, said: [message, ...(hint === undefined ? [] : [hint])] };
    }
  };
  const evaluate = async (
    ...args: readonly string[]
  ): Promise<{ readonly status: number; readonly asked: number }> => {
    const server = await startFakeVllm({});
    try {
      const context = {
        terminal: silentTerminal(),
        stdin: NO_INPUT,
        environment: {},
        interrupted: new AbortController().signal,
      };
      const status = await evalDataset([at('q.dataset.jsonl'), '--server', server.url, ...args], context);
      return { status, asked: server.requests.filter((each) => each.path.endsWith('/completions')).length };
    } finally {
      await server.close();
    }
  };
  return { at, run, evaluate };
}

describe('pagetrace batch', () => {
  it('says that a batch has only the first turn of a conversation', async () => {
    const { at, run } = atDesk(['a']);
    const { status, said } = await run(
      ...['export', at('q.dataset.jsonl'), '--model', FAKE_MODEL.id, '--prompt', 'pixel-reasoner'],
      ...['--out', at('batch')],
    );
    expect(status).toBe(0);
    expect(said[0]).toBe(
      'pixel-reasoner begins a conversation (pixel-reasoner); a batch has its first turn alone.',
    );
  });

  it('writes nothing with a prompt with which nothing can be asked', async () => {
    const { at, run } = atDesk(['a']);
    fs.writeFileSync(at('p.jinja'), 'What is on the page?');
    const { status, said } = await run(
      ...['export', at('q.dataset.jsonl'), '--model', FAKE_MODEL.id, '--prompt', at('p.jinja')],
      ...['--out', at('batch')],
    );
    expect(status).toBe(2);
    expect(said).toEqual([
      'The prompt p does not contain the question.',
      'Put {{ content }} where the question belongs.',
    ]);
    expect(fs.existsSync(at('batch'))).toBe(false);
  });

  it('exports, imports what is there, says what is missing, and exports that again', async () => {
    const { at, run, evaluate } = atDesk(['a', 'b', 'c', 'd']);
    const exported = await run(
      ...['export', at('q.dataset.jsonl'), '--model', FAKE_MODEL.id, '--prompt', 'think-answer'],
      ...['--shard-size', '2', '--images', 'files', '--out', at('batch')],
    );
    expect(exported).toEqual({ status: 0, said: ['batch has 4 requests in 2 shards.'] });
    fs.mkdirSync(at('outputs'));
    const refused = { id: 'x', custom_id: 'b#1', response: { status_code: 400, body: null }, error: 'No.' };
    fs.writeFileSync(
      at('outputs/one.jsonl'),
      [output('a#1', '<answer>42</answer>'), refused].map((each) => `${JSON.stringify(each)}\n`).join(''),
    );
    const imported = await run('import', at('batch'), at('outputs'), '--out', at('run.jsonl'));
    expect(imported).toEqual({
      status: 1,
      said: [
        '1 sample added: run.jsonl has 1.',
        '1 request failed, such as b#1: The request failed (HTTP 400): No.',
        '  Change what the server complains about, and try again.',
        'shard-00002.jsonl was not answered: none of the outputs belongs to its 2 requests. Run it, and import again.',
        'What is missing is written again by: pagetrace batch export --failed batch --run run.jsonl --out FOLDER',
      ],
    });
    const [first = ''] = fs.readFileSync(at('run.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(first)).toMatchObject({ id: 'a#1', numbers: { passed: 1 }, record: { dataset: 'q' } });
    const again = ['export', '--failed', at('batch'), '--run', at('run.jsonl'), '--out', at('again')];
    expect(await run(...again)).toEqual({ status: 0, said: ['again has 3 requests in 1 shard.'] });
    // An evaluation goes on with the run.
    expect(await evaluate('--prompt', 'think-answer', '--out', at('run.jsonl'))).toEqual({
      status: 0,
      asked: 3,
    });
  });

  it.each([
    [[], 'batch takes export or import.'],
    [['exprt'], '"exprt" is no step of batch.'],
    [['export', 'q.jsonl', '--model', 'm'], 'batch export needs --out.'],
    [['export', 'q.jsonl', '--out', 'f'], 'batch export needs --model.'],
    [['export', '--model', 'm', '--out', 'f'], 'batch export takes one data set.'],
    [
      ['export', 'q.jsonl', '--model', 'm', '--image-root', '/x', '--out', 'f'],
      '--image-root is given without --images files.',
    ],
    [['export', 'q.jsonl', '--run', 'r', '--out', 'f'], '--run is given without --failed.'],
    [
      ['export', '--failed', 'f', '--model', 'm', '--out', 'g'],
      '--failed writes requests again as they were, so it takes no --model.',
    ],
    [['export', '--failed', 'f', '--out', 'g'], '--failed needs --run.'],
    [['import', 'f', '--out', 'r'], 'batch import takes the folder of a batch and its outputs.'],
    [['import', 'f', 'o'], 'batch import needs --out.'],
  ])('says what is wrong with the arguments (%j)', async (args, sentence) => {
    const { run } = atDesk([]);
    const { status, said } = await run(...args);
    expect([status, said[0]]).toEqual([2, sentence]);
  });
});
