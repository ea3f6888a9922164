import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { RecordedRun } from '../../../../src/cli/verbs/mcp/recordedRun.ts';
import { shorten } from '../../../../src/cli/verbs/mcp/shortened.ts';

it('what fits is not cut', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const most = JSON.stringify(value).length;
      expect(shorten(value, most)).toEqual({ value, isCut: false });
    }),
    propertyRuns(100),
  );
});

it('lists and texts keep their beginnings, and keys stay', () => {
  const rows = Array.from({ length: 900 }, (_, line) => ({ line, text: 'x'.repeat(30_000) }));
  const { value, isCut } = shorten({ rows, count: 900 }, 10_000);
  expect(isCut).toBe(true);
  expect(JSON.stringify(value).length).toBeLessThan(10_000);
  expect(value.count).toBe(900);
  expect(value.rows.length).toBeGreaterThan(0);
  value.rows.forEach((row, at) => {
    expect(row.line).toBe(at);
    expect(row.text).toMatch(/^x+\.\.\.$/);
  });
});

const LIMITS = { text: 100, json: 10_000, rows: 3 };

it('a long result says that it is cut, and where all of it is', () => {
  const run = new RecordedRun(() => undefined, LIMITS);
  for (let line = 1; line <= 5; line += 1) {
    run.results.row({ line });
    run.terminal.out(`${'row '.repeat(10)}${line}\n`);
  }
  run.terminal.say('5 samples.');
  const cut = run.result(null, true);
  expect(cut.text).toMatch(
    /5 samples\.\nThe result is cut\. Name a new file with "out" to have all of it\.$/,
  );
  expect(cut.text.length).toBeLessThan(200);
  expect(cut.structured).toEqual({
    samples: [{ line: 1 }, { line: 2 }, { line: 3 }],
    sample_count: 5,
    cut: 'Name a new file with "out" to have all of it.',
  });
  expect(run.result('/runs/all.jsonl', true).structured).toMatchObject({
    cut: 'All of it is in /runs/all.jsonl.',
    out: '/runs/all.jsonl',
  });
  expect(run.result(null, false).text).toMatch(/Name fewer files to see more\.$/);
});

it('a short result is whole', () => {
  const run = new RecordedRun(() => undefined, LIMITS);
  run.results.row({ line: 1 });
  run.results.whole({ summary: { samples: 1 } });
  run.terminal.out('a row\n');
  expect(run.result(null, true)).toEqual({
    text: 'a row',
    structured: { summary: { samples: 1 }, samples: [{ line: 1 }] },
  });
});
