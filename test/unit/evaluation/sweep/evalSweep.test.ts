import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evalDataset } from '../../../../src/cli/verbs/eval/eval.ts';
import { defer } from '../../../../src/core/deferred.ts';
import { asPageTraceError } from '../../../../src/core/errors.ts';
import { NO_INPUT } from '../../../../src/runs/reading/bytes.ts';
import { startFakeVllm, type FakeVllm } from '../../../support/fakeVllm.ts';
import { temporaryFolder } from '../../../support/files.ts';
import { schemaErrors } from '../../../support/schemas.ts';
import { silentTerminal } from '../../../support/silentTerminal.ts';
import { pngImage } from '../../inference/helpers.ts';

type WrittenSweep = Readonly<Record<string, unknown>>;

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly said: readonly string[];
  /** The lines of the counter. */
  readonly counted: readonly string[];
}

interface Desk {
  readonly server: FakeVllm;
  readonly folder: string;
  /** Replaces the sweep. */
  readonly write: (sweep: WrittenSweep) => void;
  readonly run: (args?: readonly string[], interrupted?: AbortSignal) => Promise<Ran>;
  /** The lines of each run. */
  readonly runs: () => readonly number[];
}

/** Runs a sweep over questions about one image. */
async function atDesk(
  sweep: WrittenSweep | ((url: string) => WrittenSweep),
  questions: number,
  use: (desk: Desk) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder();
  const items = Array.from({ length: questions }, (_, at) => ({
    id: `q${at}`,
    question: `Question ${at}?`,
    images: ['page.png'],
    reference: at === 0 ? '42' : '41',
  }));
  fs.writeFileSync(path.join(folder, 'page.png'), pngImage(56, 56).bytes);
  fs.writeFileSync(
    path.join(folder, 'q.dataset.jsonl'),
    items.map((item) => `${JSON.stringify(item)}\n`).join(''),
  );
  const server = await startFakeVllm({});
  const file = path.join(folder, 'q.sweep.yaml');
  const write = (more: WrittenSweep): void => {
    const whole = { dataset: 'q.dataset.jsonl', servers: [server.url], ...more };
    // JSON is YAML.
    fs.writeFileSync(file, JSON.stringify(whole, null, 1));
  };
  write(typeof sweep === 'function' ? sweep(server.url) : sweep);
  const run: Desk['run'] = async (args = [], interrupted = new AbortController().signal) => {
    const out: string[] = [];
    const said: string[] = [];
    const counted: string[] = [];
    const terminal = silentTerminal({
      out: (text) => out.push(text),
      say: (line) => said.push(line),
      count: (line) => counted.push(line),
    });
    const context = {
      terminal,
      stdin: NO_INPUT,
      environment: {},
      interrupted,
    };
    let status = -1;
    try {
      status = await evalDataset(['--sweep', file, ...args], context);
    } catch (thrown) {
      const { message, hint } = asPageTraceError(thrown);
      said.push(message, ...(hint === undefined ? [] : [hint]));
    }
    return { status, out: out.join(''), said, counted };
  };
  const runs = (): readonly number[] =>
    fs
      .readdirSync(path.join(folder, 'q.runs'))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => fs.readFileSync(path.join(folder, 'q.runs', name), 'utf8').split('\n').length - 1);
  try {
    await use({ server, folder, write, run, runs });
  } finally {
    await server.close();
  }
}

const generations = (server: FakeVllm): number =>
  server.requests.filter(({ path: at }) => at === '/v1/chat/completions').length;

describe('pagetrace eval --sweep', () => {
  it('makes a run of each cell, and compares the cells', async () => {
    const sweep = {
      prompts: ['think-answer', 'lang2act'],
      baseline: { prompt: 'lang2act' },
      metrics: ['em', 'nothing'],
    };
    await atDesk(sweep, 2, async (desk) => {
      const { status, out } = await desk.run(['--format', 'json']);
      expect(status).toBe(0);
      expect(desk.runs()).toEqual([2, 2]);
      expect(generations(desk.server)).toBe(4);
      const matrix = JSON.parse(out) as object;
      expect(schemaErrors('sweep-matrix', matrix)).toEqual([]);
      expect(matrix).toMatchObject({
        baseline: 'lang2act',
        correction: 'holm',
        cells: [
          {
            name: 'think-answer',
            samples: 2,
            failed: 0,
            metrics: {
              em: {
                value: 0.5,
                questions: 2,
                against_baseline: { difference: 0, p: 1, p_holm: 1, mcnemar: { gained: 0, lost: 0, p: 1 } },
              },
            },
          },
          { name: 'lang2act', metrics: { em: { against_baseline: null } } },
        ],
      });
      const kept = fs.readFileSync(path.join(desk.folder, 'q.runs', 'sweep.json'), 'utf8');
      expect(JSON.parse(kept)).toEqual(matrix);
      const { out: text } = await desk.run(['--only-matrix']);
      expect(text).toContain('lang2act (baseline)');
      expect(text).toContain('p (Holm) is corrected for the comparisons of a metric: up to 1.');
      expect(text).toContain('No cell has the metric nothing.');
      expect((await desk.run(['--only-matrix', '--format', 'latex'])).out).toContain('\\begin{tabular}');
      expect((await desk.run(['--only-matrix', '--format', 'markdown'])).out).toContain('| Cell |');
      expect(generations(desk.server)).toBe(4);
    });
  });

  it('counts cells that are answered at the same time apart, each at its place', async () => {
    const other = await startFakeVllm({});
    const both = defer<undefined>();
    let asked = 0;
    // Both servers answer once both are asked.
    const beforeHeaders = async (): Promise<void> => {
      asked += 1;
      if (asked === 2) both.resolve(undefined);
      await both.promise;
    };
    const sweep = (url: string): WrittenSweep => ({
      prompts: ['think-answer'],
      servers: [
        { url, name: 'one' },
        { url: other.url, name: 'two' },
      ],
    });
    try {
      await atDesk(sweep, 1, async (desk) => {
        desk.server.set({ beforeHeaders });
        other.set({ beforeHeaders });
        const { status, counted } = await desk.run();
        expect(status).toBe(0);
        expect(counted).toContainEqual(expect.stringMatching(/^1 of 2, one: .*; 2 of 2, two: /));
        for (const line of counted)
          expect(line).toMatch(
            /^(?:1 of 2, one: [^;]* in flight|2 of 2, two: [^;]* in flight|1 of 2, one: [^;]*; 2 of 2, two: [^;]*)$/,
          );
      });
    } finally {
      await other.close();
    }
  });

  it('says which cells have no run', async () => {
    await atDesk({ prompts: ['think-answer', 'lang2act'] }, 1, async (desk) => {
      const { status, out } = await desk.run(['--only-matrix', '--format', 'json']);
      expect(status).toBe(2);
      expect(JSON.parse(out)).toMatchObject({
        cells: [{ samples: 0, error: expect.stringContaining('was not found') as string }, { samples: 0 }],
      });
      expect(generations(desk.server)).toBe(0);
    });
  });

  it('goes on where it was interrupted', async () => {
    await atDesk({ prompts: ['think-answer', 'lang2act'], concurrency: 1 }, 2, async (desk) => {
      const stop = new AbortController();
      desk.server.set({
        beforeHeaders: () => {
          if (generations(desk.server) === 3) stop.abort();
          return Promise.resolve();
        },
      });
      const { said } = await desk.run([], stop.signal);
      expect(said.at(-1)).toBe('Run the same command again: every run goes on where it was stopped.');
      const asked = generations(desk.server);
      const ended = desk.runs().reduce((sum, lines) => sum + lines, 0);
      desk.server.set({ beforeHeaders: () => Promise.resolve() });
      expect((await desk.run()).status).toBe(0);
      expect(desk.runs()).toEqual([2, 2]);
      expect(generations(desk.server)).toBe(asked + 4 - ended);
    });
  });

  it('answers the other cells if one cannot be', async () => {
    const sweep = (url: string): WrittenSweep => ({
      servers: [{ url: 'http://127.0.0.1:1', name: 'gone' }, url],
      prompts: ['think-answer'],
    });
    await atDesk(sweep, 1, async (desk) => {
      const { status, out, said } = await desk.run(['--format', 'json']);
      expect(status).toBe(2);
      expect(said.join('\n')).toContain('gone: ');
      expect(JSON.parse(out)).toMatchObject({
        cells: [
          { choice: { server: 'gone' }, samples: 0, error: expect.stringContaining('127.0.0.1:1') as string },
          { samples: 1, error: null, metrics: { em: { value: 1, against_baseline: null } } },
        ],
      });
    });
  });

  it('says that rewards which differ do not compare, scores all by one, and says once what the data set has wrong', async () => {
    const sweep = { prompts: ['lang2act', 'evisrag'] };
    const note = 'The cells are scored by different rewards';
    await atDesk(sweep, 1, async (desk) => {
      const questions = path.join(desk.folder, 'q.dataset.jsonl');
      fs.appendFileSync(questions, '{"id": "b"}\n');
      const first = await desk.run();
      expect(first.status).toBe(2);
      expect(first.said.filter((line) => line.startsWith(`${questions}:2: `))).toHaveLength(1);
      expect(first.out).toContain(note);
      desk.write({ ...sweep, reward: 'r1v' });
      const { out } = await desk.run(['--only-matrix']);
      expect(out).not.toContain(note);
      expect(out).toContain('Reward');
    });
  });

  it('says once what all cells find in the data set, also if the first cell ends early', async () => {
    const sweep = (url: string): WrittenSweep => ({
      servers: [{ url: 'http://127.0.0.1:1', name: 'gone' }, url],
      prompts: ['lang2act', 'evisrag'],
      where: 'not tag=x',
    });
    await atDesk(sweep, 1, async (desk) => {
      const questions = path.join(desk.folder, 'q.dataset.jsonl');
      fs.appendFileSync(questions, '{"id": "b"}\n');
      const { said } = await desk.run();
      const times = (start: string): number => said.filter((line) => line.startsWith(start)).length;
      expect(desk.runs()).toEqual([1, 1]);
      expect(times(`${questions}:2: `)).toBe(1);
      expect(times('No question has the field tag, ')).toBe(1);
    });
  });

  it('says what is wrong with the file, and what an option would be', async () => {
    await atDesk({ pages: ['auto'], promts: ['x'] }, 1, async (desk) => {
      const { status, said } = await desk.run();
      expect(status).toBe(2);
      expect(said).toEqual([
        expect.stringMatching(/q\.sweep\.yaml:\d: Entry 1 of “pages” cannot be used: /),
        expect.stringMatching(/q\.sweep\.yaml:\d: “promts” has no meaning here\. Did you mean “prompts”\?/),
      ]);
      expect((await desk.run(['q.dataset.jsonl'])).said[0]).toBe(
        'eval --sweep takes the file of a sweep, which names the data set.',
      );
      expect((await desk.run(['--limit', '1'])).said).toEqual([
        '--limit does not go with --sweep.',
        'Write it into the file of the sweep, as limit.',
      ]);
      expect((await desk.run(['--ids=a.txt'])).said).toEqual([
        '--ids does not go with --sweep.',
        'Leave it out.',
      ]);
      expect((await desk.run(['--help'])).out).toContain('--only-matrix');
    });
  });

  it('says at its line what the file names and cannot be used, and asks nothing', async () => {
    const wrong = (url: string): WrittenSweep => ({
      dataset: 'none.jsonl',
      servers: [{ url, api_key_file: 'key.txt' }],
      prompts: ['none.jinja'],
      pages: ['auto:999'],
      where: '(x',
      reward: 'none',
    });
    await atDesk(wrong, 1, async (desk) => {
      const { status, said } = await desk.run();
      expect(status).toBe(2);
      expect(said.map((line) => line.replace(/^.*q\.sweep\.yaml:/, ''))).toEqual([
        expect.stringMatching(/^2: .*none\.jsonl was not found\. /),
        expect.stringMatching(/^6: The key file .*key\.txt could not be read\. /),
        expect.stringMatching(/^10: The prompt file .*none\.jinja could not be read\. /),
        expect.stringMatching(/^13: “auto:999” is no choice of pages\. /),
        expect.stringMatching(/^15: where cannot be read at character 1/),
        expect.stringMatching(/^16: There is no reward profile "none"\. /),
      ]);
      expect(generations(desk.server)).toBe(0);
    });
  });

  it('says at its line which address is none of a server', async () => {
    const sweep = { servers: ['offline', 'ftp://gpu', { name: 'n', url: 'gpu 8000' }] };
    await atDesk(sweep, 1, async (desk) => {
      const { status, said } = await desk.run();
      expect(status).toBe(2);
      expect(said.map((line) => line.replace(/^.*q\.sweep\.yaml:/, ''))).toEqual([
        expect.stringMatching(/^5: “ftp:\/\/gpu” is not the address of a server/),
        expect.stringMatching(/^8: “gpu 8000” is not the address of a server/),
      ]);
      expect(fs.existsSync(path.join(desk.folder, 'q.runs'))).toBe(false);
    });
  });

  it('says at its line with which prompt nothing can be asked', async () => {
    const sweep = { prompts: ['think-answer', 'none.jinja', 'two.jinja', 'search.jinja', 'reward.jinja'] };
    await atDesk(sweep, 2, async (desk) => {
      const write = (name: string, text: string): void => {
        fs.writeFileSync(path.join(desk.folder, name), text);
      };
      write('none.jinja', 'What is on the page?');
      write('two.jinja', '<image><image>{{ content }}');
      write('search.jinja', '---\nprotocol: vrag-rl\n---\n<image>{{ content }}');
      write('reward.jinja', '---\nreward: none.reward.json\n---\n{{ content }}');
      const { status, said } = await desk.run();
      expect(status).toBe(2);
      expect(said.map((line) => line.replace(/^.*q\.sweep\.yaml:/, ''))).toEqual([
        '8: The prompt none does not contain the question. Put {{ content }} where the question belongs.',
        '9: The prompt two places 2 images, but the question comes with 1 page. Send more pages, or place images in a loop over num_images.',
        '10: The prompt search places 1 image, but the question comes with 0 pages. Leave <image> out of it: the model is sent pages only as it searches for them.',
        expect.stringMatching(/^11: .*none\.reward\.json/),
      ]);
      expect(desk.server.requests).toEqual([]);
      expect(fs.existsSync(path.join(desk.folder, 'q.runs'))).toBe(false);
    });
  });

  it('says at its line what does not go with the conversation of a prompt, and asks nothing', async () => {
    const sweep = (url: string): WrittenSweep => ({
      servers: [{ url, name: 'one' }, { url: `${url}/v1`, name: 'two', concurrency: 8 }, 'offline'],
      prompts: ['lang2act', 'vrag-rl', 'tool-curation'],
      pages: ['given', 'auto:2', 'oracle:2'],
      concurrency: 4,
      exclude: [
        { server: 'two', prompt: 'vrag-rl' },
        { server: 'two', prompt: 'lang2act' },
      ],
    });
    const searches =
      'does not go with the prompt vrag-rl, whose model searches all pages itself (vrag-rl). Exclude the two together, or leave one of them out.';
    const grows =
      '“concurrency” must be 1 with the prompt tool-curation, whose questions build on each other (tool-curation). Write 1, or leave it out.';
    await atDesk(sweep, 1, async (desk) => {
      const problems = async (more: WrittenSweep): Promise<readonly string[]> => {
        desk.write({ ...sweep(desk.server.url), ...more });
        const { status, said } = await desk.run();
        expect(status).toBe(2);
        return said.map((line) => line.replace(/^.*q\.sweep\.yaml:/, ''));
      };
      expect(await problems({})).toEqual([
        `11: ${grows}`,
        `22: “auto:2” ${searches}`,
        `23: “oracle:2” ${searches}`,
        `25: ${grows}`,
      ]);
      // What is excluded, and what the offline reader answers in one turn, is no mistake.
      const exclude = [
        { server: 'two' },
        { prompt: 'vrag-rl', server: 'one', pages: 'auto:2' },
        { prompt: 'tool-curation', server: 'one' },
      ];
      expect(await problems({ exclude })).toEqual([`23: “oracle:2” ${searches}`]);
      expect(desk.server.requests).toEqual([]);
      expect(fs.existsSync(path.join(desk.folder, 'q.runs'))).toBe(false);
    });
  });

  it('says at the line of the data set that its own prompt does not contain the question', async () => {
    await atDesk({}, 1, async (desk) => {
      const questions = path.join(desk.folder, 'q.dataset.jsonl');
      const head = JSON.stringify({ pagetrace_dataset: 1, prompt: 'own.jinja' });
      fs.writeFileSync(questions, `${head}\n${fs.readFileSync(questions, 'utf8')}`);
      fs.writeFileSync(path.join(desk.folder, 'own.jinja'), 'What is on the page?');
      const { status, said } = await desk.run();
      expect(status).toBe(2);
      expect(said).toEqual([
        expect.stringContaining('q.sweep.yaml:2: The prompt own does not contain the question.'),
      ]);
    });
  });
});
