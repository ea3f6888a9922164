import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import { temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

interface Counted {
  readonly status: number;
  readonly records: number;
  readonly samples: number;
  readonly failed: number;
  /** How often each reason occurs, of those that do. */
  readonly broken: Readonly<Record<string, number>>;
  /** The line, reason and sentence of each problem. */
  readonly problems: readonly (readonly [number | null, string, string])[];
  readonly said: string;
}

interface Printed extends Omit<Counted, 'broken' | 'problems'> {
  readonly broken: { readonly by: Readonly<Record<string, number>> };
  readonly problems: readonly { line: number | null; reason: string; message: string }[];
}

async function print(args: readonly string[]): Promise<{ status: number; out: string; said: string }> {
  const out: string[] = [];
  const said: string[] = [];
  const status = await runs([...args, '--format', 'json'], {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return { status, out: out.join(''), said: said.join('\n') };
}

async function count(args: readonly string[]): Promise<Counted> {
  const { status, out, said } = await print(args);
  const json = JSON.parse(out) as Printed;
  expect(schemaErrors('runs', json)).toEqual([]);
  const { records, samples, failed, broken, problems } = json;
  return {
    status,
    records,
    samples,
    failed,
    broken: Object.fromEntries(Object.entries(broken.by).filter(([, times]) => times > 0)),
    problems: problems.map(({ line, reason, message }) => [line, reason, message]),
    said,
  };
}

function write(bytes: string | Buffer, name = 'run.jsonl'): string {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, bytes);
  return file;
}

const GOOD = '{"input":"a","output":"x","gts":"r","score":1}';
const nested = (depth: number): string =>
  `{"input":"a","output":"x","gts":"r","score":1,"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

const badUtf8 = Buffer.concat([
  Buffer.from(`${GOOD}\n{"input":"`),
  Buffer.from([0xff]),
  Buffer.from(`","output":"x"}\n${GOOD}\n`),
]);

describe('a run with a fault', () => {
  it.each<[string, string | Buffer, number]>([
    ['with one line', `${GOOD}\n`, 1],
    ['without a line end', `${GOOD}\n${GOOD}`, 2],
    ['with CRLF', `${GOOD}\r\n${GOOD}\r\n`, 2],
    ['with a byte order mark', `\uFEFF${GOOD}\n${GOOD}\n`, 2],
    ['in UTF-16', utf16(`${GOOD}\n${GOOD}\n`), 2],
    ['with a lone surrogate', `${GOOD.replace('"x"', String.raw`"\ud800"`)}\n${GOOD}\n`, 2],
    ['with NaN', `${GOOD.replace('1}', 'NaN}')}\n${GOOD}\n`, 2],
    ['with __proto__', `${GOOD.replace('1}', '1,"__proto__":{"score":5}}')}\n${GOOD}\n`, 2],
    ['with the same id twice', `{"id":"1",${GOOD.slice(1)}\n{"id":"1",${GOOD.slice(1)}\n`, 2],
  ])('is read %s', async (_name, bytes, samples) => {
    expect(await count([write(bytes)])).toEqual({
      status: 0,
      records: samples,
      samples,
      failed: 0,
      broken: {},
      problems: [],
      said: '',
    });
  });

  it.each<[string, string | Buffer, string, string]>([
    ['invalid UTF-8', badUtf8, 'encoding', 'This is not UTF-8 text.'],
    ...[5000, 1_000_000].map((depth): [string, string, string, string] => [
      `${depth} levels`,
      `${GOOD}\n${nested(depth)}\n${GOOD}\n`,
      'too_deep',
      'This is nested more than 500 levels deep.',
    ]),
    [
      'a cut line',
      `${GOOD}\n${GOOD.slice(0, 20)}\n${GOOD}\n`,
      'json',
      'This is not JSON: the string that begins at character 14 is not closed.',
    ],
    [
      'no response',
      `${GOOD}\n{"input":"a","score":1}\n${GOOD}\n`,
      'no_response',
      'The record has the keys input and score. No text of a response was found under a known key. Name the one that does: --field response=KEY.',
    ],
  ])('goes on after %s', async (_name, bytes, reason, message) => {
    const file = write(bytes);
    expect(await count([file])).toEqual({
      status: 2,
      records: 3,
      samples: 2,
      failed: 0,
      broken: { [reason]: 1 },
      problems: [[2, reason, message]],
      said: `${file}:2: ${message}`,
    });
  });

  it('says which record of a list on one line it is', async () => {
    const broken = '{"input": 1}';
    const file = write(`[${GOOD}, ${broken}, ${GOOD},\n${broken},\n${GOOD}, ${broken}]`, 'run.json');
    const { out, said } = await print([file]);
    const { problems } = JSON.parse(out) as { problems: readonly Readonly<Record<string, unknown>>[] };
    expect(problems.map(({ line, item }) => [line, item])).toEqual([
      [1, 2],
      [2, undefined],
      [3, 6],
    ]);
    expect(schemaErrors('runs', JSON.parse(out))).toEqual([]);
    expect(said.split('\n').map((each) => each.slice(0, each.indexOf(': ')))).toEqual([
      `${file}:1 (record 2)`,
      `${file}:2`,
      `${file}:3 (record 6)`,
    ]);
  });

  it('names the fields of an unknown form as options that can be pasted', async () => {
    const record = { q: 'How many?', generated_text: '<answer>4</answer>', 'gold label': '4' };
    const file = write(`${JSON.stringify(record)}\n${JSON.stringify(record)}\n`);
    const { said, samples } = await count([file]);
    expect(samples).toBe(0);
    const options = /If it is "generated_text", add (.*) to the command\.$/.exec(said)?.[1];
    expect(options).toBe(
      `--field response=generated_text --field prompt=q --field ground_truth='gold label'`,
    );
    const pasted = options?.match(/(?:[^\s']|'[^']*')+/g)?.map((word) => word.replaceAll("'", '')) ?? [];
    expect(await count([file, ...pasted])).toMatchObject({ status: 0, samples: 2, said: '' });
  });

  it('says which files of a folder it leaves out', async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, '1.jsonl'), `${GOOD}\n`);
    fs.writeFileSync(path.join(folder, 'config.json'), '{"name": "run"}');
    fs.symlinkSync('1.jsonl', path.join(folder, 'latest.jsonl'));
    expect(await count([folder])).toMatchObject({
      status: 0,
      samples: 1,
      said: `Left out: 1 file without records of a known form (${path.join(folder, 'config.json')}).`,
    });
  });

  const loop = (): string => {
    const folder = temporaryFolder();
    fs.symlinkSync('b.jsonl', path.join(folder, 'a.jsonl'));
    fs.symlinkSync('a.jsonl', path.join(folder, 'b.jsonl'));
    return path.join(folder, 'a.jsonl');
  };
  it.each<[string, () => string, string]>([
    ['empty', () => write(''), 'is empty.'],
    [
      'binary',
      () => write(Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256)), 'run.csv'),
      'is not text. Records are read as UTF-8, or as UTF-16 with a byte order mark. Write them as JSON, one record a line.',
    ],
    ['missing', () => path.join(temporaryFolder(), 'gone.jsonl'), 'was not found. Check the path.'],
    ['a loop of links', loop, 'could not be read. Check that it is a file and that you may read it.'],
  ])('summarizes the rest if a file is %s', async (_name, make, ends) => {
    const file = make();
    const message = `${file} ${ends}`;
    expect(await count([write(`${GOOD}\n`), file, write(`${GOOD}\n`)])).toEqual({
      status: 2,
      records: 2,
      samples: 2,
      failed: 0,
      broken: {},
      problems: [[null, 'file', message]],
      said: message,
    });
  });

  it('is the same as a folder and as its files in the order of steps', async () => {
    const folder = temporaryFolder();
    const files = [10, 9, 2].map((step) => path.join(folder, `${step}.jsonl`));
    for (const file of files) fs.writeFileSync(file, `${GOOD}\n{\n`);
    const more = ['--rows', '1-3', '--groups'];
    const whole = await print([folder, ...more]);
    expect(whole).toEqual(await print([...files.reverse(), ...more]));
    const { rows } = JSON.parse(whole.out) as { rows: readonly { step: number }[] };
    expect(rows.map(({ step }) => step)).toEqual([2, 9, 10]);
  });
});
