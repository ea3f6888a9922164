import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { medianOf, type BenchRow } from './row.ts';

/** Extension hosts that are started, each to activate once. */
const ROUNDS = 5;

/** A suite that writes how long loading and activating took, in milliseconds, to the file that it is given. */
const SUITE = `
const vscode = require('vscode');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
exports.run = async () => {
  const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
  if (extension.isActive) throw new Error('It is active already.');
  const begun = process.threadCpuUsage();
  const began = performance.now();
  // VS Code loads the same module afterwards, and finds it loaded.
  await import(pathToFileURL(join(extension.extensionPath, extension.packageJSON.main)).href);
  const loaded = performance.now();
  await extension.activate();
  const activated = performance.now();
  const { user, system } = process.threadCpuUsage(begun);
  const times = { loading: loaded - began, activating: activated - loaded, busy: (user + system) / 1000 };
  require('node:fs').writeFileSync(process.env.PAGETRACE_BENCH_OUT, JSON.stringify(times));
};`;

/** Milliseconds that the extension's code took to load, and its start with what VS Code does around it. */
interface Activation {
  readonly loading: number;
  readonly activating: number;
  /** What of both the host's thread was busy: on a quiet machine the rest is next to nothing. */
  readonly busy: number;
}

/** Time from the request to activate until the extension is active, in a real extension host, fresh each time. */
export async function run(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  try {
    const suite = path.join(folder, 'suite.cjs');
    fs.writeFileSync(suite, SUITE);
    const times: Activation[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await activate(suite, path.join(folder, 'time')));
    const row = (what: string, took: (one: Activation) => number): BenchRow => ({
      what,
      ours: medianOf(times.map(took)),
      peer: null,
      ratio: null,
      unit: 'ms',
    });
    return [
      { ...row('activation', (one) => one.loading + one.activating), budget: { of: 'ours', most: 50 } },
      row('activation: loading', ({ loading }) => loading),
      row('activation: activating', ({ activating }) => activating),
      row('activation: processor time of both', ({ busy }) => busy),
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function activate(suite: string, out: string): Promise<Activation> {
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
  return JSON.parse(fs.readFileSync(out, 'utf8')) as Activation;
}
