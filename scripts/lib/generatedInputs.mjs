// How many generated inputs the tests try, and the seed of the generators. Both settings are read only here.
import process from 'node:process';

/** Seed of every generator in the tests, so that a failure can be reproduced. PAGETRACE_SEED sets another one. */
export const SEED = Number(process.env['PAGETRACE_SEED'] ?? 20_261_121);

/**
 * The share of all generated inputs that is tried: a tenth. PAGETRACE_DEPTH changes it; `npm run test:deep` tries all
 * (1).
 */
export const DEPTH = Number(process.env['PAGETRACE_DEPTH'] ?? 0.1);

/** The smallest number of inputs: so few take no time, and fewer would prove little. */
const FEW = 100;

/**
 * The number of inputs to generate.
 * @param {number} all the number in a deep run
 */
export function inputCount(all) {
  return Math.max(Math.min(all, FEW), Math.round(all * DEPTH));
}

/**
 * The parameters of a fast-check assertion.
 * @param {number} [all] the number of runs in a deep run
 * @returns {{ seed: number, numRuns: number }}
 */
export function propertyRuns(all = 1000) {
  return { seed: SEED, numRuns: inputCount(all) };
}

/**
 * The number of generated texts that go through the parser and every reward: a thousand, and in a deep run a million.
 */
export const TEXTS = DEPTH < 1 ? 1000 : 1_000_000;
