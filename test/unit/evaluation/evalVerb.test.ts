import fs from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { evalDataset } from '../../../src/cli/verbs/eval/eval.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';
import type { EvaluationEvent } from '../../../src/core/datasets/evaluationEvent.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { startFakeVllm, type FakeOptions, type FakeVllm } from '../../support/fakeVllm.ts';
import { root } from '../../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { pngImage } from '../inference/helpers.ts';

interface Ran {
  readonly status: number;
  readonly events: readonly EvaluationEvent[];
  readonly said: readonly string[];
  /** The sentence with which it ended before its end; empty if it did not. */
  readonly error: string;
}

interface Desk {
  readonly server: FakeVllm;
  readonly folder: string;
  readonly out: string;
  readonly stdin: PassThrough;
  readonly interrupted: AbortController;
  readonly run: (
    args?: readonly string[],
    stdin?: Readable,
    terminal?: Partial<Terminal>,
    dataset?: string,
  ) => Promise<Ran>;
}

/** Runs the verb on questions about one image. */
async function atDesk(
  items: readonly object[],
  options: Partial<FakeOptions>,
  use: (desk: Desk) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder();
  const out = path.join(folder, 'run.jsonl');
  const questions = path.join(folder, 'q.dataset.jsonl');
  fs.writeFileSync(path.join(folder, 'page.png'), pngImage(56, 56).bytes);
  fs.writeFileSync(questions, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const server = await startFakeVllm(options);
  const interrupted = new AbortController();
  const input = new PassThrough();
  const run: Desk['run'] = async (
    args = ['--progress', 'jsonl'],
    stdin = input,
    terminal = {},
    dataset = questions,
  ) => {
    const written: string[] = [];
    const said: string[] = [];
    let status = -1;
    let error = '';
    try {
      status = await evalDataset([dataset, '--server', server.url, '--out', out, ...args], {
        terminal: silentTerminal({
          out: (text) => written.push(text),
          say: (line) => said.push(line),
          ...terminal,
        }),
        stdin,
        environment: {},
        interrupted: interrupted.signal,
      });
    } catch (thrown) {
      error = asPageTraceError(thrown).message;
    }
    const events = written
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as EvaluationEvent);
    return { status, events, said, error };
  };
  try {
    await use({ server, folder, out, stdin: input, interrupted, run });
  } finally {
    await server.close();
  }
}

const item = (id: string, more: object = {}) => ({
  id,
  question: `Question ${id}?`,
  images: ['page.png'],
  reference: '42',
  ...more,
});

/** The kinds of events in their order, without how far it is. */
const kinds = (events: readonly EvaluationEvent[]): readonly string[] =>
  events.map(({ event }) => event).filter((event) => event !== 'progress');

describe('pagetrace eval --progress jsonl', () => {
  it('says what happens, and where each record is in the run', async () => {
    await atDesk([item('a'), item('b', { images: ['missing.png'] }), { id: 'c' }], {}, async (desk) => {
      const { status, events, said } = await desk.run();
      // A mistake of the data set counts more than a failure: the same command cannot mend it.
      expect(status).toBe(2);
      expect(said).toEqual([]);
      expect([...kinds(events)].sort()).toEqual(
        ['start', 'asked', 'sample', 'failed', 'problem', 'end'].sort(),
      );
      expect(events[0]).toEqual({
        event: 'start',
        run: desk.out,
        model: 'qwen2.5-vl',
        ended: 0,
        failed: 0,
      });
      expect(events).toContainEqual({ event: 'asked', item: 'a', samples: [1] });
      expect(events).toContainEqual(
        expect.objectContaining({ event: 'failed', item: 'b', sample: 1, reason: 'file-not-found' }),
      );
      expect(events.at(-1)).toMatchObject({ event: 'end', ended: 1, failed: 1, unusable: 1, error: null });
      expect(events.flatMap((each) => schemaErrors('eval-progress', each))).toEqual([]);
      const sample = events.find(({ event }) => event === 'sample');
      if (sample?.event !== 'sample') throw new Error('No sample ended.');
      expect(sample).toMatchObject({ item: 'a', sample: 1, answer: '42' });
      const bytes = fs.readFileSync(desk.out).subarray(sample.at, sample.at + sample.length);
      expect(JSON.parse(bytes.toString())).toMatchObject({ id: 'a#1' });
    });
  });

  it('ends with what stopped it, also if it could not begin', async () => {
    await atDesk([item('a')], {}, async (desk) => {
      const { events, error } = await desk.run(['--progress', 'jsonl', '--ids', 'none.txt']);
      expect(error).toBe('none.txt was not found.');
      expect(events).toEqual([
        {
          event: 'end',
          ended: 0,
          failed: 0,
          unusable: 0,
          passed: 0,
          decided: 0,
          error: { reason: 'file-not-found', message: error, hint: 'Check the path.' },
        },
      ]);
    });
  });

  it('ends when the program that started it does, and keeps what has ended', async () => {
    const items = Array.from({ length: 20 }, (_, at) => item(`q${at}`));
    await atDesk(items, {}, async ({ run, stdin }) => {
      let samples = 0;
      const args = ['--progress', 'jsonl', '--concurrency', '1'];
      const lines: string[] = [];
      const stopped = await run(args, stdin, {
        out: (text) => {
          lines.push(text);
          if (text.includes('"event":"sample"') && (samples += 1) === 2) stdin.end();
        },
      });
      expect(stopped).toMatchObject({ status: 130, error: '' });
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'end', error: { reason: 'cancelled' } });
      const goneOn = await run(args, new PassThrough());
      expect(goneOn.events[0]).toMatchObject({ event: 'start', ended: samples });
      expect(goneOn.events.at(-1)).toMatchObject({ event: 'end', ended: 20, error: null });
    });
  });

  it('does not mind an input that was empty from the beginning', async () => {
    await atDesk([item('a')], {}, async ({ run }) => {
      const { status } = await run(['--progress', 'jsonl'], Readable.from([]));
      expect(status).toBe(0);
    });
  });

  it('ends when it is interrupted', async () => {
    const items = Array.from({ length: 20 }, (_, at) => item(`q${at}`));
    await atDesk(items, {}, async ({ run, interrupted, stdin }) => {
      const lines: string[] = [];
      const { error } = await run(['--progress', 'jsonl'], stdin, {
        out: (text) => {
          lines.push(text);
          if (text.includes('"event":"asked"')) interrupted.abort();
        },
      });
      expect(error).toBe('The evaluation was canceled.');
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'end', error: { reason: 'cancelled' } });
    });
  });
});

describe('pagetrace eval', () => {
  it('asks only the questions that --ids names', async () => {
    await atDesk([item('a'), item('b'), item('c')], {}, async ({ run, folder, out }) => {
      const ids = path.join(folder, 'ids.txt');
      fs.writeFileSync(ids, 'c\r\na\n\nz\n');
      const { status, said } = await run(['--ids', ids]);
      expect(status).toBe(0);
      expect(said).toEqual([`2 samples are in ${out}.`, `No question has the id "z", which ${ids} names.`]);
      const records = fs.readFileSync(out, 'utf8').trimEnd().split('\n');
      expect(records.map((line) => (JSON.parse(line) as { group: string }).group).sort()).toEqual(['a', 'c']);
      fs.writeFileSync(ids, 'a\nb \nz\n');
      expect((await run(['--ids', ids])).said).toContain(
        `No question has 2 of the ids that ${ids} names, such as "b ".`,
      );
      expect((await run(['--ids', ids, '--limit', '1'])).said).toEqual([`2 samples are in ${out}.`]);
      fs.writeFileSync(ids, '\n');
      expect((await run(['--ids', ids])).error).toBe(`${ids} has no ids of questions.`);
    });
  });

  it('asks only the questions that --where leaves', async () => {
    await atDesk([item('a', { tags: ['x'] }), item('b')], {}, async ({ run, out }) => {
      const { said } = await run(['--where', 'tags=x not tag=y']);
      expect(said).toEqual([
        `1 sample is in ${out}.`,
        'No question has the field tag, which --where asks for.',
      ]);
      expect((await run(['--where', 'answer=42'])).error).toBe(
        'answer is not known before a question is answered.',
      );
      expect((await run(['--where', '(tags=x'])).error).toMatch(/^--where cannot be read at character/);
    });
  });

  it('says how many passed, and looks for claims on the pages if a rule asks for them', async () => {
    const report = path.join(root, 'media', 'sample', 'annual-report.pdf');
    const about = { images: undefined, document: report, pages: [7] };
    const head = { pagetrace_dataset: 1, pass: { grounded: 0.5 } };
    const trajectories = [
      '<description><tool name="read_numeric_value" args="Image 1: total">518.9</tool></description>' +
        '<think>It is 518.9.</think><answer>518.9</answer>',
    ];
    await atDesk([head, item('a', about), item('b', { pass: 'exact' })], { trajectories }, async (desk) => {
      const { status, said } = await desk.run(['--max-pixels', '20000']);
      expect([status, said]).toEqual([0, [`2 samples are in ${desk.out}.`, '1 of 2 passed.']]);
    });
  });

  it('has the conversation that the settings of the prompt name, unless an option says otherwise', async () => {
    const trajectories = ['It is \\boxed{42}.'];
    const recorded = async (...args: readonly string[]): Promise<unknown> => {
      let record: unknown = null;
      await atDesk([item('a')], { trajectories }, async ({ folder, out, run }) => {
        const prompt = path.join(folder, 'mine.jinja');
        fs.writeFileSync(prompt, '{# pagetrace: protocol: pixel-reasoner #}{{ content }}');
        await run(['--prompt', prompt, ...args]);
        ({ record } = JSON.parse(fs.readFileSync(out, 'utf8').split('\n')[0] ?? '') as { record: unknown });
      });
      return record;
    };
    expect(await recorded()).toMatchObject({
      conversation: { protocol: 'pixel-reasoner', ended: 'answered' },
    });
    expect(await recorded('--protocol', 'none')).not.toHaveProperty('conversation');
  });

  it('says which samples failed, and that the same command asks for them again', async () => {
    const misspelled = item('a', { images: ['missing.png'], tag: 'x' });
    await atDesk([misspelled], {}, async ({ run, out, folder }) => {
      const { status, said } = await run([], undefined, undefined, folder);
      expect(status).toBe(1);
      expect(said).toEqual([
        expect.stringContaining(`${path.join(folder, 'q.dataset.jsonl')}:1: `),
        'a (sample 1): missing.png was not found.',
        '  Check its path.',
        `0 samples are in ${out}.`,
        '1 failed. Run the same command again to ask for it again.',
      ]);
    });
  });

  it('does not say that a run has what was deleted with it', async () => {
    await atDesk([item('a'), item('b')], {}, async ({ run, out, server }) => {
      server.set({
        beforeHeaders: () => {
          fs.rmSync(out, { force: true });
          return Promise.resolve();
        },
      });
      const { said, error } = await run(['--concurrency', '1']);
      expect(error).toBe(`${out} was deleted, moved or replaced while the evaluation wrote it.`);
      expect(said).toEqual([`Run the same command again: it goes on with what ${out} has.`]);
    });
  });

  it.each([
    ['What is on the page?', {}, 'The prompt p does not contain the question.'],
    ['{{ content }} {{ a.b.c }}', {}, /^The prompt p cannot be rendered as Jinja renders it/],
    ['<image><image>{{ content }}', {}, 'The prompt p places 2 images, but the question comes with 1 page.'],
    [
      '---\nprotocol: vrag-rl\n---\n<image>{{ content }}',
      { images: undefined, document: 'page.png', pages: [1] },
      'The prompt p places 1 image, but the question comes with 0 pages.',
    ],
  ])('does not begin with a prompt with which nothing can be asked: %j', async (prompt, more, sentence) => {
    await atDesk([item('a', more), item('b', more)], {}, async ({ run, out, folder, server }) => {
      const file = path.join(folder, 'p.jinja');
      fs.writeFileSync(file, prompt);
      const { events, error } = await run(['--prompt', file, '--progress', 'jsonl']);
      expect(error).toMatch(sentence);
      expect(events).toEqual([
        expect.objectContaining({ event: 'end', ended: 0, failed: 0, error: expect.anything() as unknown }),
      ]);
      expect(fs.existsSync(out)).toBe(false);
      expect(server.requests).toEqual([]);
    });
  });

  it.each([
    ['auto:3', 'vrag-rl'],
    ['oracle:3', 'visdom'],
  ])('does not choose pages by %s for a model that searches them by %s', async (pages, protocol) => {
    await atDesk([item('a')], {}, async ({ run, out, server }) => {
      for (const named of [[`--prompt=${protocol}`], [`--protocol=${protocol}`]]) {
        const { error } = await run([...named, `--pages=${pages}`]);
        expect(error).toBe(`--pages does not go with ${protocol}, which searches all pages.`);
      }
      expect(fs.existsSync(out)).toBe(false);
      expect(server.requests).toEqual([]);
    });
  });

  it('does not begin if the first line, which says something of all questions, has a mistake', async () => {
    const head = { pagetrace_dataset: 1, prompt: 'evisrag', pass: 'exactly' };
    await atDesk([head, item('a')], {}, async ({ run, out, folder, server }) => {
      const { error } = await run();
      expect(error).toMatch(`${path.join(folder, 'q.dataset.jsonl')}:1: The value of "pass" cannot be used`);
      expect(fs.existsSync(out)).toBe(false);
      expect(server.requests).toEqual([]);
    });
  });

  it('begins with a prompt with which some questions can be asked', async () => {
    const items = [item('a'), item('b', { images: ['page.png', 'page.png'] })];
    await atDesk(items, {}, async ({ run, folder }) => {
      const file = path.join(folder, 'p.jinja');
      fs.writeFileSync(file, '<image><image>{{ content }}');
      const { status, events } = await run(['--prompt', file, '--progress', 'jsonl']);
      expect(status).toBe(1);
      expect(events.at(-1)).toMatchObject({ ended: 1, failed: 1, error: null });
    });
  });

  it.each([
    [[], 'eval takes one data set.'],
    [['a', 'b'], 'eval takes one data set.'],
    [['a'], 'eval needs --out.'],
    [['a', '--out', 'b', '--model', 'm'], '--model is given without --server.'],
    [['a', '--out', 'b', '--progress', 'json'], '--progress must be jsonl, not "json".'],
    [['a', '--out', 'b', '--only-matrix'], '--only-matrix is given without --sweep.'],
    [['-', '--out', 'b'], 'The data set cannot be standard input.'],
  ])('refuses %j', async (args, sentence) => {
    const context = {
      terminal: silentTerminal(),
      stdin: Readable.from([]),
      environment: {},
      interrupted: new AbortController().signal,
    };
    await expect(evalDataset(args, context)).rejects.toThrow(sentence);
  });
});
