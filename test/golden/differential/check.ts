import { expect } from 'vitest';
import { inputCount, SEED } from '../../../scripts/lib/generatedInputs.mjs';
import { PYTHON_VERSION } from '../../../src/core/python/tables.ts';
import { Choices } from '../generate/choices.ts';
import type { JsonObject } from '../json.ts';
import { askOracle } from '../python.ts';
import { VECTOR_KINDS } from '../vectorKinds.ts';

/** Number of inputs of each kind. */
export const INPUTS = inputCount(100_000);
/** Time limit of one kind, far above what any kind takes. */
export const PATIENCE = 600_000;

/** How often each feature of the oracle's answers occurred, by name. */
export type Met = Readonly<Partial<Record<string, number>>>;

/**
 * Compares our answers for generated records with those of the oracle, and expects no difference.
 * @returns how often each feature occurred, so that the caller can check that the inputs cover it.
 */
export async function compareWithOracle(
  kind: string,
  make: (choose: Choices) => JsonObject,
  answer: (record: JsonObject) => JsonObject = answerOf(kind),
  count = INPUTS,
): Promise<Met> {
  const choose = new Choices(SEED);
  function* records() {
    for (let left = count; left > 0; left--) {
      const input = make(choose);
      yield { input, actual: answer(input) };
    }
  }
  const replies = await askOracle<JsonObject>(['check', kind], records());
  const { checked, met } = replies.at(-1) as unknown as { checked: number; met: Met };
  const differences = replies.slice(0, -1);
  const features = Object.entries(met).filter(([name]) => /part$|raises/.test(name));
  console.log(
    `differential: ${kind}: ${checked} generated inputs, seed ${SEED}, ${differences.length} differ; ` +
      features.map(([name, times]) => `${name} ${times}`).join(', '),
  );
  expect(differences.slice(0, 3)).toEqual([]);
  expect(checked).toBe(count);
  return met;
}

function answerOf(kind: string): (record: JsonObject) => JsonObject {
  const found = VECTOR_KINDS.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`There is no kind ${kind}.`);
  return found.answer;
}

/** Skips a test unless the oracle runs on the CPython version that we follow; others classify letters differently. */
export async function requirePinnedPython(skip: (note: string) => void): Promise<void> {
  const [about] = await askOracle<{ python: string }>('about', []);
  const version = about?.python ?? '?';
  if (!version.startsWith(`${PYTHON_VERSION}.`))
    skip(`CPython ${PYTHON_VERSION} is needed; this is ${version}`);
}

/** Expects each feature to occur in at least the given share of the inputs. */
export function expectFeatures(met: Met, shares: Readonly<Record<string, number>>): void {
  for (const [name, share] of Object.entries(shares))
    expect(met[name] ?? 0, name).toBeGreaterThan(share * INPUTS);
}
