// How a suite's own process tells the runner what it counted.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/**
 * @typedef {object} TimedTest
 * @property {string} name with its file
 * @property {number} seconds
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {readonly TimedTest[]} [slowest] the slowest tests, the slowest first
 */

/** How many slow tests of a suite are named. */
const SLOWEST = 3;

/**
 * Writes the counts where the runner looks for them; does nothing when no runner asked.
 * @param {Counts} counts
 * @param {readonly TimedTest[]} [tests] all of them, or those that may be among the slowest
 */
export function reportCounts({ passed, failed }, tests = []) {
  const file = process.env['PAGETRACE_RESULTS'];
  if (file === undefined) return;
  const slowest = [...tests].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ passed, failed, slowest }));
}

/**
 * @param {string} file
 * @returns {Counts | undefined} undefined when the suite's process left none
 */
export function readCounts(file) {
  try {
    const { passed, failed, slowest = [] } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return typeof passed === 'number' && typeof failed === 'number' ? { passed, failed, slowest } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Counts} counts */
export function formatCounts({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * A table of suites: what they counted, how long they took and their slowest tests.
 * @param {readonly (Counts & { name: string, seconds: number })[]} rows
 */
export function formatTable(rows) {
  const cells = [
    ['suite', 'passed', 'failed', 'seconds'],
    ...rows.map(({ name, passed, failed, seconds }) => [
      name,
      String(passed),
      String(failed),
      seconds.toFixed(1),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  const slow = rows.flatMap(({ name, slowest = [] }) =>
    slowest.map(
      (test) => `${name.padEnd(widths[0] ?? 0)}  ${test.seconds.toFixed(1).padStart(6)} s  ${test.name}`,
    ),
  );
  return [...lines, ...(slow.length === 0 ? [] : ['', 'The slowest tests:', ...slow])].join('\n');
}

/**
 * @param {string} output what a suite printed
 * @returns {Counts | undefined} of its last line; undefined when that does not carry any
 */
export function parseCounts(output) {
  const match = /^(\d+) passed, (\d+) failed$/.exec(output.trimEnd().split('\n').at(-1) ?? '');
  return match === null ? undefined : { passed: Number(match[1]), failed: Number(match[2]) };
}
