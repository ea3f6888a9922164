import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { numberItems } from '../../../../src/runs/reading/numberItems.ts';
import type { PlacedRecord } from '../../../../src/runs/reading/placedRecord.ts';

async function number(...portions: readonly (readonly number[])[]): Promise<readonly (number | undefined)[]> {
  const given = (async function* (): AsyncGenerator<readonly PlacedRecord[]> {
    yield* await Promise.resolve(
      portions.map((lines) => lines.map((line) => ({ line, bytes: null, record: {} }))),
    );
  })();
  const items: (number | undefined)[] = [];
  for await (const portion of numberItems(given)) items.push(...portion.map(({ item }) => item));
  return items;
}

it.each<[number[][], (number | undefined)[]]>([
  [[], []],
  [[[1]], [undefined]],
  [
    [[1], [1]],
    [1, 2],
  ],
  [
    [[1, 1, 2], [3], [], [3, 5]],
    [1, 2, undefined, 4, 5, undefined],
  ],
])('lines %j: %j', async (portions, items) => {
  expect(await number(...portions)).toEqual(items);
});

it('does not depend on how records are divided', async () => {
  const lines = fc.array(fc.array(fc.nat(2), { maxLength: 4 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(lines, async (steps) => {
      let line = 1;
      const portions = steps.map((portion) => portion.map((more) => (line += more)));
      expect(await number(...portions)).toEqual(await number(portions.flat()));
    }),
    propertyRuns(500),
  );
});
