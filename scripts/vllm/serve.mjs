// Starts and stops a server of the vLLM that setup.mjs installed.
import net from 'node:net';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../lib/failure.mjs';
import { endOf, startProgram } from './program.mjs';
import { MODEL_FOLDER } from './setup.mjs';

/** The settings with which the server is started, for the tests to compare. */
export const SERVED = {
  model: 'tiny-vl',
  maxModelLength: 8192,
  maxImages: 5,
  apiKey: 'a key for tests only',
};

/** The settings of a server that gives a vector for each token, as a retrieval model does. */
export const POOLED = { model: 'tiny-vectors', maxModelLength: 4096, apiKey: SERVED.apiKey };

/** @typedef {'answers' | 'vectors'} Served what a server gives */

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}

/** @param {string} url */
async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** @type {Readonly<Record<Served, readonly string[]>>} */
const OPTIONS = {
  answers: [
    ...['--served-model-name', SERVED.model, '--api-key', SERVED.apiKey],
    ...['--max-model-len', String(SERVED.maxModelLength)],
    ...['--limit-mm-per-prompt', JSON.stringify({ image: SERVED.maxImages, video: 0 })],
    ...['--generation-config', 'vllm', '--enable-prompt-tokens-details'],
    // The page images of a batch, which tests write there.
    ...['--allowed-local-media-path', os.tmpdir()],
  ],
  vectors: [
    ...['--served-model-name', POOLED.model, '--api-key', POOLED.apiKey],
    ...['--max-model-len', String(POOLED.maxModelLength)],
    ...['--limit-mm-per-prompt', JSON.stringify({ image: 1, video: 0 })],
    ...['--runner', 'pooling', '--convert', 'embed', '--pooler-config.task', 'token_embed'],
  ],
};

/**
 * Starts vLLM on loopback and waits until it is ready. It also stops when this process exits.
 * @param {string} folder where setupVllm installed it
 * @param {{ log: string, gives?: Served, readyWithin?: number, pollEvery?: number }} options log: a file for the
 *   server's output
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startVllm(folder, { log, gives = 'answers', readyWithin = 480_000, pollEvery = 500 }) {
  const port = await freePort();
  const address = ['--host', '127.0.0.1', '--port', String(port)];
  const server = startProgram(folder, 'serve', [MODEL_FOLDER, ...OPTIONS[gives], ...address], log);
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + readyWithin;
  while (!(await answers(`${url}/health`))) {
    const problem =
      server.status !== null
        ? 'ended before it was ready'
        : Date.now() > deadline
          ? 'was not ready in time'
          : undefined;
    if (problem !== undefined) {
      await server.stop();
      throw new Failure(`vLLM ${problem}. The end of ${log}:\n${endOf(log)}`);
    }
    await pause(pollEvery);
  }
  return { url, stop: server.stop };
}
