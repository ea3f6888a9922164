import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { convert } from '../../../src/cli/verbs/convert/convert.ts';
import { judge } from '../../../src/cli/verbs/judge/judge.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { judgeFairly, withJudge } from '../judging/judgeServer.ts';

let folder: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-judge-'));
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true });
});

const file = (name: string): string => path.join(folder, name);

async function writeLines(name: string, records: readonly object[]): Promise<string> {
  await fs.writeFile(file(name), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return file(name);
}

async function readLines(name: string): Promise<Record<string, unknown>[]> {
  const text = await fs.readFile(name, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly said: readonly string[];
}

async function run(verb: typeof judge, ...args: readonly string[]): Promise<Outcome> {
  const out: string[] = [];
  const said: string[] = [];
  const status = await verb(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (line) => said.push(line) }),
    stdin: Readable.from([]),
    environment: { XDG_CACHE_HOME: folder },
    interrupted: new AbortController().signal,
  });
  return { status, out: out.join(''), said };
}

const record = (id: number, answer: string, more: object = {}) => ({
  id: String(id),
  question: 'How much?',
  reference: '4.2',
  response: `<think>look</think><answer>${answer}</answer>`,
  ...more,
});

const RUN = [record(1, '4.2'), record(2, '5'), record(3, ''), record(4, '4.2', { reference: null })];

describe('pagetrace judge', () => {
  test('writes the run with its verdicts, which are kept for the next time', async () => {
    const given = await writeLines('run.jsonl', RUN);
    await withJudge(judgeFairly, async ({ url, prompts }) => {
      const out = file('judged.jsonl');
      const prices = ['--price-in', '2', '--price-out', '10'];
      const first = await run(judge, given, '--server', url, '--out', out, '--json', ...prices);
      expect(first.status).toBe(0);
      expect(first.said).toEqual([
        '4 samples: 1 right, 2 wrong, 1 unknown.',
        '1 request, 100 tokens in and 10 out, which cost 0.0003.',
        '1 sample has no reference to compare with, and got no verdict.',
      ]);
      expect(schemaErrors('judge', JSON.parse(first.out))).toEqual([]);
      expect(JSON.parse(first.out)).toEqual({
        judge: 'answer',
        model: 'judge-model',
        prompt: 'answer-judge',
        faithful: false,
        samples: 4,
        verdicts: { right: 1, wrong: 2, unknown: 1 },
        by: { judge: 2, cache: 0, rule: 1, person: 0, failed: 0, lacking: 1 },
        cost: { requests: 1, input_tokens: 100, output_tokens: 10, uncounted_requests: 0, money: 0.0003 },
      });
      const judged = await readLines(out);
      expect(judged.map(({ id, verdict, numbers }) => [id, verdict, numbers])).toEqual([
        ['1', 'right', { judge: 1 }],
        ['2', 'wrong', { judge: 0 }],
        ['3', 'wrong', { judge: 0 }],
        ['4', undefined, undefined],
      ]);
      const again = await run(judge, given, '--server', url, '--out', out);
      expect(again.said[1]).toBe('0 requests, 0 tokens in and 0 out. 2 samples were judged before.');
      expect(await readLines(out)).toEqual(judged);
      expect(prompts).toHaveLength(1);
      await run(judge, given, '--server', url, '--out', out, '--no-cache');
      expect(prompts).toHaveLength(2);
    });
  });

  test("a person's verdict wins, and what the judge said is kept beside it", async () => {
    const given = await writeLines('run.jsonl', RUN);
    const verdicts = await writeLines('verdicts.jsonl', [
      { id: '1', verdict: 'wrong' },
      { question: 'How much?', reference: '4.2', answer: '5', verdict: 'right' },
    ]);
    await withJudge(judgeFairly, async ({ url }) => {
      const out = file('judged.jsonl.gz');
      const { said } = await run(judge, given, '--server', url, '--out', out, '--verdicts', verdicts);
      expect(said[1]).toBe("2 verdicts are a person's.");
      const table = await run(judge, out, '--agreement');
      expect(table.status).toBe(0);
      const agreement: unknown = JSON.parse((await run(judge, out, '--agreement', '--format', 'json')).out);
      expect(schemaErrors('judge-agreement', agreement)).toEqual([]);
      const { pairs, disagreements } = agreement as { pairs: object[]; disagreements: object[] };
      expect(pairs[0]).toMatchObject({
        one: 'judge',
        other: 'person',
        samples: 2,
        only_one_right: 1,
        only_other_right: 1,
        agreement: 0,
        kappa: -1,
      });
      expect(disagreements[0]).toMatchObject({
        file: out,
        line: 1,
        id: '1',
        answer: '4.2',
        verdicts: { person: 'wrong', judge: 'right', em: 'right', acc: 'right', 'f1>=0.5': 'right' },
      });
      expect(table.out).toContain('judge, person');
      const { out: markdown } = await run(
        judge,
        out,
        '--agreement',
        '--format',
        'markdown',
        '--f1',
        '0.3,0.9',
      );
      expect(markdown).toContain('# Agreement');
      expect(markdown).toContain('| em, judge | 3 |');
    });
  });

  test('a judge that answers nonsense leaves the samples unknown, or wrong as in the paper', async () => {
    const given = await writeLines('run.jsonl', RUN);
    await withJudge(
      () => 'Well done!',
      async ({ url }) => {
        const asked = [given, '--server', url, '--tries', '1', '--out', file('judged.jsonl')];
        const outcome = await run(judge, ...asked);
        expect(outcome.status).toBe(1);
        expect(outcome.said.at(-1)).toBe(
          'The judge gave no usable verdict for 2 samples of 4: they stay unknown. It said, for example: "Well done!"',
        );
        expect((await readLines(file('judged.jsonl')))[0]?.['verdict']).toBeUndefined();
        await run(judge, ...asked, '--faithful');
        expect((await readLines(file('judged.jsonl')))[0]?.['verdict']).toBe('wrong');
      },
    );
  });

  test('the scores of the quality judge become numbers, and verdicts stay', async () => {
    const given = await writeLines('run.jsonl', [record(1, '4.2', { verdict: 'right' })]);
    const scores = 'Coherence: 4\nNon-Hallucination: 5\nFactual Consistency: 3\nAverage: 4\nExplanation: -';
    await withJudge(
      () => scores,
      async ({ url }) => {
        const { said } = await run(
          judge,
          given,
          '--server',
          url,
          '--judge',
          'quality',
          '--out',
          file('q.jsonl'),
        );
        expect(said[0]).toBe(
          '1 sample: 1 rated, coherence 4.00, non hallucination 5.00, factual consistency 3.00, quality 4.00.',
        );
        expect(await readLines(file('q.jsonl'))).toMatchObject([
          {
            verdict: 'right',
            numbers: { coherence: 4, non_hallucination: 5, factual_consistency: 3, quality: 4 },
          },
        ]);
      },
    );
  });

  test('requests that failed are no samples, and no fault of the run; broken records are', async () => {
    const failed = { pagetrace: 1, id: '9', error: { reason: 'timeout', message: 'It took too long.' } };
    const given = await writeLines('run.jsonl', [record(1, '4.2'), failed]);
    const broken = file('broken.jsonl');
    await fs.writeFile(broken, `${JSON.stringify(record(1, '4.2'))}\n{"id": \n`);
    await withJudge(judgeFairly, async ({ url }) => {
      const asked = ['--server', url, '--out', file('out.jsonl')];
      expect((await run(judge, given, ...asked)).status).toBe(0);
      expect(await readLines(file('out.jsonl'))).toHaveLength(1);
      expect((await run(judge, broken, ...asked)).status).toBe(2);
    });
  });

  test('records that have a verdict are not judged again with --keep', async () => {
    const given = await writeLines('run.jsonl', [record(1, '4.2', { verdict: 'wrong' }), record(2, '4.2')]);
    await withJudge(judgeFairly, async ({ url, prompts }) => {
      await run(judge, given, '--server', url, '--keep', '--out', file('out.jsonl'));
      expect(prompts.join('').match(/^Answer: /gm)).toHaveLength(1);
      const verdicts = (await readLines(file('out.jsonl'))).map(({ verdict }) => verdict);
      expect(verdicts).toEqual(['wrong', 'right']);
    });
  });

  test.each([
    [[], 'judge needs the server of a model that judges.'],
    [
      ['--server', 'http://127.0.0.1:1', '--judge', 'fair'],
      '--judge must be answer, quality or vrag-rl, not "fair".',
    ],
    [
      ['--server', 'http://127.0.0.1:1', '--batch', '0'],
      '--batch must be a whole number from 1 to 50, not "0".',
    ],
    [
      ['--server', 'http://127.0.0.1:1', '--prompt', 'lang2act'],
      'The prompt lang2act has the dialect lang2act, not judge.',
    ],
    [['--f1', '0.5'], '--f1 is given without --agreement.'],
    [['--agreement', '--f1', '2'], '--f1 must be numbers above 0 and up to 1, separated by commas, not "2".'],
    [
      ['--verdicts', 'VERDICTS', '--agreement'],
      'VERDICTS:1: This record has no verdict: right, wrong or unknown.',
    ],
  ])('%j is refused with one sentence', async (args, message) => {
    const given = await writeLines('run.jsonl', RUN);
    const verdicts = await writeLines('verdicts.jsonl', [{ id: '1', verdict: 'perhaps' }]);
    const known = args.map((each) => each.replace('VERDICTS', verdicts));
    await expect(run(judge, given, ...known)).rejects.toMatchObject({
      message: message.replace('VERDICTS', verdicts),
    });
  });
});

describe("a person's verdicts", () => {
  test('replace those of the records wherever samples are read', async () => {
    const given = await writeLines('run.jsonl', [record(1, '5', { verdict: 'wrong' }), record(2, '5')]);
    const verdicts = await writeLines('verdicts.jsonl', [
      { question: 'How much?', reference: '4.2', answer: '5', verdict: 'wrong' },
      { id: 1, verdict: 'right' },
    ]);
    const verdictsOf = async (...more: readonly string[]) => {
      const { out } = await run(convert, given, '--to', 'pagetrace', ...more);
      const lines = out.trimEnd().split('\n');
      return lines.map((line) => (JSON.parse(line) as { verdict?: string }).verdict);
    };
    expect(await verdictsOf()).toEqual(['wrong', undefined]);
    expect(await verdictsOf('--verdicts', verdicts)).toEqual(['right', 'wrong']);
  });
});
