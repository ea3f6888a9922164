// Starts and stops the vLLM that setup.mjs installed. Runs on Node 20.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { MODEL_FOLDER } from './setup.mjs';

/** What the server under test is started with. */
export const SERVED = {
  model: 'tiny-vl',
  maxModelLength: 8192,
  maxImages: 5,
  apiKey: 'a key for tests only',
};

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/**
 * Starts vLLM on loopback and waits until it is ready. The server runs in a process group of its own, so that
 * stop() ends its engine processes too.
 * @param {string} folder where setupVllm installed it
 * @param {{ log: string, readyWithin?: number, pollEvery?: number }} options log: file for the server's output
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startVllm(folder, { log, readyWithin = 300_000, pollEvery = 500 }) {
  const port = await freePort();
  const output = fs.openSync(log, 'w');
  const child = spawn(
    path.join(folder, 'venv', 'bin', 'vllm'),
    [
      ...['serve', MODEL_FOLDER, '--served-model-name', SERVED.model],
      ...['--load-format', 'dummy', '--enforce-eager', '--dtype', 'bfloat16'],
      ...['--max-model-len', String(SERVED.maxModelLength)],
      ...[
        '--limit-mm-per-prompt',
        JSON.stringify({ image: SERVED.maxImages, video: 0 }),
        '--skip-mm-profiling',
      ],
      ...['--generation-config', 'vllm', '--enable-prompt-tokens-details'],
      ...['--host', '127.0.0.1', '--port', String(port), '--api-key', SERVED.apiKey],
    ],
    {
      cwd: folder,
      detached: true,
      stdio: ['ignore', output, output],
      env: {
        ...process.env,
        VLLM_CPU_KVCACHE_SPACE: '1',
        VLLM_NO_USAGE_STATS: '1',
        DO_NOT_TRACK: '1',
        HF_HUB_OFFLINE: '1',
        TRANSFORMERS_OFFLINE: '1',
      },
    },
  );
  fs.closeSync(output);
  const ended = new Promise((resolve) => {
    child.on('exit', resolve);
    child.on('error', resolve);
  });
  let running = true;
  void ended.then(() => (running = false));

  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group is gone already.
    }
  };
  const onExit = () => signal('SIGKILL');
  process.on('exit', onExit);
  const stop = async () => {
    signal('SIGTERM');
    await Promise.race([ended, pause(15_000)]);
    signal('SIGKILL');
    process.off('exit', onExit);
  };

  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + readyWithin;
  while (!(await answers(`${url}/health`))) {
    const problem = !running
      ? 'ended before it was ready'
      : Date.now() > deadline
        ? 'was not ready in time'
        : null;
    if (problem !== null) {
      await stop();
      throw new Error(
        `vLLM ${problem}. The end of its output:\n${fs.readFileSync(log, 'utf8').slice(-4000)}`,
      );
    }
    await pause(pollEvery);
  }
  return { url, stop };
}
