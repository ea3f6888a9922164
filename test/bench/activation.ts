import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { medianOf, type BenchRow } from './row.ts';

/** Extension hosts that are started, each to activate once. */
const ROUNDS = 5;

/**
 * A suite that writes how long activation took, in milliseconds, to the file that it is given. Loading and the call are
 * what VS Code itself counts for an extension (Developer: Show Running Extensions), at the marks that it leaves; between
 * them it fetches the extension's storage from the workbench.
 */
const SUITE = `
const vscode = require('vscode');
exports.run = async () => {
  const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
  if (extension.isActive) throw new Error('It is active already.');
  const begun = process.threadCpuUsage();
  const began = performance.now();
  await extension.activate();
  const waited = performance.now() - began;
  const { user, system } = process.threadCpuUsage(begun);
  const marks = globalThis.MonacoPerformanceMarks.getMarks();
  const at = (name) => marks.find((mark) => mark.name === 'code/extHost/' + name + '/' + extension.id).startTime;
  const times = {
    loading: at('didLoadExtensionCode') - at('willLoadExtensionCode'),
    calling: at('didActivateExtension') - at('willActivateExtension'),
    waited,
    busy: (user + system) / 1000,
  };
  require('node:fs').writeFileSync(process.env.PAGETRACE_BENCH_OUT, JSON.stringify(times));
};`;

/** Milliseconds of one activation. */
interface Activation {
  /** What the extension's code took to load. */
  readonly loading: number;
  /** What its activate() took. */
  readonly calling: number;
  /** From the request until it was active, with what VS Code does around both. */
  readonly waited: number;
  /** What of that the host's thread was busy, with anything at all. */
  readonly busy: number;
}

/** Activation in a real extension host that has just started, fresh each time. */
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
      { ...row('activation', (one) => one.loading + one.calling), budget: { of: 'ours', most: 50 } },
      row('activation: loading', ({ loading }) => loading),
      row('activation: the call', ({ calling }) => calling),
      row('activation: from the request, with what VS Code does', ({ waited }) => waited),
      row('activation: processor time of all that', ({ busy }) => busy),
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
