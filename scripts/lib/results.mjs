// How a suite's own process tells the runner what it counted.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/**
 * @typedef {{ passed: number, failed: number }} Counts
 */

/**
 * Writes the counts where the runner looks for them; does nothing when no runner asked.
 * @param {Counts} counts
 */
export function reportCounts({ passed, failed }) {
  const file = process.env['PAGETRACE_RESULTS'];
  if (file === undefined) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ passed, failed }));
}

/**
 * @param {string} file
 * @returns {Counts | undefined} undefined when the suite's process left none
 */
export function readCounts(file) {
  try {
    const { passed, failed } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return typeof passed === 'number' && typeof failed === 'number' ? { passed, failed } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Counts} counts */
export function formatCounts({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * @param {string} output what a suite printed
 * @returns {Counts | undefined} of its last line; undefined when that does not carry any
 */
export function parseCounts(output) {
  const match = /^(\d+) passed, (\d+) failed$/.exec(output.trimEnd().split('\n').at(-1) ?? '');
  return match === null ? undefined : { passed: Number(match[1]), failed: Number(match[2]) };
}
