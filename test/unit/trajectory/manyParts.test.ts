import { describe, expect, test } from 'vitest';
import { profiles } from '../../../src/core/rewards/registry.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';

/** More than a function can have arguments. */
const MANY = 200_000;

/** Texts with very many parts of one kind. */
const TEXTS: Readonly<Record<string, string>> = {
  'images in think that were not sent': `<think>${'Image 9 '.repeat(MANY)}</think>`,
  'images in one tool call': `<description><tool name="a" args="${'Image 9 '.repeat(MANY)}">x</tool></description>`,
  'items of evidence': `<evidence>${'\n[1]: a'.repeat(MANY)}</evidence>`,
};

describe.each(Object.entries(TEXTS))('a text with very many %s', (_, text) => {
  test('is parsed in every dialect, and scored', () => {
    for (const dialect of DIALECT_NAMES) {
      expect(parseTrajectory(text, { dialect, numImages: 1, tools: null }).complete).toBe(true);
    }
    for (const profile of profiles) {
      expect(profile.score(text, { ...UNKNOWN_CONTEXT, numImages: 1 }).profile).toBe(profile.name);
    }
  });
});
