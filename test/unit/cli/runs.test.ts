import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import { temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { GOOD_TEXTS } from '../trajectory/dialectTexts.ts';

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly said: readonly string[];
}

async function run(args: readonly string[], input = ''): Promise<Ran> {
  const out: string[] = [];
  const said: string[] = [];
  const status = await runs(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([Buffer.from(input)]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return { status, out: out.join(''), said };
}

async function summaryOf(args: readonly string[], input = ''): Promise<Record<string, unknown>> {
  const { out } = await run([...args, '--format', 'json'], input);
  const value = JSON.parse(out) as Record<string, unknown>;
  expect(schemaErrors('runs', value)).toEqual([]);
  return value;
}

function write(name: string, lines: readonly unknown[]): string {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(
    file,
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
  return file;
}

const verl = (input: string, output: string, score: number, more: object = {}) => ({
  input,
  output,
  gts: 'r',
  score,
  ...more,
});

/** Two questions over two steps: one with equal scores, one that is half right. */
const STEPS = [
  [
    '1.jsonl',
    [verl('a', 'x', 1, { acc: 1, format: 1 }), verl('a', 'y', 1, { acc: 1, format: 0 }), verl('b', 'z', 0)],
  ],
  ['2.jsonl', [verl('a', 'x', 1), verl('a', 'x', 0), verl('b', 'z', 0), verl('b', 'z', 0)]],
] as const;

describe('the summary of a run', () => {
  it('counts records, steps, groups and numbers', async () => {
    const files = STEPS.map(([name, lines]) => write(name, lines));
    const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
    expect(await summaryOf(files)).toEqual({
      files: 2,
      bytes,
      formats: { verl: 2 },
      records: 7,
      samples: 7,
      failed: 0,
      broken: { count: 0, by: { json: 0, encoding: 0, no_response: 0, too_deep: 0, too_long: 0 } },
      steps: { count: 2, first: 1, last: 2 },
      profile: null,
      matched: 7,
      groups: {
        count: 4,
        across_steps: 2,
        key: ['step', 'input', 'gts'],
        sizes: { 1: 1, 2: 3 },
        zero_variance: 2,
        equal_rewards_other_components: 1,
        all_right: 1,
        all_wrong: 2,
        kept: { low: 0.1, high: 0.9, count: 1 },
      },
      fields: {
        score: { count: 7, mean: 3 / 7, std: Math.sqrt(2 / 7), min: 0, max: 1, not_finite: 0 },
        acc: { count: 2, mean: 1, std: 0, min: 1, max: 1, not_finite: 0 },
        format: { count: 2, mean: 0.5, std: Math.SQRT1_2, min: 0, max: 1, not_finite: 0 },
      },
      tools: [],
      findings: expect.any(Array) as unknown,
      alerts: [],
      problems: [],
    });
  });

  it('is the same byte for byte each time', async () => {
    const files = STEPS.map(([name, lines]) => write(name, lines));
    const args = [...files, '--groups', '--rows', '1,-1', '--format', 'json'];
    expect((await run(args)).out).toBe((await run(args)).out);
  });

  it('compares the score that a field map names, whatever else the records call a score', async () => {
    const file = write('a.jsonl', [verl('a', 'x', 5, { mine: 0.5 }), verl('a', 'y', 5, { mine: 1 })]);
    expect(await summaryOf([file, '--field', 'score=mine'])).toMatchObject({
      fields: { score: { mean: 0.75 } },
      groups: { zero_variance: 0 },
    });
  });

  it('groups across steps if it is asked to', async () => {
    const files = STEPS.map(([name, lines]) => write(name, lines));
    const { groups } = await summaryOf([...files, '--across-steps']);
    expect(groups).toMatchObject({ count: 2, across_steps: 2, key: ['input', 'gts'], sizes: { 3: 1, 4: 1 } });
  });

  it('tells failed records from broken ones, and goes on', async () => {
    const file = write('a.jsonl', [
      { custom_id: 'b', response: { body: { choices: [{ text: 'one' }, { text: 'two' }] } } },
      { custom_id: 'c', response: null, error: { message: 'out of memory' } },
      '{"response": ',
      { response: null },
      `{"response": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
      { response: 'last', score: Number.NaN },
    ]);
    const summary = await summaryOf([file]);
    expect(summary).toMatchObject({
      records: 6,
      samples: 3,
      failed: 1,
      broken: { count: 3, by: { json: 1, encoding: 0, no_response: 1, too_deep: 1, too_long: 0 } },
    });
    const problems = summary['problems'] as readonly Record<string, unknown>[];
    expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'failed'],
      [3, 'json'],
      [4, 'no_response'],
      [5, 'too_deep'],
    ]);
    expect(problems[0]?.['message']).toContain('out of memory');
    expect((await run([file])).status).toBe(2);
  });

  it('has exit status 0 if only requests failed, and 2 if a file is missing', async () => {
    const failed = write('a.jsonl', [{ custom_id: 'c', error: { message: 'busy' } }, { response: 'r' }]);
    expect((await run([failed])).status).toBe(0);
    const missing = await run([failed, 'missing.jsonl', '--format', 'json']);
    expect(missing.status).toBe(2);
    expect(JSON.parse(missing.out)).toMatchObject({ samples: 1, broken: { count: 0 } });
    expect(missing.said.join('\n')).toContain('missing.jsonl was not found.');
  });

  it('counts NaN and infinities apart, and leaves a group with one out', async () => {
    const input = `${[Number.NaN, 1].map((score) => `{"input": "a", "output": "x", "gts": null, "score": ${score}}`).join('\n')}\n`;
    expect(await summaryOf(['-'], input)).toMatchObject({
      bytes: 0,
      fields: { score: { count: 1, mean: 1, std: null, not_finite: 1 } },
      groups: { count: 1, zero_variance: 0, kept: { count: 0 } },
    });
  });

  it('scores with a profile, and groups by its reward then', async () => {
    const response = GOOD_TEXTS.lang2act;
    const file = write('a.jsonl', [
      { response, ground_truth: '4', prompt: 'q', score: 0, verdict: 'right' },
      { response: 'nothing', ground_truth: '4', prompt: 'q', score: 0, verdict: 'wrong' },
    ]);
    const summary = await summaryOf([file, '--profile', 'lang2act']);
    expect(summary['profile']).toBe('lang2act');
    expect(Object.keys(summary['fields'] as object)).toEqual(
      expect.arrayContaining(['score', 'reward', 'reward.answer', 'reward.format']),
    );
    expect(summary).toMatchObject({ groups: { count: 1, zero_variance: 0, all_right: 0 } });
    expect(await summaryOf([file])).toMatchObject({ groups: { zero_variance: 1 } });
  });
});

describe('the rows of a run', () => {
  const file = () =>
    write(
      'a.jsonl',
      [1, 2, 3, 4, 5].map((n) => verl('q', `answer ${n}`, n / 10)),
    );
  const chosen = async (rows: string): Promise<readonly unknown[]> =>
    (((await summaryOf([file(), '--rows', rows]))['rows'] ?? []) as readonly { response: unknown }[]).map(
      ({ response }) => response,
    );

  it.each([
    ['1', [1]],
    ['-1', [5]],
    ['1,-1', [1, 5]],
    ['2-3', [2, 3]],
    ['4--1', [4, 5]],
    ['-2--1', [4, 5]],
    ['-1,1,1', [1, 5]],
    ['9', []],
    ['-9', []],
    ['5-9', [5]],
  ])('%s', async (rows, numbers) => {
    expect(await chosen(rows)).toEqual(numbers.map((n) => `answer ${n}`));
  });

  it.each([
    ['1000', ['--rows 1000 names rows that do not exist: the last one is row 5.']],
    ['2,4-6', ['--rows 2,4-6 names rows that do not exist: the last one is row 5.']],
    ['-6', ['--rows -6 names rows that do not exist: the last one is row 5.']],
    ['4-5,-5,1--1', []],
  ])('%s: it is said which of them do not exist', async (rows, said) => {
    expect((await run([file(), '--rows', rows])).said).toEqual(said);
  });

  it('are none if none match', async () => {
    const { said } = await run([file(), '--where', 'nobody', '--rows', '1']);
    expect(said).toEqual(['--rows 1 names rows that do not exist: there are none.']);
  });

  it.each(['', '0', 'x', '1-', '3-2', '-1-2', '1.5', '1,,2'])('"%s" is refused', async (rows) => {
    const refused = await run([file(), '--rows', rows]).catch(asPageTraceError);
    expect(refused).toMatchObject({ reason: 'bad-input' });
  });

  it('have their place, their numbers and the hash of their response', async () => {
    const lines = [verl('q', 'é "quoted"', 0.5, { id: 7, acc: true, step: 3 })];
    const summary = await summaryOf([write('9.jsonl', lines), '--rows', '1']);
    expect(summary['rows']).toEqual([
      {
        file: expect.stringMatching(/9\.jsonl$/) as unknown,
        line: 1,
        sample: null,
        step: 3,
        id: '7',
        group: 'q',
        question: 'q',
        reference: 'r',
        response: 'é "quoted"',
        response_sha256: createHash('sha256').update('é "quoted"').digest('hex'),
        score: 0.5,
        fields: { score: 0.5, acc: 1 },
      },
    ]);
  });

  it('are lines of JSON if it is asked for', async () => {
    const { out } = await run([file(), '--format', 'jsonl']);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(rows).toHaveLength(5);
    expect(rows.flatMap((row) => schemaErrors('runs', row, 'row'))).toEqual([]);
    const last = await run([file(), '--rows', '-1', '--format', 'jsonl']);
    expect(last.out).toBe(
      out
        .split('\n')
        .slice(4)
        .join('\n')
        .replace(/"file":"[^"]+"/, /"file":"[^"]+"/.exec(last.out)?.[0] ?? ''),
    );
  });
});

it('the rows and groups of a run are tables of comma-separated values if it is asked for', async () => {
  const file = write('a.jsonl', [verl('q, "1"', 'two\nlines', 1, { acc: 1 }), verl('q, "1"', 'b', 0)]);
  const each = await run([file, '--format', 'csv']);
  const rows = each.out.split('\r\n');
  expect(rows[0]).toBe(
    'file,line,sample,step,id,group,question,reference,response,response_sha256,score,fields',
  );
  expect(rows[1]).toContain(',1,,,,"q, ""1""","q, ""1""",r,"two\nlines",');
  expect(rows[1]).toMatch(/,1,"\{""score"":1,""acc"":1\}"$/);
  expect(rows).toHaveLength(4);
  const chosen = await run([file, '--rows', '2', '--format', 'csv']);
  expect(chosen.out.split('\r\n').slice(1)).toEqual([rows[2], '']);
  const groups = await run([file, '--groups', '--format', 'csv']);
  expect(groups.out.split('\r\n')[0]).toBe('group,n,right,wrong,pass_at,mean,std,scores,grpo,rloo');
});

it('the summary of a run is tables of Markdown if it is asked for', async () => {
  const file = write('a.jsonl', [verl('a|b', 'x', 1), '{']);
  const { out } = await run([file, '--groups', '--format', 'markdown']);
  expect(out).toContain('| samples | 1 |');
  expect(out).toContain('## fields\n\n| name | count | mean |');
  expect(out).toContain('| a\\|b |');
  expect(out).toContain('## problems');
});

it('the groups of a run have their advantages', async () => {
  const file = write('a.jsonl', [verl('q', 'x', 1), verl('q', 'y', 0), verl('p', 'z', 0.5)]);
  const { group_list: groups } = await summaryOf([file, '--groups']);
  expect(groups).toEqual([
    {
      group: 'q',
      n: 2,
      right: 1,
      wrong: 1,
      pass_at: { 1: 0.5, 2: 1 },
      mean: 0.5,
      std: Math.SQRT1_2,
      scores: [1, 0],
      grpo: [0.5 / (Math.SQRT1_2 + 1e-6), -0.5 / (Math.SQRT1_2 + 1e-6)],
      rloo: [1, -1],
    },
    { group: 'p', n: 1, right: 0, wrong: 0, mean: 0.5, std: 0, scores: [0.5], grpo: [0], rloo: [0.5] },
  ]);
});

it('the table names what the JSON has', async () => {
  const { out, status } = await run([write('a.jsonl', [verl('q', 'x', 1)]), '--rows', '1', '--groups']);
  expect(status).toBe(0);
  for (const part of ['files: 1', 'samples: 1', 'score', 'group_list', '  x']) expect(out).toContain(part);
});
