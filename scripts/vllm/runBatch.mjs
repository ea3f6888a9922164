// Answers a file of requests with `vllm run-batch` of the vLLM that setup.mjs installed.
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../lib/failure.mjs';
import { endOf, startProgram } from './program.mjs';
import { MODEL_FOLDER } from './setup.mjs';

/**
 * @typedef {object} Batch all paths are absolute
 * @property {string} input
 * @property {string} output
 * @property {string} model the name of the model in the requests
 * @property {number} maxImages images of a request
 * @property {string} images the folder whose files requests may name
 * @property {string} log a file for what vLLM says
 * @property {number} longest milliseconds after which it is stopped
 */

/**
 * @param {string} folder where setupVllm installed vLLM
 * @param {Batch} batch
 * @throws {Failure} with the end of its output, if it fails or takes too long
 */
export async function runBatch(folder, { input, output, model, maxImages, images, log, longest }) {
  const program = startProgram(
    folder,
    'run-batch',
    [
      ...['-i', input, '-o', output, '--model', MODEL_FOLDER, '--served-model-name', model],
      ...['--max-model-len', '8192', '--generation-config', 'vllm'],
      ...['--limit-mm-per-prompt', JSON.stringify({ image: maxImages, video: 0 })],
      ...['--allowed-local-media-path', images],
    ],
    log,
  );
  await Promise.race([program.ended, pause(longest, undefined, { ref: false })]);
  const { status } = program;
  await program.stop();
  if (status === 0) return;
  const what = status === null ? 'did not end in time' : `ended with status ${status}`;
  throw new Failure(`vllm run-batch ${what}. The end of ${log}:\n${endOf(log)}`);
}
