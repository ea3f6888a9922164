// How a suite's process reports its counts to the runner.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} TimedTest
 * @property {string} name with its file
 * @property {number} seconds
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {readonly TimedTest[]} [slowest] the slowest tests, the slowest first
 * @property {readonly string[]} [failures] what failed: the test with its file, and the message
 */

/** How many slow tests are listed for each suite. */
const SLOWEST = 3;

/** How many failures are listed for each suite. */
const LISTED_FAILURES = 20;

/** How many lines and characters of a failure's message are listed. */
const MESSAGE_LINES = 14;
const MESSAGE_CHARACTERS = 800;

/**
 * Writes the counts to the file that the runner reads; does nothing without a runner.
 * @param {Counts} counts
 * @param {readonly TimedTest[]} [tests] all of them, or those that may be among the slowest
 */
export function reportCounts({ passed, failed, failures = [] }, tests = []) {
  const file = process.env['PAGETRACE_RESULTS'];
  if (file === undefined) return;
  const slowest = [...tests].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ passed, failed, slowest, failures }));
}

/**
 * A failure as it is listed at the end of a run.
 * @param {string} test its name, with its file
 * @param {string} message
 */
export function formatFailure(test, message) {
  const start = stripVTControlCharacters(message)
    .slice(0, MESSAGE_CHARACTERS)
    .trim()
    .split('\n')
    .slice(0, MESSAGE_LINES)
    .map((line) => `\n    ${line}`)
    .join('');
  return `${test}${start}`;
}

/**
 * @param {string} file
 * @returns {Counts | undefined} undefined if the suite's process wrote none
 */
export function readCounts(file) {
  try {
    const { passed, failed, slowest = [], failures = [] } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return typeof passed === 'number' && typeof failed === 'number'
      ? { passed, failed, slowest, failures }
      : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Counts} counts */
export function formatCounts({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * A table of suites: their counts, their times and their slowest tests.
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
 * The failures of some suites, to be printed at the end of a run, where they are seen first.
 * @param {readonly (Counts & { name: string })[]} rows
 * @returns {string} '' if nothing failed
 */
export function formatFailures(rows) {
  const listed = rows.flatMap(({ name, failures = [] }) => [
    ...failures.slice(0, LISTED_FAILURES).map((failure) => `${name}  ${failure}`),
    ...(failures.length > LISTED_FAILURES ? [`${name}  and ${failures.length - LISTED_FAILURES} more`] : []),
  ]);
  return listed.length === 0 ? '' : ['What failed:', ...listed].join('\n');
}

/**
 * The counts that Python's unittest prints at its end.
 * @param {string} output
 * @returns {{ passed: number, failed: number }}
 */
export function unittestCounts(output) {
  const all = Number(/^Ran (\d+) tests?/m.exec(output)?.[1] ?? 0);
  const [, ends = ''] = /^FAILED \((.*)\)$/m.exec(output) ?? [];
  const failed = [...ends.matchAll(/(?:failures|errors)=(\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  return { passed: all - failed, failed };
}
