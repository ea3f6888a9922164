import { beforeAll, describe, expect, test } from 'vitest';
import { inputCount, SEED } from '../../../scripts/lib/generatedInputs.mjs';
import { UNICODE_VERSION } from '../../../src/core/python/tables.ts';
import { actionRl } from '../../../src/core/rewards/actionRl/actionRl.ts';
import { lang2act } from '../../../src/core/rewards/lang2act/lang2act.ts';
import { lang2actPaper } from '../../../src/core/rewards/lang2act/lang2actPaper.ts';
import type { Span } from '../../../src/core/span.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';
import { Choices } from '../generate/choices.ts';
import { Generator } from '../generate/lang2act.ts';
import type { Generated } from '../generate/lang2act.ts';
import type { JsonObject } from '../json.ts';
import { lang2actFields } from '../lang2actFields.ts';
import { askOracle } from '../python.ts';
import { expectFeatures, compareWithOracle, PATIENCE } from './check.ts';

const EXPLAINED = inputCount(4000);
/** The zeros of the digits that every version of CPython 3 knows. */
const OLD_ZEROS = [0x660, 0x966, 0xff10, 0x104a0, 0x1d7ce, 0x1d7d8, 0x1d7f6];

let zeros: readonly number[] | undefined;

beforeAll(async () => {
  const [about] = await askOracle<{ python: string; unicode: string }>('about', []);
  console.log(
    `differential: CPython ${about?.python ?? '?'} with Unicode ${about?.unicode ?? '?'}, seed ${SEED}`,
  );
  zeros = about?.unicode === UNICODE_VERSION ? undefined : OLD_ZEROS;
});

/** Every field that the oracle computes, as our profiles compute it. */
function allFields({ response, num_images: given, reference }: Generated): JsonObject {
  const numImages = given ?? null;
  const fields = lang2actFields(response, numImages);
  if ('raises' in fields) return fields;
  const overallRewards = (profile: typeof actionRl | typeof lang2actPaper) => {
    const { ifWrong, ifRight } = profile.score(response, {
      ...UNKNOWN_CONTEXT,
      numImages,
      verdict: 'unknown',
      reference,
    });
    return [ifWrong, ifRight];
  };
  return {
    ...fields,
    action_overall: overallRewards(actionRl),
    paper_overall: overallRewards(lang2actPaper),
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

/** The components of a wrong answer as the oracle returns them: without the reasons, spans in code points. */
function explainWrongAnswer({ response, num_images: given }: Generated) {
  const { components } = lang2act.score(response, {
    ...UNKNOWN_CONTEXT,
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
      span: key === 'format' || span === null ? null : toCodePoints(response, span),
      tool,
      reason: undefined,
    })),
  }));
}

function toCodePoints(text: string, { start, end }: Span): readonly number[] {
  return [start, end].map((offset) => Array.from(text.slice(0, offset)).length);
}

describe('the profiles of Lang2Act against CPython', () => {
  test(
    'computes the rewards of Lang2Act for generated inputs as the oracle does',
    async () => {
      const generators = new Map<Choices, Generator>();
      const generate = (choose: Choices): Generated => {
        const generator = generators.get(choose) ?? new Generator(choose, zeros);
        generators.set(choose, generator);
        return generator.next();
      };
      const met = await compareWithOracle(
        'lang2act',
        (choose) => ({ ...generate(choose) }),
        (record) => allFields(record as unknown as Generated),
      );
      expectFeatures(met, { 'format_valid:True': 0.25, 'reward_if_right.tool_score:part': 0.05 });
      expect(met['raises:ValueError']).toBeGreaterThan(0);
    },
    PATIENCE,
  );

  test('explains generated inputs with the same deductions, amounts and spans as the oracle', async () => {
    const generator = new Generator(new Choices(SEED + 1), zeros);
    const inputs = Array.from({ length: EXPLAINED }, () => generator.next());
    const answers = await askOracle<{ raises?: string; components?: Explained[] }>('explain', inputs);
    const differences: unknown[] = [];
    for (const [index, input] of inputs.entries()) {
      const { raises, components } = answers[index] ?? {};
      if (raises !== undefined) continue;
      const expected = components?.map(withoutReasons);
      const actual = explainWrongAnswer(input);
      if (!equal(actual, expected)) differences.push({ input, actual, expected });
    }
    expect(differences.slice(0, 2)).toEqual([]);
  }, 120_000);
});

/** Equality of JSON values; numbers are compared bit by bit. */
function equal(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const left = Object.entries(a);
  const right = b as Readonly<Record<string, unknown>>;
  return left.length === Object.keys(right).length && left.every(([key, value]) => equal(value, right[key]));
}
