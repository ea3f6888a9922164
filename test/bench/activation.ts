import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { medianOf, type BenchRow } from './row.ts';

/** Number of extension hosts to start; the extension activates once in each. */
const ROUNDS = 5;

/** The trajectory to open, with findings of its dialect and of its reward. */
const TRAJECTORY = '<think>Look at Image 1.\n<description></description>\n<answer>42';

/**
 * A suite that opens a trajectory in a host where the extension is not active yet and writes how many milliseconds that
 * takes. VS Code sets marks around loading the code and around activate(), and counts these two times itself
 * (Developer: Show Running Extensions). Between them it fetches the extension's storage from the workbench.
 */
const SUITE = `
const { writeFileSync } = require('node:fs');
const vscode = require('vscode');
exports.run = async () => {
  const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
  if (extension.isActive) throw new Error('It is active already.');
  const uri = vscode.Uri.file(process.env.PAGETRACE_BENCH_TRAJECTORY);
  let see;
  const seen = new Promise((resolve) => { see = resolve; });
  vscode.languages.onDidChangeDiagnostics(() => {
    if (vscode.languages.getDiagnostics(uri).length > 0) see(performance.timeOrigin + performance.now());
  });
  const opened = performance.timeOrigin + performance.now();
  await vscode.workspace.openTextDocument(uri);
  const shown = await seen;
  const marks = globalThis.MonacoPerformanceMarks.getMarks();
  const at = (name) => marks.find((mark) => mark.name === 'code/extHost/' + name + '/' + extension.id).startTime;
  const times = {
    loading: at('didLoadExtensionCode') - at('willLoadExtensionCode'),
    calling: at('didActivateExtension') - at('willActivateExtension'),
    checking: shown - at('didActivateExtension'),
    waited: shown - opened,
  };
  writeFileSync(process.env.PAGETRACE_BENCH_OUT, JSON.stringify(times));
};`;

/** Milliseconds of one activation, and of showing the problems of the opened trajectory. */
interface Activation {
  /** Time to load the extension's code. */
  readonly loading: number;
  /** Time of its activate(). */
  readonly calling: number;
  /** From activation until the first problems of the trajectory were shown. */
  readonly checking: number;
  /** From opening the trajectory until its first problems, including VS Code's own work. */
  readonly waited: number;
}

/** Opens a trajectory in a new extension host, which activates the extension; several rounds. */
export async function run(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  try {
    const suite = path.join(folder, 'suite.cjs');
    fs.writeFileSync(suite, SUITE);
    const trajectory = path.join(folder, 'opened.trajectory');
    fs.writeFileSync(trajectory, TRAJECTORY);
    const times: Activation[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await activate({ suite, trajectory, out: path.join(folder, 'time') }));
    const row = (what: string, took: (one: Activation) => number): BenchRow => ({
      what,
      ours: medianOf(times.map(took)),
      peer: null,
      ratio: null,
      unit: 'ms',
    });
    return [
      { ...row('activation', (one) => one.loading + one.calling), budget: { of: 'ours', most: 50 } },
      row('activation: loading the code', ({ loading }) => loading),
      row('activation: activate()', ({ calling }) => calling),
      row('first problems of an opened trajectory, from activation', ({ checking }) => checking),
      row('first problems of an opened trajectory, from opening it', ({ waited }) => waited),
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function activate(files: {
  readonly suite: string;
  readonly trajectory: string;
  readonly out: string;
}): Promise<Activation> {
  const { suite, trajectory, out } = files;
  const shim = path.join(root, 'test/host/support/codeShim.ts');
  const child = spawn(
    process.execPath,
    [shim, `--extensionDevelopmentPath=${root}`, `--extensionTestsPath=${suite}`],
    {
      env: { ...process.env, PAGETRACE_BENCH_TRAJECTORY: trajectory, PAGETRACE_BENCH_OUT: out },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`The extension host ended with status ${String(status)}.`);
  return JSON.parse(fs.readFileSync(out, 'utf8')) as Activation;
}
