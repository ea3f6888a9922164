import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { LineScan } from '../../../../src/runs/worker/lineScan.ts';
import { temporaryFolder } from '../../../support/files.ts';

/** A line as it is found: its number, where it begins, and its text, which is null if it is too long. */
type Line = readonly [line: number, start: number, text: string | null];

/** Bytes of the longest line that is loaded. */
const LONGEST = 12;

/** The lines that have ended, without the empty ones. */
function expectedLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  const parts = text.split('\n');
  parts.pop();
  parts.forEach((part, at) => {
    const line = part.endsWith('\r') ? part.slice(0, -1) : part;
    if (line !== '') lines.push([at + 1, start, line.length > LONGEST ? null : line]);
    start += part.length + 1;
  });
  return lines;
}

const anyLine = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 40 });
const anyText = fc
  .array(fc.tuple(anyLine, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 30 })
  .map((lines) => lines.flat().join(''));
const anySize = fc.integer({ min: 2, max: 50 });

test('Lines are the same whatever is read at a time, also if the file grows', async () => {
  const file = path.join(temporaryFolder(), 'lines.txt');
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anySize, anySize, async (first, second, block, chunk) => {
      fs.writeFileSync(file, first);
      await using handle = await fs.promises.open(file);
      const lines: Line[] = [];
      const options = { block, chunk, longest: LONGEST, mark: 0 };
      const scan = new LineScan(handle, options, {
        line: ({ line, bytes }, text, start, end) => {
          lines.push([line, bytes.start, text.slice(start, end)]);
        },
        longLine: ({ line, bytes }) => {
          lines.push([line, bytes.start, null]);
        },
      });
      while (await scan.next());
      expect(lines).toEqual(expectedLines(first));
      fs.appendFileSync(file, second);
      while (await scan.next());
      expect(lines).toEqual(expectedLines(first + second));
      expect(scan.position).toBe(Buffer.byteLength(first + second));
    }),
    propertyRuns(2000),
  );
});
