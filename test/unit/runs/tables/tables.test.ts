import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { readInputs, WITHOUT_OPTIONS, type InputItem } from '../../../../src/runs/reading/inputs.ts';
import { readTable } from '../../../../src/runs/reading/tableRecords.ts';
import { isWorkbook } from '../../../../src/runs/packed/zipRecords.ts';
import { cellValue } from '../../../../src/runs/tables/cellValue.ts';
import { parquetRecords } from '../../../../src/runs/tables/parquet.ts';
import { temporaryFolder } from '../../../support/files.ts';
import { zipFile } from '../../../support/zipFile.ts';

async function read(name: string, content: string | Uint8Array): Promise<readonly InputItem[]> {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, content);
  const items: InputItem[] = [];
  for await (const portion of readInputs([file], { ...WITHOUT_OPTIONS, readTable })) items.push(...portion);
  return items;
}

const samplesOf = (items: readonly InputItem[]) =>
  items.map((item) => {
    if (!('sample' in item)) throw new Error(item.problem);
    return item.sample;
  });

describe('a table in text', () => {
  it.each([
    ['commas', 'a.csv', ','],
    ['semicolons', 'a.csv', ';'],
    ['tabs', 'a.tsv', '\t'],
    ['commas without a name that says so', 'table', ','],
  ])('has a record in each row, with %s', async (_, name, separator) => {
    const rows = [
      ['index', 'question', 'answer', 'prediction', 'hit'],
      ['7', '"Two\nlines, ""quoted"""', '042', '"a, b; c\td"', '1'],
      ['8', 'q', 'None', '', '0'],
    ];
    const text = `\ufeff${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`;
    const items = await read(name, text);
    expect(samplesOf(items)).toMatchObject([
      {
        id: '7',
        question: 'Two\nlines, "quoted"',
        reference: '042',
        response: 'a, b; c\td',
        verdict: 'right',
      },
      { id: '8', question: 'q', reference: 'None', response: '', verdict: 'wrong' },
    ]);
    expect(items.map(({ place }) => place.line)).toEqual([2, 4]);
    expect(items[0]).toMatchObject({ format: 'vlmevalkit' });
  });

  it('is read in UTF-16 too', async () => {
    const items = await read('a.csv', Buffer.from('\ufeffresponse,score\né,0.5\n', 'utf16le'));
    expect(samplesOf(items)).toMatchObject([{ response: 'é', score: 0.5 }]);
  });

  it('reads rows with fewer and more cells than names', async () => {
    const items = await read('a.csv', 'response,score\nonly\na,1,more\n');
    expect(samplesOf(items).map(({ response, score }) => [response, score])).toEqual([
      ['only', null],
      ['a', 1],
    ]);
  });

  it('has the outputs of promptfoo, each with the columns after it', async () => {
    const after = 'Status,Score,Named Scores,Grader Reason,Comment';
    const text = [
      `question,reference,[openai:m] Answer,${after.replace('Grader', 'Metric: tone,Grader')},Plain,${after}`,
      'Q,42,1.50,PASS,1.00,"{""tone"":0.9}",0.90,ok,,"\'=1+1",FAIL,0.00,,no,',
      'R,7,,ERROR,0.00,,,HTTP 500,,,,,,,',
    ].join('\n');
    const items = await read('out.csv', `${text}\n`);
    expect(items).toMatchObject([
      {
        place: { line: 2, sample: 1 },
        format: 'promptfoo-table',
        sample: {
          response: '1.50',
          question: 'Q',
          reference: '42',
          score: 1,
          verdict: 'right',
          columns: { tone: 0.9 },
          groupKeys: ['question', 'reference'],
        },
      },
      { place: { line: 2, sample: 2 }, sample: { response: '=1+1', score: 0, verdict: 'wrong' } },
      {
        place: { line: 3, sample: null },
        reason: 'failed',
        problem: expect.stringContaining('HTTP 500') as unknown,
      },
    ]);
  });

  it('groups the outputs of promptfoo for a test without a question by its variables', async () => {
    const text = 'topic,[a] P,Status,Score,Named Scores\ncats,meow,PASS,1.00,\ncats,purr,FAIL,0.00,\n';
    expect(samplesOf(await read('out.csv', text))).toMatchObject([
      { response: 'meow', group: '["cats"]', groupKeys: ['topic'] },
      { response: 'purr', group: '["cats"]' },
    ]);
  });

  it('puts outputs of promptfoo without any variables in no group', async () => {
    const items = await read('out.csv', '[a] P,Status,Score,Named Scores\nmeow,PASS,1.00,\n');
    expect(samplesOf(items)).toMatchObject([{ response: 'meow', group: null, question: null }]);
  });

  it('keeps all columns of the same name', async () => {
    const [item] = await read('a.csv', 'response,score,acc,acc,acc 2\na,1,0,0.5,0.25\n');
    expect(item).toMatchObject({ sample: { columns: { acc: 0, 'acc 2': 0.25, 'acc 2 ': 0.5 } } });
  });

  it('keeps what comes before quotes that never end', async () => {
    const items = await read('a.csv', 'response,score\na,1\n"b,2\n');
    expect(items.map((item) => ('sample' in item ? item.sample.response : item.problem))).toEqual([
      'a',
      'This row of the table cannot be read: a quote that is opened in it may never be closed.',
    ]);
  });

  it('says that it has no rows if it has only names', async () => {
    expect(await read('a.csv', 'response,score\n')).toMatchObject([
      { problem: 'The table has the names of its columns, and no rows.' },
    ]);
  });

  it('is refused if it is binary', async () => {
    const items = await read('a.csv', Buffer.from([0x61, 0, 0xff, 0x2c, 0x0a]));
    expect(items).toMatchObject([{ problem: expect.stringContaining('is not text.') as unknown }]);
  });

  it.each([
    ['score', '0.5', 0.5],
    ['score', 'nan', Number.NaN],
    ['acc', 'True', true],
    ['acc', 'FALSE', false],
    ['score', '', undefined],
    ['images', '["a", "b"]', ['a', 'b']],
    ['images', '[broken', '[broken'],
    ['id', '007', '007'],
    ['id', '9007199254740991', 9007199254740991],
    ['id', '9007199254740993', '9007199254740993'],
    ['id', '-12345678901234567890', '-12345678901234567890'],
    ['score', '0.12345678901234567890', 0.12345678901234568],
    ['response', '0.5', '0.5'],
    ['response', '', ''],
    ['output_12', '42', '42'],
    ['output_1', '', ''],
    ['answer', '["a"]', '["a"]'],
  ])('has in a cell of %s for %j the value %j', (column, text, value) => {
    expect(cellValue(column, text)).toEqual(value);
  });
});

describe('Parquet', () => {
  it('has a record in each row, without bytes', async () => {
    const rows = 2500;
    const numbers = Array.from({ length: rows }, (_, n) => n);
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'step', data: numbers.map(BigInt), type: 'INT64' },
        { name: 'prompt', data: numbers.map((n) => `q ${n}`), type: 'STRING' },
        { name: 'completion', data: numbers.map((n) => `a ${n}`), type: 'STRING' },
        { name: 'accuracy_reward', data: numbers.map((n) => n / 2), type: 'DOUBLE' },
      ],
      rowGroupSize: 1000,
    });
    const items = await read('completions_00010.parquet', new Uint8Array(buffer));
    expect(items).toHaveLength(rows);
    expect(items[2001]).toMatchObject({
      place: { line: 2002, bytes: null },
      sample: { response: 'a 2001', question: 'q 2001', step: 2001, columns: { accuracy_reward: 1000.5 } },
    });
  });

  it('keeps whole numbers that no double is, and text in columns of bytes, but no other bytes', async () => {
    const ids = [2n ** 53n + 1n, 2n ** 53n + 2n, 7n];
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'uid', data: ids, type: 'INT64' },
        { name: 'response', data: ['a', 'b', 'c'].map((text) => Buffer.from(text)), type: 'BYTE_ARRAY' },
        { name: 'image', data: ids.map(() => Buffer.from([0x89, 0x50, 0x4e, 0x47])), type: 'BYTE_ARRAY' },
        { name: 'mask', data: ids.map(() => Buffer.from([0, 0, 1])), type: 'BYTE_ARRAY' },
      ],
    });
    const file = path.join(temporaryFolder(), 'a.parquet');
    fs.writeFileSync(file, new Uint8Array(buffer));
    const records: unknown[] = [];
    for await (const portion of parquetRecords(file))
      records.push(...portion.map((each) => 'record' in each && each.record));
    expect(records).toEqual([
      { uid: '9007199254740993', response: 'a' },
      { uid: '9007199254740994', response: 'b' },
      { uid: 7, response: 'c' },
    ]);
  });

  it('ends when it is canceled', async () => {
    const data = Array.from({ length: 5 }, (_, n) => `a ${n}`);
    const buffer = parquetWriteBuffer({
      columnData: [{ name: 'response', data, type: 'STRING' }],
      rowGroupSize: 1,
    });
    const canceling = new AbortController();
    const file = path.join(temporaryFolder(), 'a.parquet');
    fs.writeFileSync(file, new Uint8Array(buffer));
    const found: InputItem[] = [];
    const reading = async (): Promise<void> => {
      for await (const items of readInputs([file], {
        ...WITHOUT_OPTIONS,
        readTable,
        signal: canceling.signal,
      })) {
        found.push(...items);
        canceling.abort();
      }
    };
    await expect(reading()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(found).toHaveLength(1);
  });

  it('is refused if it is damaged', async () => {
    expect(await read('a.parquet', 'PAR1 and nothing else')).toMatchObject([
      { problem: expect.stringContaining('is Parquet that cannot be read.') as unknown },
    ]);
  });
});

describe('an Excel file', () => {
  const sheet = (rows: readonly (readonly (string | number)[])[]): string =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells
            .map((cell, column) => {
              const at = `${String.fromCharCode(65 + column)}${row + 1}`;
              return typeof cell === 'number'
                ? `<c r="${at}"><v>${cell}</v></c>`
                : `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
            })
            .join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`;
  const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const workbook = (rows: Parameters<typeof sheet>[0]): Buffer =>
    zipFile([
      {
        name: '[Content_Types].xml',
        text: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      },
      {
        name: 'xl/workbook.xml',
        text: `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        text: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      },
      { name: 'xl/worksheets/sheet1.xml', text: sheet(rows) },
    ]);

  it('is not unpacked if that takes too much memory', async () => {
    const file = path.join(temporaryFolder(), 'a.xlsx');
    fs.writeFileSync(file, workbook([['response'], ['a'.repeat(3 * 1024 * 1024)]]));
    await expect(isWorkbook(file, 2 * 1024 * 1024)).rejects.toMatchObject({
      message: `${file} is an Excel file that would be unpacked to more than 2 MB.`,
    });
    expect(await isWorkbook(file)).toBe(true);
  });

  it('has a record in each row of its first sheet', async () => {
    const items = await read(
      'a.xlsx',
      workbook([
        ['index', 'question', 'answer', 'prediction', 'hit'],
        [0, 'How many?', 'B', 'The answer is B', 1],
        [1, 'Which?', 'A', 'C', 0],
        [2, 'Why?', 'A'],
      ]),
    );
    expect(samplesOf(items)).toMatchObject([
      { id: '0', question: 'How many?', reference: 'B', response: 'The answer is B', verdict: 'right' },
      { id: '1', response: 'C', verdict: 'wrong' },
      { id: '2', response: '', verdict: 'unknown' },
    ]);
    expect(items.map(({ place }) => place.line)).toEqual([2, 3, 4]);
  });
});
