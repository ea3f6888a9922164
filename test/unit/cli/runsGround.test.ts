import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { ground } from '../../../src/cli/verbs/ground/ground.ts';
import { score } from '../../../src/cli/verbs/score/score.ts';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import type { Verb } from '../../../src/cli/terminal/verb.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { fixture, sharedFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly said: readonly string[];
}

async function run(verb: Verb, args: readonly string[]): Promise<Ran> {
  const out: string[] = [];
  const said: string[] = [];
  const status = await verb(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return { status, out: out.join(''), said };
}

const responseOf = (value: string): string =>
  `<description><tool name="read_numeric_value" args="Image 2: total">${value}</tool></description>` +
  `<think>Image 2 says 518.9.</think><answer>${value}</answer>`;

const record = (value: string, score: number, document: string) => ({
  input: 'What was total revenue?',
  output: responseOf(value),
  gts: '518.9',
  score,
  documents: [{ path: document, sha256: null }],
  images: [
    { document: 1, page: 3 },
    { document: 1, page: 7 },
  ],
});

interface Row {
  readonly line: number;
  readonly fields: Readonly<Record<string, number>>;
}

interface Summary {
  readonly matched: number;
  readonly fields: Readonly<Record<string, { readonly count: number }>>;
  readonly claims?: readonly { readonly mark: string; readonly claims: number }[];
  readonly rows: readonly Row[];
}

/** What `pagetrace ground` prints of a sample. */
interface Grounded {
  readonly counts: Readonly<Record<string, number>>;
  readonly claims: readonly {
    readonly status: string;
    readonly undecided: boolean;
    readonly computed: { readonly right: boolean } | null;
  }[];
}

/** The share of claims that are found, as docs/own-rewards.md says it. */
function shareOf(claims: Grounded['claims']): number {
  const checked = claims.filter(
    ({ status, undecided, computed }) =>
      status === 'found' || (status !== 'unknown' && !undecided && computed?.right !== true),
  );
  return checked.filter(({ status }) => status === 'found').length / checked.length;
}

describe('pagetrace runs --ground', () => {
  const folder = sharedFolder();
  const file = path.join(folder, 'run.jsonl');

  beforeAll(() => {
    fs.mkdirSync(path.join(folder, 'reports'));
    fs.copyFileSync(fixture('annual-report.pdf'), path.join(folder, 'reports', 'report.pdf'));
    const records = [
      record('518.9', 1, 'report.pdf'),
      record('31415.9', 1, 'report.pdf'),
      record('31415.9', 0.1, 'report.pdf'),
      record('518.9', 0.1, 'gone.pdf'),
    ];
    fs.writeFileSync(file, records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  });

  const documents = ['--documents', path.join(folder, 'reports')];
  const summaryOf = async (...args: readonly string[]): Promise<[Summary, readonly string[]]> => {
    const { out, said, status } = await run(runs, [file, '--rows', '1--1', '--format', 'json', ...args]);
    expect(status).toBe(0);
    const summary = JSON.parse(out) as Summary;
    expect(schemaErrors('runs', summary)).toEqual([]);
    return [summary, said];
  };

  it('has the claims of samples as ground has them, and says which documents were not found', async () => {
    const [summary, said] = await summaryOf('--ground', ...documents);
    expect(said).toEqual([
      'The documents of 1 sample were not found, such as gone.pdf. Name the folder that they are in with --documents, or a document with --document.',
    ]);
    const { out } = await run(ground, [file, ...documents, '--format', 'jsonl']);
    const grounded = out
      .trim()
      .split('\n', 3)
      .map((line) => JSON.parse(line) as Grounded);
    const sums = new Map<string, number>();
    for (const { counts } of grounded)
      for (const [mark, count] of Object.entries(counts)) sums.set(mark, (sums.get(mark) ?? 0) + count);
    expect(new Map(summary.claims?.map(({ mark, claims }) => [mark, claims]))).toEqual(sums);
    expect(summary.rows.map(({ fields }) => [fields['claims'], fields['grounded']])).toEqual([
      ...grounded.map(({ claims }) => [claims.length, shareOf(claims)]),
      [undefined, undefined],
    ]);
    expect(summary.rows[0]?.fields['grounded']).toBe(1);
    expect(summary.rows[1]?.fields['grounded']).toBeLessThan(1);
    expect(summary.fields['grounded']?.count).toBe(3);
  });

  it('measures which claims are on the gold boxes, and how right answers are with and without one', async () => {
    const whole = { page: 7, box: [0, 0, 2000, 2000] };
    const corner = { page: 7, box: [0, 0, 1, 1] };
    const withGold = (score: number, ...boxes: object[]) => ({
      ...record('518.9', score, 'report.pdf'),
      item: { id: '1', question: 'How much?', document: 'report.pdf', reference: '518.9', gold_boxes: boxes },
    });
    const own = path.join(folder, 'gold.jsonl');
    const records = [
      withGold(1, corner, whole),
      withGold(0, whole),
      withGold(0, corner),
      record('518.9', 1, 'report.pdf'),
    ];
    fs.writeFileSync(own, records.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const asked = [own, '--ground', ...documents, '--format', 'json'];
    const { out } = await run(runs, [...asked, '--metrics']);
    const { metrics } = JSON.parse(out) as {
      metrics: { overall: { name: string; samples: number; value: number }[] };
    };
    const valueOf = (name: string) => {
      const metric = metrics.overall.find((each) => each.name === name);
      return [metric?.samples, metric?.value];
    };
    expect(valueOf('gold_claims')).toEqual([3, expect.closeTo(2 / 3, 9)]);
    expect(valueOf('gold_seen')).toEqual([3, expect.closeTo(2 / 3, 9)]);
    expect(valueOf('right_if_seen')).toEqual([2, 0.5]);
    expect(valueOf('right_if_missed')).toEqual([1, 0]);
    const filtered = await run(runs, [...asked, '--where', 'gold_seen=0', '--rows', '1--1']);
    expect((JSON.parse(filtered.out) as Summary).rows.map(({ line }) => line)).toEqual([3]);
  });

  it('finds what was paid although the pages do not have it', async () => {
    const [summary, said] = await summaryOf(
      '--ground',
      ...documents,
      '--where',
      'score>=0.8 and claim:not-found',
    );
    expect(summary.rows.map(({ line }) => line)).toEqual([2]);
    expect(summary.matched).toBe(1);
    // The claims of a sample that the filter does not leave anyway are not looked for.
    expect(said).toEqual([]);
  });

  it('scores with a composite that reads the pages as score does', async () => {
    const composite = path.join(folder, 'grounded.reward.json');
    fs.writeFileSync(composite, '{"components": [{"check": "grounded", "weight": 1}]}');
    const [summary, said] = await summaryOf('--ground', ...documents, '--profile', composite);
    expect(said).toHaveLength(1);
    const rewards = summary.rows.map(({ fields }) => fields['reward']);
    expect(rewards).toEqual(summary.rows.map(({ fields }) => fields['grounded']));
    const { out } = await run(score, [file, ...documents, '--profile', composite, '--format', 'jsonl']);
    const scores = out.trim().split('\n');
    expect(scores.map((line) => (JSON.parse(line) as { overall: number | null }).overall)).toEqual(
      rewards.map((reward) => reward ?? null),
    );
  });

  it('has no claims without the option, nor without documents', async () => {
    const [summary] = await summaryOf();
    expect(summary.claims).toBeUndefined();
    expect(summary.rows[0]?.fields).not.toHaveProperty('claims');
    const [missing, said] = await summaryOf('--ground');
    expect(missing.claims).toEqual([]);
    expect(said.join(' ')).toContain('The documents of 4 samples were not found, such as report.pdf.');
  });

  it('takes pages that only some documents have', async () => {
    const [summary] = await summaryOf('--ground', ...documents, '--pages', '2,200000');
    expect(summary.rows[0]?.fields['grounded']).toBe(1);
  });

  it.each([
    [['--documents', 'x'], '--documents is given without --ground.'],
    [['--ground', '--ocr-language', 'deu'], '--ocr-language is given without --ocr.'],
    [['--ground', '--document', 'nope.pdf'], 'The document nope.pdf was not found.'],
    [['--ground', '--documents', 'nowhere'], 'The folder nowhere was not found.'],
    [['--ground', '--documents', 'package.json'], 'package.json is not a folder.'],
    [['--ground', '--pages', '1,abc'], '--pages: "abc" is not a page or a range of pages.'],
    [['--ground', '--pages', '0'], '--pages: Pages are counted from 1, so there is no page 0.'],
    [
      ['--ground', '--where', 'claim:nt-found'],
      '--where cannot be read at character 7 ("nt-found"): No claim has the mark nt-found. Did you mean not-found?',
    ],
  ])('%j is a mistake', async (args, message) => {
    expect(await run(runs, [file, ...args]).catch(asPageTraceError)).toMatchObject({
      reason: 'bad-input',
      message,
    });
  });
});
