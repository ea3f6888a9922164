import { beforeAll, describe, expect, test } from 'vitest';
import { readInt } from '../../src/core/python/integers.ts';
import { round } from '../../src/core/python/round.ts';
import { setOrder } from '../../src/core/python/setOrder.ts';
import { isSpace, strip } from '../../src/core/python/strip.ts';
import type { Span } from '../../src/core/span.ts';
import { UNICODE_VERSION } from '../../src/core/python/tables.ts';
import { actionRl } from '../../src/core/rewards/actionRl.ts';
import { lang2act } from '../../src/core/rewards/lang2act.ts';
import { lang2actPaper } from '../../src/core/rewards/lang2actPaper.ts';
import { Choices, Generator } from './generate.ts';
import type { Generated } from './generate.ts';
import { lang2actFields } from './lang2actFields.ts';
import type { JsonObject } from './lang2actFields.ts';
import { askOracle } from './python.ts';

const SEED = Number(process.env['PAGETRACE_SEED'] ?? 20261121);
const INPUTS = Number(process.env['PAGETRACE_DIFFERENTIAL'] ?? 21_000);
const EXPLAINED = 4000;
/** Digits that every CPython 3 has. */
const OLD_ZEROS = [0x660, 0x966, 0xff10, 0x104a0, 0x1d7ce, 0x1d7d8, 0x1d7f6];

let zeros: readonly number[] | undefined;

beforeAll(async () => {
  const [about] = await askOracle<{ python: string; unicode: string }>('about', []);
  console.log(
    `differential: CPython ${about?.python ?? '?'} with Unicode ${about?.unicode ?? '?'}, seed ${SEED}`,
  );
  zeros = about?.unicode === UNICODE_VERSION ? undefined : OLD_ZEROS;
});

/** Every field that the oracle answers, as the profiles answer it. */
function allFields({ response, num_images: given, reference }: Generated): JsonObject {
  const numImages = given ?? null;
  const bothOf = (profile: typeof actionRl | typeof lang2actPaper) => {
    const { ifWrong, ifRight } = profile.score(response, { numImages, verdict: 'unknown', reference });
    return [ifWrong, ifRight];
  };
  return {
    ...lang2actFields(response, numImages),
    action_overall: bothOf(actionRl),
    paper_overall: bothOf(lang2actPaper),
  };
}

/** A component as the oracle explains it. */
interface Explained {
  readonly entries: readonly { readonly reason: string }[];
}

function withoutReasons({ entries, ...component }: Explained) {
  return {
    ...component,
    entries: entries.map((entry) => ({ ...entry, reason: undefined })),
  };
}

/** The components of a wrong answer as the oracle gives them: without reasons' wording, places in code points. */
function explanationOf({ response, num_images: given }: Generated) {
  const { components } = lang2act.score(response, {
    numImages: given ?? null,
    verdict: 'wrong',
    reference: null,
  });
  return components.map(({ key, value, paid, entries }) => ({
    key,
    value,
    paid,
    entries: entries.map(({ code, amount, paid: lost, span, tool }) => ({
      code: code.startsWith('ta') || code === 'tool-leakage' ? 'format' : code,
      amount,
      paid: lost,
      span: key === 'format' || span === null ? null : inCodePoints(response, span),
      tool,
      reason: undefined,
    })),
  }));
}

function inCodePoints(text: string, { start, end }: Span): readonly number[] {
  return [start, end].map((offset) => Array.from(text.slice(0, offset)).length);
}

/** Whether the score says that CPython would have failed on a number. */
function saysTooLong({ response, num_images: given }: Generated): boolean {
  const score = lang2act.score(response, { numImages: given ?? null, verdict: 'unknown', reference: null });
  return score.notes.some(({ code }) => code === 'number-too-long');
}

describe('the profiles against CPython', () => {
  test(`answer ${INPUTS} generated inputs as the oracle does`, async () => {
    const generator = new Generator(new Choices(SEED), zeros);
    const inputs = Array.from({ length: INPUTS }, () => generator.next());
    const answers = await askOracle<JsonObject>('rewards', inputs);
    expect(answers).toHaveLength(INPUTS);
    const differences: unknown[] = [];
    const met = { valid: 0, scored: 0, raised: 0 };
    for (const [index, input] of inputs.entries()) {
      const expected = answers[index] ?? {};
      const raises = 'raises' in expected;
      if (raises) met.raised++;
      if (expected['format_valid'] === true) met.valid++;
      if (typeof expected['tool_score'] === 'number' && expected['tool_score'] > 0) met.scored++;
      const actual = raises ? { raises: 'ValueError' } : allFields(input);
      if (saysTooLong(input) !== raises || !equal(actual, expected)) {
        differences.push({ input, actual, expected });
      }
    }
    console.log(
      `differential: ${INPUTS} inputs, ${met.valid} of valid format, ${met.scored} with a tool score above 0, ` +
        `${met.raised} that CPython refuses, ${differences.length} differ`,
    );
    expect(differences.slice(0, 3)).toEqual([]);
    // The inputs must reach what they are meant to try.
    expect(met.valid).toBeGreaterThan(INPUTS / 4);
    expect(met.scored).toBeGreaterThan(INPUTS / 12);
    expect(met.raised).toBeGreaterThan(0);
  }, 120_000);

  test('explain generated inputs as the oracle does: deductions, amounts and places', async () => {
    const generator = new Generator(new Choices(SEED + 1), zeros);
    const inputs = Array.from({ length: EXPLAINED }, () => generator.next());
    const answers = await askOracle<{ raises?: string; components?: Explained[] }>('explain', inputs);
    const differences: unknown[] = [];
    for (const [index, input] of inputs.entries()) {
      const { raises, components } = answers[index] ?? {};
      if (raises !== undefined) continue;
      const expected = components?.map(withoutReasons);
      const actual = explanationOf(input);
      if (!equal(actual, expected)) differences.push({ input, actual, expected });
    }
    expect(differences.slice(0, 2)).toEqual([]);
  }, 120_000);

  test('give sets of ints in the order of CPython', async () => {
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
    const sizes = [...Array.from({ length: 3000 }, () => choose.below(30)), 300, 5000, 60_000, 120_000];
    const sets = sizes.map((size) => Array.from({ length: size }, number));
    const answers = await askOracle<string[]>('sets', sets);
    const orders = sets.map((set) => setOrder(set.map((digits) => readInt(digits))).map(String));
    for (const [index, order] of orders.entries()) expect(order).toEqual(answers[index]);
  });

  test('round as CPython does', async () => {
    const choose = new Choices(SEED);
    const halves = Array.from({ length: 4000 }, () => (choose.below(4000) - 2000) / 128);
    const near = Array.from({ length: 4000 }, () => (choose.below(2_000_000) + 0.5) / 1e6);
    const any = Array.from({ length: 4000 }, () => (choose.next() - 0.5) * 10 ** (choose.below(30) - 10));
    const inputs = [...halves, ...near, ...any, 0.1 + 0.2, 1e21, 1e300, 5e-324, -4.9e-7];
    const answers = await askOracle<number>('rounds', inputs);
    expect(inputs.filter((x, index) => !Object.is(round(x, 6), answers[index]))).toEqual([]);
  });

  test('strip as CPython does, over the whole BMP', async () => {
    const inputs = Array.from({ length: 0x1_0000 }, (_, unit) => `${String.fromCharCode(unit)}x`);
    const answers = await askOracle<string>('strips', inputs);
    expect(inputs.map(strip)).toEqual(answers);
    expect(answers.map((answer) => answer === 'x')).toEqual(
      Array.from({ length: 0x1_0000 }, (_, unit) => isSpace(unit)),
    );
  });
});

/** Equality of JSON values, numbers bit for bit. */
function equal(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const left = Object.entries(a);
  const right = b as Readonly<Record<string, unknown>>;
  return left.length === Object.keys(right).length && left.every(([key, value]) => equal(value, right[key]));
}
