// Answers a file of requests with `vllm run-batch` of the vLLM that setup.mjs installed.
import path from 'node:path';
import process from 'node:process';
import { mustRun } from '../lib/command.mjs';
import { commandOf, ENVIRONMENT, LAUNCHER, PYTHON } from './options.mjs';
import { MODEL_FOLDER } from './setup.mjs';

/**
 * @param {string} vllm the folder of vLLM
 * @param {{ input: string, output: string, model: string, maxImages: number, images: string, timeout: number }} options
 *   input, output, images: absolute paths; images: the folder whose files requests may name; timeout: milliseconds
 */
export async function runBatch(vllm, { input, output, model, maxImages, images, timeout }) {
  const command = commandOf('run-batch', [
    ...['-i', input, '-o', output, '--model', MODEL_FOLDER, '--served-model-name', model],
    ...['--max-model-len', '8192', '--generation-config', 'vllm'],
    ...['--limit-mm-per-prompt', JSON.stringify({ image: maxImages, video: 0 })],
    ...['--allowed-local-media-path', images],
  ]);
  await mustRun(path.join(vllm, PYTHON), [LAUNCHER, String(process.pid), ...command], {
    cwd: vllm,
    env: { ...process.env, ...ENVIRONMENT },
    timeout,
    quiet: true,
  });
}
