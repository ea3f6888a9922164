import fs from 'node:fs';
import os from 'node:os';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { KeptRows } from '../../../src/cli/verbs/runs/keptRows.ts';
import { RowChoice } from '../../../src/cli/verbs/runs/rowsOption.ts';
import { runsOutput } from '../../../src/cli/verbs/runs/rowsOutput.ts';

interface Row {
  readonly response: string;
  readonly [name: string]: unknown;
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const foldersOfRows = (): readonly string[] =>
  fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('pagetrace-rows-'));

describe('the rows that --rows names', () => {
  it('are the same and in order, however few are kept in memory', async () => {
    const number = fc.integer({ min: 1, max: 12 });
    const range = fc.oneof(
      number.map(String),
      number.map((n) => `-${n}`),
      fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
      number.map((n) => `${n}--1`),
      fc.tuple(number, number).map(([a, b]) => `-${Math.max(a, b)}--${Math.min(a, b)}`),
    );
    const response = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('a\u2028b\u2029\r\nc'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(range, { minLength: 1, maxLength: 3 }),
        fc.array(response, { maxLength: 15 }),
        fc.constantFrom(1, 60, 1e6),
        async (ranges, responses, memory) => {
          const choice = new RowChoice(ranges.join());
          const kept = new KeptRows<Row>(choice, memory);
          try {
            for (const text of responses) kept.add(() => ({ response: text }));
            const expected = responses.filter((_, at) => choice.has(at + 1, responses.length));
            expect((await all(kept.rows())).map((row) => row.response)).toEqual(
              expected.map((text) => (JSON.parse(JSON.stringify([text])) as string[])[0]),
            );
          } finally {
            kept.dispose();
          }
        },
      ),
      propertyRuns(200),
    );
    expect(foldersOfRows()).toEqual([]);
  });

  it('wait in a file that only its owner can read', () => {
    const kept = new KeptRows<Row>(new RowChoice('1-5'), 10);
    onTestFinished(() => {
      kept.dispose();
    });
    kept.add(() => ({ response: 'longer than that' }));
    const [folder = ''] = foldersOfRows();
    expect(fs.statSync(`${os.tmpdir()}/${folder}`).mode & 0o777).toBe(0o700);
    expect(fs.statSync(`${os.tmpdir()}/${folder}/rows`).mode & 0o777).toBe(0o600);
  });

  it.each(['openSync', 'writeFileSync'] as const)(
    'leave nothing and say what to do if there is no room for them: %s',
    (name) => {
      const kept = new KeptRows<Row>(new RowChoice('1-5'), 10);
      const spied = vi.spyOn(fs, name).mockImplementationOnce(() => {
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      });
      try {
        expect(() => {
          kept.add(() => ({ response: 'longer than that' }));
        }).toThrow(expect.objectContaining({ hint: expect.stringContaining(os.tmpdir()) as string }));
      } finally {
        kept.dispose();
        spied.mockRestore();
      }
      expect(foldersOfRows()).toEqual([]);
    },
  );

  it.each([0, 1, 3])(
    'are written as JSON in parts, which are the text of the whole: %i rows',
    async (count) => {
      const rows: readonly Row[] = Array.from({ length: count }, (_, n) => ({
        response: `a\n${n}`,
        fields: { score: n },
      }));
      const run = { files: 1, groups: { count: 2 } };
      const group = { group: 'g' };
      async function* given(): AsyncGenerator<Row> {
        await Promise.resolve();
        yield* rows;
      }
      const text = (await all(runsOutput('json', { run, groups: [group], rows: given() }))).join('');
      expect(text).toBe(`${JSON.stringify({ ...run, group_list: [group], rows }, null, 2)}\n`);
      const without = (await all(runsOutput('json', { run, groups: null, rows: null }))).join('');
      expect(without).toBe(`${JSON.stringify(run, null, 2)}\n`);
    },
  );
});
