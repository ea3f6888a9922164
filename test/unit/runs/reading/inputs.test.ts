import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { RECORD_FORMATS } from '../../../../src/core/records/formats/registry.ts';
import { NO_INPUT, openInput } from '../../../../src/runs/reading/bytes.ts';
import {
  readInputs,
  WITHOUT_OPTIONS,
  type InputItem,
  type InputNotice,
  type InputOptions,
} from '../../../../src/runs/reading/inputs.ts';
import { PLAIN_UTF8 } from '../../../../src/runs/reading/encoding.ts';
import { readTable } from '../../../../src/runs/reading/tableRecords.ts';
import { inputKind, recognizeInput } from '../../../../src/runs/reading/recognize.ts';
import { stepOfFile } from '../../../../src/runs/reading/stepOfFile.ts';
import { temporaryFolder } from '../../../support/files.ts';
import { readJson } from '../../../../src/runs/reading/readJson.ts';
import { readReferences } from '../../../../src/runs/reading/references.ts';

/** Bytes that arrive in chunks of the given size. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

function utf16(text: string, order: 'le' | 'be'): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

const options = (stdin: AsyncIterable<Buffer>, more: Partial<InputOptions> = {}): InputOptions => ({
  stdin,
  fields: {},
  kind: null,
  findReference: () => null,
  readTable,
  notice: () => undefined,
  ...more,
});

async function read(
  bytes: Buffer,
  size = bytes.length,
  more: Partial<InputOptions> = {},
): Promise<InputItem[]> {
  const items: InputItem[] = [];
  for await (const portion of readInputs(['-'], options(inPieces(bytes, Math.max(1, size)), more)))
    items.push(...portion);
  return items;
}

const responses = (items: readonly InputItem[]): readonly string[] =>
  items.map((item) => ('sample' in item ? item.sample.response : item.problem));

/** JSON of lists in lists. */
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a record that is nested too deeply', () => {
  const TOO_DEEP = 'This is nested more than 500 levels deep.';
  const good = JSON.stringify({ response: 'good' });

  it.each([
    ['lines', (deep: string) => `${good}\n${deep}\n${good}\n`],
    ['a list', (deep: string) => `[${good},\n${deep},\n${good}]`],
  ])('is reported with its line among records in %s, which are all read', async (_, write) => {
    for (const levels of [500, 10_000, 200_000]) {
      const items = await read(Buffer.from(write(`{"response": "x", "tool_results": ${nested(levels)}}`)));
      expect(responses(items)).toEqual(['good', TOO_DEEP, 'good']);
      expect(items.map(({ place }) => place.line)).toEqual([1, 2, 3]);
    }
  });

  it('ends nothing in any field of any form of records, at the limit and beyond it', async () => {
    for (const { fields, requires, samples } of RECORD_FORMATS) {
      const record: Record<string, unknown> = {};
      for (const [path, kind] of Object.entries(requires)) {
        if (!path.includes('.')) record[path] = kind === 'list' ? [{ text: 'a', completion: 'a' }] : 'a';
      }
      const paths = Object.values(fields).flatMap((field) => field.paths);
      for (const path of [...paths, ...paths.map((each) => `${samples ?? 'else'}.${each}`)]) {
        const [key = '', ...inner] = path.split('.');
        const write = (levels: number): string => {
          const deep = inner.reduceRight((value, name) => `[{"${name}": ${value}}]`, nested(levels));
          return JSON.stringify({ ...record, [key]: 'DEEP' }).replace('"DEEP"', deep);
        };
        const items = await read(Buffer.from([good, write(490), write(10_000), good].join('\n')));
        const said = responses(items);
        expect([said[0], ...said.slice(-2)], path).toEqual(['good', TOO_DEEP, 'good']);
      }
    }
  });

  it('is read up to 500 levels', async () => {
    const items = await read(Buffer.from(`{"response": "a", "tool_results": ${nested(499)}}\n`));
    expect(responses(items)).toEqual(['a']);
  });

  it('is named with its line among references', async () => {
    const file = path.join(temporaryFolder(), 'references.jsonl');
    await fs.promises.writeFile(file, `{"id": 1, "answer": "a"}\n{"id": ${nested(10_000)}, "answer": "a"}\n`);
    await expect(readReferences(file, NO_INPUT)).rejects.toThrow(`${file}:2: ${TOO_DEEP}`);
  });
});

describe('an input', () => {
  it('readInputs gives the same samples in every encoding, however the bytes are cut', async () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', '\u00e9', '\u20ac', '\u{1F600}', '\n', '"') });
    const encodings = fc.constantFrom<(text: string) => Buffer>(
      (text) => Buffer.from(text),
      (text) => Buffer.from(`\uFEFF${text}`),
      (text) => utf16(text, 'le'),
      (text) => utf16(text, 'be'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyText, { minLength: 1 }),
        encodings,
        fc.integer({ min: 1, max: 9 }),
        async (texts, encode, size) => {
          const lines = texts.map((response) => `${JSON.stringify({ response })}\r\n`).join('');
          expect(responses(await read(encode(lines), size))).toEqual(texts);
        },
      ),
      propertyRuns(200),
    );
  });

  it('readInputs gives the first sample of a slow input before the second is written', async () => {
    let asked = 0;
    async function* slowly(): AsyncGenerator<Buffer> {
      await Promise.resolve();
      for (;;) {
        asked += 1;
        yield Buffer.from(`${JSON.stringify({ response: `number ${asked}` })}\n`);
      }
    }
    for await (const portion of readInputs(['-'], options(slowly()))) {
      expect(responses(portion)).toEqual(['number 1']);
      break;
    }
    expect(asked).toBe(1);
  });

  it('openInput closes its source when the consumer stops early', async () => {
    let left = false;
    async function* source(): AsyncGenerator<Buffer> {
      try {
        for (;;) {
          await Promise.resolve();
          yield Buffer.from('{"response": "a"}\n');
        }
      } finally {
        left = true;
      }
    }
    const { head, bytes } = await openInput('-', source());
    expect(head).toBe('{"response": "a"}\n');
    for await (const chunk of bytes) {
      expect(chunk.toString()).toBe('{"response": "a"}\n');
      break;
    }
    expect(left).toBe(true);
  });

  it('readInputs reads a trajectory, and refuses mistakes in its front matter', async () => {
    const file =
      '---\nverdict: right\nimages: [{ image: 1, page: 2 }]\nresponse_length: 12\n---\n<answer>a</answer>';
    expect(await read(Buffer.from(file))).toMatchObject([
      {
        place: { line: null },
        sample: { response: '<answer>a</answer>', verdict: 'right', numImages: 1, responseLength: 12 },
      },
    ]);
    const notices: InputNotice[] = [];
    await read(Buffer.from('---\ncolor: red\n---\nx'), 5, { notice: (each) => notices.push(each) });
    expect(notices).toMatchObject([
      {
        kind: 'front-matter',
        place: { file: '-', line: 2 },
        message: expect.stringContaining('PageTrace does not know the key "color".') as string,
      },
    ]);
    expect(await read(Buffer.from('---\nverdict: maybe\n---\nx'))).toMatchObject([{ place: { line: 2 } }]);
    // A file is one record, whose problem lists all mistakes.
    expect(await read(Buffer.from('---\nrewrd: evisrag\nmodel: m\nverdict: maybe\n---\nx'))).toMatchObject([
      {
        place: { line: 2 },
        problem: expect.stringMatching(
          /^PageTrace does not know the key "rewrd"\. Did you mean "reward"\? Line 4: The value of "verdict" cannot be used: /,
        ) as string,
      },
    ]);
    expect(responses(await read(Buffer.from([0x61, 0xff])))).toEqual(['This is not UTF-8 text.']);
    expect(responses(await read(Buffer.from('long enough'), 3, { longest: 10 }))).toEqual([
      'This is longer than 10 bytes and was skipped.',
    ]);
  });

  it('readInputs refuses what is not text: archives, UTF-16 without a byte order mark', async () => {
    const unmarked = Buffer.from('{"response": "a"}\n', 'utf16le');
    expect(responses(await read(unmarked))).toEqual([
      expect.stringMatching(/^Standard input is not text\. Records are read as UTF-8/) as string,
    ]);
  });

  it.each([
    ['an archive', Buffer.from('PK\u0003\u0004\0\0'), 'This form of records cannot be read from a pipe.'],
    ['Parquet', Buffer.from('PAR1\u0015\u0004'), 'This form of records cannot be read from a pipe.'],
    [
      'half of what is packed',
      gzipSync('{"response": "a"}\n').subarray(0, 12),
      'is packed, and is damaged or cut off',
    ],
    [
      'damaged zstd',
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x48]),
      'is packed, and is damaged or cut off',
    ],
    ['YAML', Buffer.from('- response: a\n'), 'Standard input is YAML, which PageTrace does not read.'],
  ])('readInputs refuses %s from a pipe', async (_, bytes, problem) => {
    const [said, ...more] = responses(await read(bytes));
    expect(said).toContain(problem);
    expect(more).toEqual([]);
  });

  it.each([
    ['commas', 'id,response,ground_truth\n1,"<answer>42</answer>",42\n', '<answer>42</answer>'],
    ['a byte order mark', '\uFEFF"response","meta.step"\r\n"a",1\r\n', 'a'],
    ['tabs', 'prompt\toutput\tinput\np\to\ti\n', 'o'],
    ['semicolons', 'question;response\na;b\n', 'b'],
  ])('readInputs reads a table with %s from a pipe', async (_, text, response) => {
    for (const kind of [null, 'records'] as const)
      expect(responses(await read(Buffer.from(text), 5, { kind }))).toEqual([response]);
    expect(responses(await read(Buffer.from(text), 5, { kind: 'trajectory' }))).toHaveLength(1);
  });

  it.each([
    'Paris, London\nand Rome',
    'response, in short\nyes',
    'Yes,no\nmaybe',
    'answer\n42',
    '<answer>id,response</answer>\n',
    'score',
  ])('readInputs reads plain text with commas as a trajectory: %j', async (text) => {
    const [item, ...more] = await read(Buffer.from(text));
    expect(item).toMatchObject({ sample: { response: text.replace(/\n$/u, '') } });
    expect(more).toEqual([]);
  });

  it('readInputs recognizes the log of EasyR1 by its first characters', async () => {
    const log = '[prompt] p\n[output] o\n[ground_truth] g\n[score] 0.5\n\n'.repeat(2);
    for (const size of [1, 7, 1000]) {
      const items = await read(Buffer.from(log), size);
      expect(items).toMatchObject([
        { place: { line: 1 }, sample: { response: 'o', reference: 'g', question: 'p', score: 0.5 } },
        { place: { line: 6 }, sample: { response: 'o' } },
      ]);
    }
  });

  it('readInputs numbers the samples of a record that holds several', async () => {
    const record = { custom_id: 'a', response: { body: { choices: [{ text: 'x' }, { text: 'y' }] } } };
    expect(await read(Buffer.from(JSON.stringify(record)))).toMatchObject([
      { place: { line: 1, sample: 1 }, sample: { response: 'x' } },
      { place: { line: 1, sample: 2 }, sample: { response: 'y' } },
    ]);
  });
});

describe('the kind of an input', () => {
  it.each([
    ['a.yaml', '- response: a\n'],
    ['rollouts', '- response: |\n    <think>a</think>\n'],
  ])('recognizeInput refuses YAML, by its name or its beginning: %s', (name, head) => {
    expect(() => recognizeInput(name, { head, encoding: PLAIN_UTF8 }, null)).toThrow(
      `${name} is YAML, which PageTrace does not read.`,
    );
  });

  it.each([
    ['runs/a.csv', 'What was said,when\nhello,now\n', 'commas'],
    ['runs/a.csv', '"one, two";three\n', 'semicolons'],
    ['a.csv.gz', 'one\n', 'commas'],
    ['a.TSV', 'x\n', 'tabs'],
    ['a.jsonl', 'id,response\n1,a\n', 'commas'],
    ['a.eval', 'PK\u0003\u0004', 'zip'],
    ['a', 'PAR1', 'parquet'],
  ])('recognizeInput knows the table %s by its name or its beginning', (name, head, kind) => {
    expect(recognizeInput(name, { head, encoding: PLAIN_UTF8 }, null).kind).toBe(kind);
  });

  it.each(['a.txt', 'notes.md', 'run'])(
    'recognizeInput does not take a text for a trajectory: %s',
    (name) => {
      expect(() =>
        recognizeInput(name, { head: 'Some notes, and no tags.\n', encoding: PLAIN_UTF8 }, null),
      ).toThrow(`${name} has neither records nor the tags of a trajectory.`);
    },
  );

  it.each([
    ['a.csv', '{"response": "a"}\n', null, 'lines'],
    ['a.csv', '[{"response": "a"}]', null, 'values'],
    ['a.csv', 'id,response\n1,a\n', 'trajectory', 'trajectory'],
    ['a.trajectory', 'id,response\n1,a\n', null, 'trajectory'],
    ['a.csv', '', null, 'trajectory'],
    ['a.csv', '<think>a, b</think>\n<answer>b</answer>', null, 'trajectory'],
    ['a.yaml', '<answer>b</answer>', null, 'trajectory'],
    ['a.txt', '<think>- first: I look.\n', null, 'trajectory'],
    ['-', '- first: I look.\n', null, 'trajectory'],
    ['a.txt', '- first: I look.\n', 'trajectory', 'trajectory'],
    ['a.md', '---\nquestion: q\n---\nI look.\n', null, 'trajectory'],
  ] as const)(
    'recognizeInput reads %s that begins with %j, with the option %s',
    (name, head, asked, kind) => {
      expect(recognizeInput(name, { head, encoding: PLAIN_UTF8 }, asked).kind).toBe(kind);
    },
  );

  it.each<[string, string, 'trajectory' | 'records' | null, string]>([
    ['a.trajectory', '{"response": 1}\n', null, 'trajectory'],
    ['a.trajectory', '{"response": 1}\n', 'records', 'lines'],
    ['a.jsonl', 'broken', null, 'lines'],
    ['-', ' \n {"a": 1}\n{', null, 'lines'],
    ['-', '{\n  "a": 1\n}', null, 'values'],
    ['a.json', '{"a": 1,\n "b": 2}', null, 'values'],
    ['-', '  [{"a": 1}]', null, 'values'],
    ['generations.log', '[prompt] What?\n[output] ', null, 'generations'],
    ['-', '<think>a</think>', null, 'trajectory'],
    ['-', '[1] is shown', 'trajectory', 'trajectory'],
    ['-', '', null, 'trajectory'],
    ['notes.txt', 'plain', 'records', 'lines'],
  ])('inputKind: %s that begins with %j, with the option %s, is %s', (name, head, asked, kind) => {
    expect(inputKind(name, head, asked)).toBe(kind);
  });
});

describe('the training step of records', () => {
  it.each([
    ['rollouts/10.jsonl', 10],
    ['rollouts\\20.jsonl', 20],
    ['completions_00010.jsonl', 10],
    ['step_3.jsonl', 3],
    ['run/step_7/traces.jsonl', 7],
    ['run/global_step_7/traces.jsonl', 7],
    ['a10.jsonl', null],
    ['10.trajectory', null],
    ['2024/rollouts.jsonl', null],
    ['-', null],
  ])('stepOfFile of %s is %j', (file, step) => {
    expect(stepOfFile(file)).toBe(step);
  });

  it('is that of the record, otherwise that of the file', async () => {
    const file = path.join(temporaryFolder(), '10.jsonl');
    fs.writeFileSync(file, '{"response": "a"}\n{"response": "b", "step": 3}\n');
    const items = [];
    for await (const portion of readInputs([file], WITHOUT_OPTIONS)) items.push(...portion);
    expect(items).toMatchObject([{ sample: { step: 10 } }, { sample: { step: 3 } }]);
  });
});

describe('JSON as Python writes it', () => {
  it('readJson reads NaN and infinities, and takes the last of repeated keys, as Python does', () => {
    expect(
      readJson('{"a": [NaN, -Infinity, 1e2, 12], "a": [Infinity, null, true, {"__proto__": "x"}]}'),
    ).toEqual({
      value: { a: [Infinity, null, true, Object.fromEntries([['__proto__', 'x']])] },
    });
  });

  it('readJson says where a text stops being JSON', () => {
    expect(readJson('{"a": 1,}')).toEqual({
      problem: 'This is not JSON: a name in double quotes is missing at character 9.',
      reason: 'json',
    });
  });
});
