import { expect, test } from 'vitest';
import { inputCount, SEED } from '../../../scripts/lib/generatedInputs.mjs';
import { normalizedWords } from '../../../src/core/metrics/normalizedAnswer.ts';
import { readInt } from '../../../src/core/python/integers.ts';
import { loadJson } from '../../../src/core/python/json.ts';
import type { PythonJson } from '../../../src/core/python/json.ts';
import { lower } from '../../../src/core/python/lower.ts';
import { round } from '../../../src/core/python/round.ts';
import { setOrder } from '../../../src/core/python/setOrder.ts';
import { isSpace, strip } from '../../../src/core/python/strip.ts';
import { sentence, spaces } from '../generate/alphabets.ts';
import { boxRecord } from '../generate/boxes.ts';
import { Choices } from '../generate/choices.ts';
import { askOracle } from '../python.ts';
import { requirePinnedPython } from './check.ts';

test('orders sets of ints as CPython does', async () => {
  const choose = new Choices(SEED);
  const modulus = (1n << 61n) - 1n;
  const number = (): string =>
    choose.pick([
      () => String(choose.below(10)),
      () => String(choose.below(200)),
      () => String(choose.below(16) * 32),
      () => String(BigInt(choose.below(50)) << BigInt(choose.below(64))),
      () => String(modulus * BigInt(choose.below(5)) + BigInt(choose.below(3))),
      () => choose.repeat(1, 30, () => String(choose.below(10))),
    ])();
  const sizes = [
    ...Array.from({ length: inputCount(3000) }, () => choose.below(30)),
    300,
    5000,
    60_000,
    120_000,
  ];
  const sets = sizes.map((size) => Array.from({ length: size }, number));
  const answers = await askOracle<string[]>('sets', sets);
  const orders = sets.map((set) => setOrder(set.map((digits) => readInt(digits))).map(String));
  for (const [index, order] of orders.entries()) expect(order).toEqual(answers[index]);
});

test('rounds numbers as CPython does', async () => {
  const choose = new Choices(SEED);
  const halves = Array.from({ length: inputCount(4000) }, () => (choose.below(4000) - 2000) / 128);
  const near = Array.from({ length: inputCount(4000) }, () => (choose.below(2_000_000) + 0.5) / 1e6);
  const any = Array.from(
    { length: inputCount(4000) },
    () => (choose.next() - 0.5) * 10 ** (choose.below(30) - 10),
  );
  const inputs = [...halves, ...near, ...any, 0.1 + 0.2, 1e21, 1e300, 5e-324, -4.9e-7];
  const answers = await askOracle<number>('rounds', inputs);
  expect(inputs.filter((x, index) => !Object.is(round(x, 6), answers[index]))).toEqual([]);
});

test('strips texts as CPython does, over the whole BMP', async () => {
  const inputs = Array.from({ length: 0x1_0000 }, (_, unit) => `${String.fromCharCode(unit)}x`);
  const answers = await askOracle<string>('strips', inputs);
  expect(inputs.map(strip)).toEqual(answers);
  expect(answers.map((answer) => answer === 'x')).toEqual(
    Array.from({ length: 0x1_0000 }, (_, unit) => isSpace(unit)),
  );
});

test('lowercases texts as CPython does, over every plane and next to every sigma', async ({ skip }) => {
  await requirePinnedPython(skip);
  const points = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point));
  const beside = points
    .slice(0, 0x1_2000)
    .map((letter) => `A${letter}Σ${letter}b ${letter}Σ ${letter}.Σ${letter}`);
  // Each input contains many characters, because one input for each would take long.
  const inputs = Array.from({ length: 1000 }, (_, part) =>
    [...points.slice(part * 1115, (part + 1) * 1115), ...beside.slice(part * 74, (part + 1) * 74)].join('\n'),
  );
  const answers = await askOracle<string>('lowers', inputs);
  expect(inputs.flatMap((input, index) => (lower(input) === answers[index] ? [] : [index]))).toEqual([]);
});

test('splits answers into words as CPython does', async ({ skip }) => {
  await requirePinnedPython(skip);
  const choose = new Choices(SEED);
  const inputs = choose.list(inputCount(20_000), () => `${spaces(choose, 0)}${sentence(choose, 8)}`);
  const lone = /[\ud800-\udfff]/u;
  const plain = inputs.filter((input) => !lone.test(input));
  const answers = await askOracle<string[]>('words', plain);
  expect(plain.length).toBeGreaterThan(inputs.length / 2);
  for (const [index, input] of plain.entries()) expect(normalizedWords(input)).toEqual(answers[index]);
});

/** A value as the oracle writes it: ints and floats are distinguished, keys stay in their order. */
function toOracleJson(value: PythonJson): unknown {
  if (typeof value === 'bigint') return { int: String(value) };
  if (typeof value === 'number') return { float: value };
  if (typeof value !== 'object' || value === null) return value;
  if (value.kind === 'list') return value.items.map(toOracleJson);
  return { dict: Array.from(value.entries, ([key, part]) => [key, toOracleJson(part)]) };
}

/** Reads floats as Python writes them. */
function readFloats(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('float' in value) || typeof value.float !== 'string')
    return value;
  const names: Readonly<Record<string, number>> = { inf: Infinity, '-inf': -Infinity, nan: NaN };
  return { float: names[value.float] ?? Number(value.float) };
}

test('reads JSON as CPython does', async ({ skip }) => {
  await requirePinnedPython(skip);
  const choose = new Choices(SEED);
  const inputs = choose
    .list(inputCount(20_000), () => boxRecord(choose).ground_truth)
    .map((text) => damageText(choose, text));
  const answers = await askOracle<object>('loads', inputs);
  let refused = 0;
  for (const [index, input] of inputs.entries()) {
    const loaded = loadJson(input);
    if (!loaded.ok) refused++;
    const actual = loaded.ok ? { value: toOracleJson(loaded.value) } : { raises: true };
    expect(actual, input).toEqual(JSON.parse(JSON.stringify(answers[index]), readFloats));
  }
  expect(refused).toBeGreaterThan(inputs.length * 0.1);
  expect(refused).toBeLessThan(inputs.length * 0.9);
});

const DAMAGE = [
  ...[
    '"',
    "'",
    ',',
    ':',
    '[',
    ']',
    '{',
    '}',
    '\\',
    '\\u00e9',
    '\\ud83d',
    '\\x',
    '\t',
    '\n',
    '\x0b',
    '\ufeff',
    '\u00a0',
  ],
  ...[
    '.',
    'e',
    'E5',
    '-',
    '+',
    '0',
    '00',
    '1',
    '١',
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'true',
    'True',
    '//',
    ' ',
  ],
] as unknown as readonly [string, ...string[]];

/** Inserts, removes or replaces characters at no more than two places of a text. */
function damageText(choose: Choices, text: string): string {
  let harmed = text;
  for (let times = choose.below(3); times > 0; times--) {
    const at = choose.below(harmed.length + 1);
    const rest = harmed.slice(at + choose.below(2));
    harmed = harmed.slice(0, at) + (choose.chance(0.7) ? choose.pick(DAMAGE) : '') + rest;
  }
  return harmed;
}
