import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { PYTHON_VERSION } from '../../src/core/python/tables.ts';
import { askOracle } from './python.ts';

const ROOT = join(import.meta.dirname, '..', '..');
let version = '';

beforeAll(async () => {
  const [about] = await askOracle<{ python: string }>('about', []);
  version = about?.python ?? '';
});

test('keeps the tables equal to what the generator makes with the pinned CPython', ({ skip }) => {
  if (!version.startsWith(`${PYTHON_VERSION}.`))
    skip(`CPython ${PYTHON_VERSION} is needed; this is ${version}`);
  const python = process.env['PYTHON'] ?? 'python3';
  const made = execFileSync(python, [join(ROOT, 'scripts', 'python-tables.py'), '--print'], {
    encoding: 'utf8',
  });
  expect(made).toBe(readFileSync(join(ROOT, 'src', 'core', 'python', 'tables.ts'), 'utf8'));
});
