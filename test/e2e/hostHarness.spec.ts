import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';

/** Runs the source of a suite in a real extension host through the shim of the `code` program. */
async function runSuite(source: string): Promise<{ status: number | null; output: string }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-harness-'));
  const suite = path.join(folder, 'suite.cjs');
  fs.writeFileSync(suite, source);
  const shim = path.join(root, 'test/host/support/codeShim.ts');
  const child = spawn(process.execPath, [
    shim,
    `--extensionDevelopmentPath=${root}`,
    `--extensionTestsPath=${suite}`,
  ]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  fs.rmSync(folder, { recursive: true, force: true });
  return { status, output };
}

describe('the runner of the extension host suite', () => {
  it('prints what a suite prints, and fails when the suite fails', async () => {
    const { status, output } = await runSuite(
      `exports.run = async () => { console.log('printed inside the host'); throw new Error('a test failed'); };`,
    );
    expect(output).toContain('printed inside the host');
    expect(status).not.toBe(0);
  });

  it('fails when the extension host dies, even when it exits with status 0', async () => {
    const { status, output } = await runSuite(`exports.run = () => new Promise(() => process.exit(0));`);
    expect(status).not.toBe(0);
    expect(output).toMatch(/extension host (?:ended|terminated)/i);
  });
});
