// How many generated inputs the tests try, and where the generators begin: the one place that reads both settings.
import process from 'node:process';

/** Seed of every generator in the tests, so that a failure can be repeated. PAGETRACE_SEED sets another. */
export const SEED = Number(process.env['PAGETRACE_SEED'] ?? 20_261_121);

/** The part of all generated inputs that is tried: a tenth. PAGETRACE_DEPTH sets another; `npm run test:deep` tries all (1). */
export const DEPTH = Number(process.env['PAGETRACE_DEPTH'] ?? 0.1);

/** The least number of inputs: so few take no time, and fewer would show little. */
const FEW = 100;

/**
 * How many inputs to generate.
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
