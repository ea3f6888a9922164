import { describe, expect, test } from 'vitest';
import { DEPTH } from '../../../scripts/lib/generatedInputs.mjs';
import { profiles } from '../../../src/core/rewards/registry.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { contextOf, GOOD_CALL, trajectory } from './responses.ts';

/** Characters of the large texts; more in a deep run, which also sees what grows slowly. */
const LARGE = DEPTH < 1 ? 300_000 : 1_000_000;
const MODULUS = (1n << 61n) - 1n;
const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
const inArgs = (args: string): string =>
  trajectory(`<tool name="compare_values" args="Image 1: ${args}">x</tool>`);

/** Texts of about `length` characters that are slow for patterns that backtrack. */
const hostile: readonly (readonly [string, (length: number) => string])[] = [
  ['opening tags that are never closed', (n) => trajectory(fill('<tool name="a" args="b">', n))],
  ['opening tags with an unclosed value', (n) => trajectory(fill('<tool name="', n))],
  ['one value without an end', (n) => trajectory(`<tool name="${fill('a', n)}`)],
  ['white space after <tool', (n) => trajectory(`<tool${fill(' ', n)}`)],
  ['white space before args', (n) => trajectory(fill(`<tool name="a"${' '.repeat(500)}`, n))],
  ['white space around everything', (n) => trajectory(fill('\x1c\u2003 ', n), { answer: fill(' \x85', n) })],
  [
    'tool calls in tool calls',
    (n) => trajectory(GOOD_CALL + fill('<tool name="a" args="b"><tool>', n) + '</tool>'),
  ],
  ['many opening tags', (n) => fill('<think>', n)],
  ['many closing tags', (n) => `<answer>${fill('</answer>', n)}`],
  ['misspelled tags', (n) => fill('<   think ', n)],
  ['angle brackets', (n) => fill('<', n)],
  ['images without numbers', (n) => trajectory(GOOD_CALL, { think: fill('Image ', n) })],
  ['images far from numbers', (n) => trajectory(GOOD_CALL, { think: `Image${fill(' ', n)}x` })],
  ['one number', (n) => inArgs(`Image ${fill('9', n)}`)],
  ['one number of astral digits', (n) => trajectory(GOOD_CALL, { think: `Image ${fill('\u{1d7d8}', n)}` })],
  ['many numbers', (n) => inArgs(Array.from({ length: n / 12 }, (_, k) => `Image ${k}`).join(' '))],
  [
    'numbers that collide in a set of CPython',
    (n) => inArgs(Array.from({ length: n / 30 }, (_, k) => `Image ${MODULUS * BigInt(k)}`).join(' ')),
  ],
  ['turns that never end', (n) => fill('<|im_start|>user ', n)],
  ['turns with line breaks', (n) => `${fill('<|im_start|>user\n', n)}<|im_end|>`],
  ['turns of one line', (n) => fill('<|im_start|>user x<|im_end|>', n)],
  ['evidence of many items', (n) => `<evidence>${fill('[1]: a [ 2 ]: ', n)}</evidence>`],
  ['words without end', (n) => `<evidence>[1]:${fill('the \u0391\u03a3\u0301 ', n)}</evidence>`],
  ['answers in answers', (n) => fill('<answer>1</answer >', n)],
  ['white space around marks', (n) => fill(`<${' '.repeat(300)}/`, n)],
  ['lists in lists', (n) => `<answer>${fill('[', n)}</answer>`],
  ['one string', (n) => `<answer>["${fill('a\\n', n)}"]</answer>`],
  ['many boxes', (n) => `<answer>[${fill('{"bbox_2d": [1, 2, 3, 4]}, ', n)}1]</answer>`],
  ['many tool calls with faults', (n) => trajectory(fill('<tool name="x" args="y">z</tool>', n))],
];

const CONTEXT = contextOf('unknown', {
  reference: '<evidence>[1]: the \u0391\u03a3 of it all is 4</evidence><answer>42</answer>',
  responseLength: 300,
});

describe('hostile texts', () => {
  test.each(hostile)('takes time linear in the length of a hostile text: %s', async (_, make) => {
    const grown = await growth(
      (length) => {
        const text = make(length);
        for (const profile of profiles) profile.score(text, CONTEXT);
      },
      { small: LARGE / 4, large: LARGE },
    );
    expect(grown).toBeLessThan(LIMIT);
  });
});
