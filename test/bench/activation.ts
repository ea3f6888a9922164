import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { medianOf, type BenchRow } from './row.ts';

/** Extension hosts that are started, each to activate once. */
const ROUNDS = 3;

/** A suite that writes how long loading and activating took, in milliseconds, to the file that it is given. */
const SUITE = `
const vscode = require('vscode');
exports.run = async () => {
  const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
  if (extension.isActive) throw new Error('It is active already.');
  const began = performance.now();
  await extension.activate();
  require('node:fs').writeFileSync(process.env.PAGETRACE_BENCH_OUT, String(performance.now() - began));
};`;

/** Time from the request to activate until the extension is active, in a real extension host, fresh each time. */
export async function run(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  try {
    const suite = path.join(folder, 'suite.cjs');
    fs.writeFileSync(suite, SUITE);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await activate(suite, path.join(folder, 'time')));
    return [
      {
        what: 'activation',
        ours: medianOf(times),
        peer: null,
        ratio: null,
        unit: 'ms',
        budget: { of: 'ours', most: 50 },
      },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function activate(suite: string, out: string): Promise<number> {
  const shim = path.join(root, 'test/host/support/codeShim.ts');
  const child = spawn(
    process.execPath,
    [shim, `--extensionDevelopmentPath=${root}`, `--extensionTestsPath=${suite}`],
    {
      env: { ...process.env, PAGETRACE_BENCH_OUT: out },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`The extension host ended with status ${String(status)}.`);
  return Number(fs.readFileSync(out, 'utf8'));
}
