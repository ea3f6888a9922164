// How the programs of the vLLM that setup.mjs installed are started, in its folder.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Starts a command that ends when this process ends. */
export const LAUNCHER = fileURLToPath(new URL('launch.py', import.meta.url));

/** Relative to the folder of vLLM, as is all that follows. */
export const PYTHON = path.join('venv', 'bin', 'python');

export const ENVIRONMENT = {
  VLLM_CPU_KVCACHE_SPACE: '1',
  VLLM_NO_USAGE_STATS: '1',
  DO_NOT_TRACK: '1',
  HF_HUB_OFFLINE: '1',
  TRANSFORMERS_OFFLINE: '1',
};

/** The tiny model has no weights: vLLM generates random ones. */
const OPTIONS = ['--load-format', 'dummy', '--enforce-eager', '--dtype', 'bfloat16', '--skip-mm-profiling'];

/**
 * A command of vLLM with the tiny model.
 * @param {'serve' | 'run-batch'} name
 * @param {readonly string[]} args
 * @returns {readonly string[]}
 */
export const commandOf = (name, args) => [path.join('venv', 'bin', 'vllm'), name, ...args, ...OPTIONS];
