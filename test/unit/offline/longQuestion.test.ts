import { afterEach, describe, expect, it, vi } from 'vitest';
import { compose } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import { UnitIndex } from '../../../src/offline/reading/unitIndex.ts';
import { row } from '../layout/build.ts';
import { page } from './support.ts';

const harvest = page(
  row(40, [100, 'Harvest by orchard']),
  row(100, [100, 'Orchard'], [400, '2023'], [600, '2024']),
  row(130, [100, 'Hillside'], [400, '311'], [600, '342']),
  row(160, [100, 'Riverside'], [400, '127'], [600, '118']),
);

afterEach(() => {
  vi.restoreAllMocks();
});

/** The number of texts that are compared with a wording of the question. */
function comparisons(question: string): number {
  const strength = vi.spyOn(UnitIndex.prototype, 'strength');
  find(question, [harvest]);
  const count = strength.mock.calls.length;
  strength.mockRestore();
  return count;
}

/** Words that all differ, so that no cached result can be used. */
function distinctWords(length: number): string {
  const words: string[] = [];
  for (let size = 0; size < length; size += 8) words.push(`w${(1_000_000 + words.length).toString(36)}x`);
  return words.join(' ').slice(0, length);
}

describe('long questions', () => {
  it.each([
    ['of different words', distinctWords],
    ['of many questions', (length: number) => 'and what is the harvest of Hillside '.repeat(length / 36)],
    ['without a space', (length: number) => 'a'.repeat(length)],
  ])('answering a long question %s takes no more time than one of 2,000 characters', (_name, textOf) => {
    expect(comparisons(textOf(100_000))).toBe(comparisons(textOf(2_000)));
  });

  it('a long question is answered by what its beginning asks', () => {
    const question = `What was the harvest of Hillside in 2024? ${distinctWords(100_000)}`;
    expect(compose(find(question, [harvest]), 'plain')).toContain('342');
  });
});
