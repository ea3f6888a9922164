import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

const PYTHON = process.env['PYTHON'] ?? 'python3';

it('the parts of the programs for clusters pass their tests, which need nothing but Python', () => {
  const { status, stderr } = spawnSync(PYTHON, ['-B', path.join(root, 'test/scale/test_parts.py')], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^Ran (?:[2-9]\d|\d{3,}) tests/m);
  expect(stderr).toMatch(/^OK$/m);
  expect(status).toBe(0);
});
