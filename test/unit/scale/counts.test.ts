import process from 'node:process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from '../../../scripts/lib/command.mjs';
import { unittestCounts } from '../../../scripts/lib/results.mjs';

const PYTHON = process.env['PYTHON'] ?? 'python3';

const TESTS = `
import unittest
class Tests(unittest.TestCase):
    def test_passes(self): pass
    def test_passes_too(self): pass
    def test_fails(self): self.fail()
    def test_breaks(self): raise ValueError
`;

const program = (tests: string): string => `${TESTS}${tests}\nunittest.main()`;

/** What is printed of the output that is kept. */
let printed = '';
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ['', { passed: 2, failed: 2 }],
  ['del Tests.test_fails, Tests.test_breaks', { passed: 2, failed: 0 }],
])('what unittest prints on its error stream is kept, printed and counted (%j)', async (change, counts) => {
  const { status, output } = await runCommand(PYTHON, ['-c', program(change)], { keep: true });
  expect(unittestCounts(output)).toEqual(counts);
  expect(status === 0).toBe(counts.failed === 0);
  expect(printed).toBe(output);
});

it('a program that prints no counts has no tests', () => {
  expect(unittestCounts('Traceback')).toEqual({ passed: 0, failed: 0 });
});
