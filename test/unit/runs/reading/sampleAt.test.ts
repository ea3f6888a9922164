import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readInputs, WITHOUT_OPTIONS } from '../../../../src/runs/reading/inputs.ts';
import { readSampleAt } from '../../../../src/runs/reading/sampleAt.ts';

let folder = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sample-at-'));
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const BATCH = {
  custom_id: 'b-1',
  response: { body: { choices: [{ message: { content: 'one' } }, { message: { content: 'two' } }] } },
};

const FILES: readonly (readonly [name: string, text: string])[] = [
  [
    '7.jsonl',
    '{"input": "q", "output": "a", "gts": "r", "score": NaN}\n{"input": "ü", "output": "é", "gts": 1}\r\n',
  ],
  ['batch.jsonl', `${JSON.stringify(BATCH)}\n`],
  ['list.json', `[\n  {"response": "first"},\n  {"response": "second",\n   "prompt": "p"}\n]`],
  ['generations.log', '[prompt] p\n[output] o\n[ground_truth] g\n[score] 0.5\n\n'],
];

describe('a sample that is read again', () => {
  it.each(FILES)('is the one that was read in %s', async (name, text) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    let count = 0;
    for await (const items of readInputs([file], WITHOUT_OPTIONS)) {
      for (const item of items) {
        if (!('sample' in item)) throw new Error(item.problem);
        const { line, bytes, sample } = item.place;
        if (line === null || bytes === null) throw new Error('It has no place.');
        expect(await readSampleAt({ file, line, bytes, sample }, {})).toEqual(item.sample);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(0);
  });

  it.each([
    ['is gone', 'file-not-found', null],
    ['is a trajectory now', 'file-unreadable', '---\nquestion: q\n---\n<answer>1</answer>\n'],
    ['has another record there', 'file-unreadable', '{"response": "longer than it was before"}\n'],
    ['has no response there', 'file-unreadable', '{"responze": "a"}\n'],
  ])('is not read if its file %s', async (_, reason, text) => {
    const file = path.join(folder, 'a.jsonl');
    if (text !== null) fs.writeFileSync(file, text);
    const place = { file, line: 1, bytes: { start: 0, length: 17 }, sample: null };
    await expect(readSampleAt(place, {})).rejects.toMatchObject({ reason });
  });

  it('is not read if its record has fewer samples now', async () => {
    const file = path.join(folder, 'a.jsonl');
    const text = JSON.stringify(BATCH);
    fs.writeFileSync(file, `${text}\n`);
    const place = { file, line: 1, bytes: { start: 0, length: text.length }, sample: 3 };
    await expect(readSampleAt(place, {})).rejects.toMatchObject({ reason: 'file-unreadable' });
  });
});
