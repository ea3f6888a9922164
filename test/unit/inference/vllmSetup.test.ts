import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/files.ts';

const setup = fileURLToPath(new URL('../../../scripts/vllm/setup.mjs', import.meta.url));

/** Runs the installation with a fake Python that only prints `version` as its version. */
function installWith(version: string | null): { readonly status: number | null; readonly said: string } {
  const folder = temporaryFolder();
  const python = path.join(folder, 'python');
  if (version !== null) fs.writeFileSync(python, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  const { status, stderr } = spawnSync(process.execPath, [setup, path.join(folder, 'vllm')], {
    encoding: 'utf8',
    env: { ...process.env, PYTHON: python },
  });
  expect(fs.existsSync(path.join(folder, 'vllm'))).toBe(false);
  return { status, said: stderr };
}

describe('installing vLLM', () => {
  test.each(['2.7.18', '3.9.2'])('the setup of vLLM says that Python %s is too old, and fails', (version) => {
    const { status, said } = installWith(version);
    expect(status).toBe(1);
    expect(said).toContain(`is Python ${version}. vLLM needs 3.10 or newer`);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  test('the setup of vLLM says that Python is missing, and fails', () => {
    const { status, said } = installWith(null);
    expect(status).toBe(1);
    expect(said).toContain('was not found. vLLM needs Python 3.10 or newer');
  });
});
