// Starts and stops programs of the vLLM that setup.mjs installed.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Starts a command that ends when this process ends. */
const LAUNCHER = fileURLToPath(new URL('launch.py', import.meta.url));

const ENVIRONMENT = {
  VLLM_CPU_KVCACHE_SPACE: '1',
  VLLM_NO_USAGE_STATS: '1',
  DO_NOT_TRACK: '1',
  HF_HUB_OFFLINE: '1',
  TRANSFORMERS_OFFLINE: '1',
};

/** The tiny model has no weights: vLLM generates random ones. */
const OPTIONS = ['--load-format', 'dummy', '--enforce-eager', '--dtype', 'bfloat16', '--skip-mm-profiling'];

/** Time that a program has to stop before it is killed, in milliseconds. */
const GRACE = 15_000;

/**
 * A program that runs.
 * @typedef {object} Program
 * @property {number | null} status its exit status (128 when a signal ended it); null while it runs
 * @property {Promise<unknown>} ended
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a program of vLLM with the tiny model. It runs in its own process group, so that its engine's processes stop with
 * it; it also stops when this process exits.
 * @param {string} folder where setupVllm installed it
 * @param {'serve' | 'run-batch'} name
 * @param {readonly string[]} args
 * @param {string} log a file for its output
 * @returns {Program}
 */
export function startProgram(folder, name, args, log) {
  fs.mkdirSync(path.dirname(log), { recursive: true });
  const output = fs.openSync(log, 'w');
  const [python, vllm] = ['python', 'vllm'].map((each) => path.join('venv', 'bin', each));
  const command = [LAUNCHER, String(process.pid), String(vllm), name, ...args, ...OPTIONS];
  const child = spawn(String(python), command, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...ENVIRONMENT },
  });
  fs.closeSync(output);
  const ended = new Promise((resolve) => {
    child.once('exit', (status) => {
      program.status = status ?? 128;
      resolve(undefined);
    });
    child.once('error', () => {
      program.status = 128;
      resolve(undefined);
    });
  });

  const signal = (/** @type {NodeJS.Signals} */ which) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, which);
    } catch {
      // All processes of the group have already ended.
    }
  };
  const kill = () => {
    signal('SIGKILL');
  };
  const exitOnSignal = () => process.exit(130);
  process.once('exit', kill);
  process.once('SIGINT', exitOnSignal);
  process.once('SIGTERM', exitOnSignal);
  const stop = async () => {
    signal('SIGTERM');
    await Promise.race([ended, pause(GRACE, undefined, { ref: false })]);
    kill();
    process.off('exit', kill);
    process.off('SIGINT', exitOnSignal);
    process.off('SIGTERM', exitOnSignal);
  };
  /** @type {Program} */
  const program = { status: null, ended, stop };
  return program;
}

/**
 * The end of the output of a program.
 * @param {string} log
 */
export const endOf = (log) => fs.readFileSync(log, 'utf8').slice(-4_000);
