import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { DialectChoice } from '../../../src/runs/choosing/dialectChoice.ts';
import { temporaryFolder } from '../../support/files.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { readExampleRun, RUN } from '../core/filter/exampleRun.ts';
import { examplesOf } from '../core/filter/filtersPage.ts';

interface Row {
  readonly id: string;
}

interface Printed {
  readonly samples: number;
  readonly matched: number;
  readonly groups: { readonly count: number };
  readonly tools: readonly { readonly name: string; readonly calls: number }[];
  readonly rows: readonly Row[];
}

/** What `pagetrace runs` prints of a file for a filter. */
async function runWhere(
  filter: string,
  file = RUN,
  more: readonly string[] = [],
): Promise<{ readonly json: Printed; readonly said: readonly string[] }> {
  const out: string[] = [];
  const said: string[] = [];
  await runs([file, '--where', filter, '--rows', '1--1', '--format', 'json', ...more], {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return { json: JSON.parse(out.join('')) as Printed, said };
}

const names = (await readExampleRun()).map(({ name }) => name);

describe('pagetrace runs --where', () => {
  it.each(examplesOf(names))(
    '$cell: the rows that docs/filters.md says',
    async ({ filter, count, which }) => {
      const { json } = await runWhere(filter);
      const samples = which.filter((name) => name.startsWith('r'));
      expect(json.rows.map(({ id }) => id)).toEqual(samples);
      expect([json.samples, json.matched]).toEqual([24, count]);
    },
  );

  it('reads what the record has under a name that means something else', async () => {
    const file = path.join(temporaryFolder(), 'own.jsonl');
    const record = { input: 'q', output: 'a', gts: 'b', score: 1, advantage: 7, length: 2 };
    fs.writeFileSync(file, `${JSON.stringify(record)}\n${JSON.stringify({ ...record, advantage: -7 })}\n`);
    for (const [filter, count] of [
      ['record.advantage>0', 1],
      ['advantage>0', 0],
      ['record.length=2 record.score=1', 2],
    ] as const) {
      const { json, said } = await runWhere(filter, file);
      expect([filter, json.matched, said]).toEqual([filter, count, []]);
    }
  });

  it.each([
    ['is:broken', 1],
    ['problem:json', 1],
    ['is:failed', 0],
    ['file:rows.jsonl not has:response', 1],
    ['not group.n>0 missing:id', 1],
  ])('%s: decides about records without a sample', async (filter, matched) => {
    expect((await runWhere(filter)).json).toMatchObject({ matched, rows: [] });
  });

  it('summarizes what matches', async () => {
    const { json } = await runWhere('tool:zoom_in or tools>2');
    expect(json.groups.count).toBe(2);
    expect(json.tools).toEqual([
      { name: 'read_numeric_value', calls: 4, samples: 2 },
      { name: 'zoom_in', calls: 1, samples: 1 },
    ]);
  });

  it.each([
    ['acx=1', 'No sample has the field acx, which --where asks for. Did you mean acc?'],
    ['nothing:x', 'No sample has the field nothing, which --where asks for.'],
    ['reward<0.2', 'No sample has reward, which --where asks for. --profile scores them.'],
  ])('%s: says that no sample has the field', async (filter, sentence) => {
    expect((await runWhere(filter)).said).toContain(sentence);
  });

  it('says what a reward needs that its profile does not know', async () => {
    const file = path.join(temporaryFolder(), 'run.jsonl');
    const response =
      '<think>Image 1.</think><description><tool name="a" args="Image 1: b">c</tool></description><answer>1</answer>';
    fs.writeFileSync(file, `${JSON.stringify({ response, ground_truth: '1', num_images: 1 })}\n`);
    const { said } = await runWhere('reward>0.9', file, ['--profile', 'lang2act']);
    expect(said).toContain(
      'No sample has reward, which --where asks for. The profile may need a verdict of each answer; pagetrace judge gives them.',
    );
  });

  it('says so of the fields of every run, and not of a text that is searched everywhere', async () => {
    const file = path.join(temporaryFolder(), 'run.jsonl');
    fs.writeFileSync(file, '{"response":"x"}\n');
    const { said } = await runWhere(
      'id:x finish=length verdict:right length>5 answer!=reference cash missing:step',
      file,
    );
    expect(said).toEqual(
      ['id', 'finish', 'verdict', 'length', 'answer', 'reference'].map(
        (name) => `No sample has the field ${name}, which --where asks for.`,
      ),
    );
  });

  it('says nothing of fields that samples have, or that a sample may lack', async () => {
    const quiet = (await runWhere('')).said;
    const { said } = await runWhere(
      '`odd name`=3 kind:chart missing:prompt is:truncated group.std=0 score>1',
    );
    expect(said).toEqual(quiet);
  });

  it.each([
    [
      RUN,
      'score<',
      '--where cannot be read at character 6 ("<"): A number or a field is missing after <.',
      'docs/filters.md describes filters, with examples.',
    ],
    [
      RUN,
      'is:brokn',
      '--where cannot be read at character 4 ("brokn"): brokn is unknown after is:. Did you mean broken?',
      'Write broken there.',
    ],
    [
      RUN,
      'a claim:not-found',
      '--where asks for claims (claim:not-found), which are looked for on the pages with --ground.',
      'Add --ground, and --documents for the folder with the documents.',
    ],
    [
      RUN,
      'score>0.5 grounded<0.5',
      '--where asks for claims (grounded<0.5), which are looked for on the pages with --ground.',
      'Add --ground, and --documents for the folder with the documents.',
    ],
    [
      '-',
      'group.std=0',
      '--where asks for groups, which are known after everything is read, and standard input can be read only once.',
      'Write the samples to a file, and name the file.',
    ],
  ])('%s, %s: a mistake', async (file, filter, message, hint) => {
    const error = await runWhere(filter, file).catch(asPageTraceError);
    expect(error).toMatchObject({ reason: 'bad-input', message, hint });
  });

  it('repeats only the beginning of a text that is too long', async () => {
    const error = await runWhere('a'.repeat(11_000)).catch(asPageTraceError);
    expect(error).toMatchObject({
      message: `--where cannot be read at character 4001 ("${'a'.repeat(60)}…"): A filter has at most 4000 characters, and this one has 11000.`,
    });
  });

  it('does not mix the groups of a file with the samples of another that took its place', async () => {
    const file = path.join(temporaryFolder(), 'run.jsonl');
    fs.writeFileSync(file, '{"input":"a","output":"x","gts":"r","score":1}\n');
    vi.spyOn(DialectChoice.prototype, 'look').mockImplementationOnce(() => {
      fs.appendFileSync(file, '{"input":"a","output":"x","gts":"r","score":0}\n');
    });
    expect(await runWhere('group.n=1', file).catch(asPageTraceError)).toMatchObject({
      reason: 'bad-input',
      message: `${file} was changed while it was read.`,
    });
  });

  it.skipIf(process.platform === 'win32')(
    'does not wait for a pipe that it would have to read twice',
    async () => {
      const pipe = path.join(temporaryFolder(), 'pipe');
      execFileSync('mkfifo', [pipe]);
      expect(await runWhere('group.std=0', pipe).catch(asPageTraceError)).toMatchObject({
        message: `--where asks for groups, which are known after everything is read, and ${pipe} can be read only once.`,
      });
    },
  );
});
