import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import { temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

async function run(args: readonly string[]) {
  const out: string[] = [];
  const said: string[] = [];
  const status = await runs(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return { status, out: out.join(''), said };
}

async function json(args: readonly string[]): Promise<Record<string, unknown>> {
  const value = JSON.parse((await run([...args, '--format', 'json'])).out) as Record<string, unknown>;
  expect(schemaErrors('runs', value)).toEqual([]);
  return value;
}

function write(name: string, lines: readonly unknown[]): string {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

/** An answer of Lang2Act to a question. */
const answer = (uid: number, text: string, more: object = {}) => ({
  uid: `q${uid}`,
  question: `How many in ${uid}?`,
  gt_answer: `${uid}`,
  dataset: 'd',
  model_response_raw: `<think>x</think><answer>${text}</answer>`,
  llm_judge_score: Number(text === `${uid}`),
  ...more,
});

const NEW = [
  answer(1, '1'),
  answer(2, '2'),
  answer(3, '7', { kind: ['Table', 'Chart'] }),
  answer(4, '4', { kind: 'Table' }),
];
const OLD = [answer(1, '1'), answer(2, '7'), answer(3, '3'), answer(5, '5')];

const named = (values: unknown, name: string): unknown =>
  Array.isArray(values)
    ? values.find(
        (each: unknown) => typeof each === 'object' && each !== null && Reflect.get(each, 'name') === name,
      )
    : null;

describe('pagetrace runs --metrics', () => {
  it('prints metrics with intervals instead of the summary', async () => {
    const { out, status } = await run([write('new.jsonl', NEW), '--metrics']);
    expect(status).toBe(0);
    expect(out).toMatch(
      /^Metrics\n\n4 samples, 4 questions\.\n\nIntervals: 95%, bootstrap by question, 1,000 rounds, seed 0\./,
    );
    expect(out).toMatch(/^ {2}Right \(%\) +75\.0 +\[25\.0, 100\.0\] +4 +4$/m);
    expect(out).not.toContain('records');
  });

  it('adds them to the summary in JSON, also by the values of fields', async () => {
    const value = await json([
      write('new.jsonl', NEW),
      '--metrics',
      '--by',
      'kind',
      '--seed',
      '5',
      '--rounds',
      '20',
    ]);
    expect(value).toMatchObject({
      samples: 4,
      metrics: {
        samples: 4,
        questions: 4,
        seed: 5,
        rounds: 20,
        by: [{ field: 'kind', without: 2, buckets: [{ value: 'Chart' }, { value: 'Table', samples: 2 }] }],
      },
    });
    const { overall } = value['metrics'] as { overall: unknown };
    expect(named(overall, 'em')).toMatchObject({ samples: 4, value: 0.75 });
  });

  it('counts each sample in the buckets of its own values', async () => {
    const kinds = [undefined, 'Table', ['Table', 'Chart'], 'Table', undefined, 'Chart', ['Table', 'Chart']];
    const file = write(
      'kinds.jsonl',
      kinds.map((kind, at) => answer(at, `${at}`, { kind })),
    );
    const { metrics } = await json([file, '--metrics', '--by', 'kind', '--rounds', '10']);
    expect(metrics).toMatchObject({
      by: [
        {
          without: 2,
          buckets: [
            { value: 'Chart', samples: 3, questions: 3 },
            { value: 'Table', samples: 4, questions: 4 },
          ],
        },
      ],
    });
  });

  it('measures what the filter leaves', async () => {
    const { out } = await run([
      write('new.jsonl', NEW),
      '--metrics',
      '--where',
      'verdict:wrong',
      '--format',
      'csv',
    ]);
    expect(out.split('\r\n')[0]).toBe('run,by,bucket,metric,unit,value,low,high,samples,questions');
    expect(out).toContain('new.jsonl,,,right,share,0,,,1,1\r\n');
  });

  it('scores with a profile, whose format counts', async () => {
    const { metrics } = (await json([write('new.jsonl', NEW), '--metrics', '--profile', 'lang2act'])) as {
      metrics: { overall: unknown };
    };
    expect(named(metrics.overall, 'format_valid')).toMatchObject({ value: 0 });
    expect(named(metrics.overall, 'reward')).toMatchObject({ samples: 4 });
  });

  it('says which fields no sample has', async () => {
    const file = write(
      'new.jsonl',
      NEW.map((each) => ({ ...each, hops: 1 })),
    );
    const { said } = await run([file, '--metrics', '--by', 'hop']);
    expect(said).toEqual(['No sample has a value in the field hop, which --by names. Did you mean hops?']);
    const text = await run([file, '--metrics', '--by', 'kidn']);
    expect(text.said.at(-1)).toContain('Did you mean kind?');
  });
});

describe('pagetrace runs --compare', () => {
  it('compares with another run, question by question', async () => {
    const [current, before] = [write('new.jsonl', NEW), write('old.jsonl', OLD)];
    const { comparison } = await json([current, '--compare', before]);
    expect(comparison).toMatchObject({
      base: { name: 'old.jsonl', samples: 4, questions: 4, unmatched: 1 },
      run: { name: 'new.jsonl', unmatched: 1 },
      matched: 3,
      by_id: 3,
      measure: 'right',
      wins: 1,
      losses: 1,
      ties: 1,
      changed_answers: 2,
      only_in_base: ['q5'],
      only_in_run: ['q4'],
      questions: [
        { question: 'q1', outcome: 'tie', changed_answer: false, base_rows: [1], run_rows: [1] },
        {
          question: 'q2',
          outcome: 'win',
          base: 0,
          run: 1,
          changed_answer: true,
          base_rows: [2],
          run_rows: [2],
        },
        { question: 'q3', outcome: 'loss', base: 1, run: 0, base_rows: [3], run_rows: [3] },
      ],
    });
  });

  it('matches records without a question by their ids, and counts those without either', async () => {
    const lines = (texts: readonly string[], more: readonly unknown[] = []) => [
      ...texts.map((response, at) => ({ id: `doc${at}`, response, ground_truth: `${at}` })),
      ...more,
    ];
    const old = write('old.jsonl', lines(['0', '1', '7', '3'], [{ response: '4', ground_truth: '4' }]));
    const { comparison } = await json([write('new.jsonl', lines(['0', '2', '2'])), '--compare', old]);
    expect(comparison).toMatchObject({
      base: { samples: 5, questions: 4, unmatched: 1, unidentified: 1 },
      run: { samples: 3, questions: 3, unmatched: 0, unidentified: 0 },
      matched: 3,
      by_id: 3,
      only_in_base: ['doc3'],
      questions: [{ question: 'doc0' }, { question: 'doc1', base_rows: [2] }, { question: 'doc2' }],
    });
    const { out } = await run([write('new.jsonl', lines(['0'])), '--compare', old]);
    expect(out).toContain('1 sample of old.jsonl cannot be matched: neither a question nor an id.');
  });

  it.each(['mmmu.json', 'openai-batch.jsonl'])(
    'matches all questions of %s with themselves',
    async (name) => {
      const file = path.join('test/fixtures/runs/formats', name);
      const { comparison } = await json([file, '--compare', file]);
      const { run: side, matched } = comparison as { run: Record<string, number>; matched: number };
      expect(side).toMatchObject({ questions: matched, unmatched: 0, unidentified: 0 });
      expect(matched).toBeGreaterThan(1);
    },
  );

  it('is short in Markdown', async () => {
    const args = [write('new.jsonl', NEW), '--compare', write('old.jsonl', OLD), '--format', 'markdown'];
    const { out } = await run(args);
    expect(out).toContain(
      '## new.jsonl compared with old.jsonl\n\n3 questions in both: 3 by id, 0 by text. ',
    );
    expect(out).toContain(
      'By Right: 1 better, 1 worse, 1 equal. Most samples give another answer to 2 questions.',
    );
    expect(out).toContain('| q3 | 100.0 | 0.0 | 3 | 3 |');
    expect(out.split('\n').length).toBeLessThan(40);
  });

  it('has a line for each question as lines of JSON, and for each metric as CSV', async () => {
    const args = [write('new.jsonl', NEW), '--compare', write('old.jsonl', OLD)];
    const lines = (await run([...args, '--format', 'jsonl'])).out.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { question: string }).question)).toEqual([
      'q1',
      'q2',
      'q3',
    ]);
    const { out } = await run([...args, '--format', 'csv']);
    expect(out).toMatch(/^metric,unit,base,run,difference,.*\r\nright,share,0\.66\d+,0\.66\d+,0,/);
  });

  it('filters both runs, and numbers their rows as --rows does', async () => {
    const args = [write('new.jsonl', NEW), '--compare', write('old.jsonl', OLD), '--where', 'id=q2 or id=q3'];
    const { comparison } = await json([...args, '--measure', 'em']);
    expect(comparison).toMatchObject({
      matched: 2,
      measure: 'em',
      questions: [{ base_rows: [1] }, { run_rows: [2] }],
    });
  });

  it('has the exit status 2 if the other run cannot be read whole', async () => {
    const broken = path.join(temporaryFolder(), 'broken.jsonl');
    fs.writeFileSync(broken, `${JSON.stringify(OLD[0])}\n{"uid": \n`);
    const { status, said, out } = await run([write('new.jsonl', NEW), '--compare', broken]);
    expect(status).toBe(2);
    expect(said.join('\n')).toContain('broken.jsonl:2');
    expect(out).toContain('1 question in both');
  });

  it.each(['before', 'after'])('prints nothing if no sample of a side can be read (%s)', async (place) => {
    const missing = path.join(temporaryFolder(), 'nope.jsonl');
    const file = write('new.jsonl', NEW);
    const [one, other] = place === 'before' ? [file, missing] : [missing, file];
    const out: string[] = [];
    const failure = runs([one, '--compare', other], {
      terminal: silentTerminal({ out: (text) => out.push(text) }),
      stdin: Readable.from([]),
      environment: {},
      interrupted: new AbortController().signal,
    });
    await expect(failure).rejects.toThrow(`No sample of ${missing} can be read`);
    expect(out.join('')).toBe('');
  });

  it('does not know means and differences that are too large for a number', async () => {
    const scored = (score: number) =>
      ['a', 'b', 'c'].map((id) => ({ id, response: 'x', ground_truth: 'y', score }));
    const args = [write('new.jsonl', scored(1.5e308)), '--compare', write('old.jsonl', scored(-1.5e308))];
    const { comparison } = (await json(args)) as { comparison: { metrics: unknown } };
    expect(named(comparison.metrics, 'score')).toMatchObject({
      base: null,
      run: null,
      difference: null,
      low: null,
      high: null,
      permutation: null,
    });
    expect((await run([...args, '--format', 'csv'])).out).toContain('score,number,,,,,,3,,,');
  });

  it('says how to go on if the runs share no question, and which options have no effect', async () => {
    const [file, other] = [write('new.jsonl', NEW), write('other.jsonl', [answer(9, '9')])];
    const { said } = await run([file, '--compare', other, '--filter', '0,1']);
    expect(said).toEqual([
      '--filter has no effect with --metrics, --compare and --compare-by.',
      expect.stringMatching(/^The runs share no question\. .*--field id=KEY/),
    ]);
    const three = await run([file, '--compare', other, '--compare', other, '--measure', 'em']);
    expect(three.said).toEqual(['--measure has no effect with more than two runs.']);
  });

  it('says that no sample matches the filter', async () => {
    const { said, status } = await run([write('new.jsonl', NEW), '--metrics', '--where', 'id=q99']);
    expect([status, said]).toEqual([0, ['No sample matches the filter.']]);
  });

  it('is a table of metrics for several runs', async () => {
    const args = [
      write('new.jsonl', NEW),
      '--compare',
      write('a.jsonl', OLD),
      '--compare',
      write('b.jsonl', NEW),
    ];
    expect((await run(args)).out).toMatch(/^ +a\.jsonl +b\.jsonl +new\.jsonl$/m);
    expect(await json(args)).toMatchObject({
      runs: [{ name: 'a.jsonl' }, { name: 'b.jsonl' }, { name: 'new.jsonl' }],
    });
  });

  it('compares steps and prompts of one run', async () => {
    const lines = [
      ...OLD.map((each) => ({ ...each, prompt_mode: 'vanilla' })),
      ...NEW.map((each) => ({ ...each, prompt_mode: 'Lang2Act' })),
    ];
    const file = write('both.jsonl', lines);
    const { comparison } = await json([file, '--compare-by', 'prompt_mode=vanilla,Lang2Act']);
    expect(comparison).toMatchObject({
      base: { name: 'prompt_mode=vanilla' },
      matched: 3,
      questions: [{ base_rows: [1], run_rows: [5] }, {}, {}],
    });
    const { said } = await run([file, '--compare-by', 'prompt_mode=vanilla,other']);
    expect(said).toEqual(['No sample has other in the field prompt_mode, which --compare-by names.']);
  });
});

it.each([
  [['--by', 'kind'], '--by is given without --metrics.'],
  [['--seed', '1'], '--seed is given without --metrics or --compare.'],
  [['--measure', 'em'], '--measure is given without --compare or --compare-by.'],
  [['--metrics', '--measure', 'em'], '--measure is given without --compare or --compare-by.'],
  [['--metrics', '--rounds', '3'], '--rounds must be a whole number from 10 to 1000000, not "3".'],
  [['--metrics', '--rows', '1'], '--rows and --metrics cannot be used together.'],
  [['--metrics', '--groups'], '--groups and --metrics cannot be used together.'],
  [['--format', 'latex'], 'Only metrics and comparisons are written as LaTeX.'],
  [['--compare-by', 'step'], '--compare-by "step" does not name a field and two of its values.'],
  [['--compare-by', 'step=1,1'], '--compare-by "step=1,1" does not name a field and two of its values.'],
  [['--compare', 'x', '--compare-by', 'step=1,2'], '--compare and --compare-by cannot be used together.'],
  [['--compare', 'FILE', '--measure', 'length'], /^--measure length is no metric of both runs/],
])('%j is refused', async (args, sentence) => {
  const file = write('new.jsonl', NEW);
  const failure = await run([file, ...args.map((each) => (each === 'FILE' ? file : each))]).catch(
    (error: unknown) => asPageTraceError(error),
  );
  if (!(failure instanceof Error)) throw new Error('It was not refused.');
  if (typeof sentence === 'string') expect(failure.message).toBe(sentence);
  else expect(failure.message).toMatch(sentence);
});

it('refuses a field with too many values', async () => {
  const file = write(
    'new.jsonl',
    Array.from({ length: 101 }, (_, at) => answer(at, '1')),
  );
  await expect(run([file, '--metrics', '--by', 'uid'])).rejects.toThrow(
    'The field uid, which --by names, has 101 different values.',
  );
});
