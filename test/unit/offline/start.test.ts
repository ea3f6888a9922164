import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import { startOfflineReader } from '../../../src/offline/start.ts';
import { OFFLINE_MODEL } from '../../../src/offline/model.ts';
import { temporaryFolder } from '../../support/files.ts';
import { pageImages } from './support.ts';

/** Waits until no process listens at `url`. */
async function untilGone(url: string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(`${url}/health`)).text();
    } catch {
      return;
    }
  }
}

describe('the process of the offline reader', () => {
  it('the offline reader reads a page, has its own key, and ends when it is closed', async () => {
    const reader = await startOfflineReader();
    const [image = new Uint8Array()] = await pageImages('data-sheet.pdf');
    const url = `data:image/jpeg;base64,${Buffer.from(image).toString('base64')}`;
    const ask = (authorization: string): Promise<Response> =>
      fetch(`${reader.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({
          model: OFFLINE_MODEL,
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'What is the weight?' },
                { type: 'image_url', image_url: { url } },
              ],
            },
          ],
        }),
      });
    expect((await ask('Bearer wrong')).status).toBe(401);
    expect(await (await ask(`Bearer ${reader.apiKey}`)).json()).toMatchObject({
      choices: [{ message: { content: '3.8 kg' } }],
    });
    await reader.close();
    await reader.ended;
    await untilGone(reader.url);
  });

  it('the offline reader ends when its parent process is killed', async () => {
    const start = fileURLToPath(new URL('../../../src/offline/start.ts', import.meta.url));
    const script = `import(${JSON.stringify(start)}).then(async ({ startOfflineReader }) => console.log((await startOfflineReader()).url))`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [url] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    expect((await fetch(`${url}/health`)).status).toBe(200);
    parent.kill('SIGKILL');
    await untilGone(url);
  });

  it('the offline reader says what failed if it cannot start', async () => {
    const script = fileURLToPath(new URL('./noScript.ts', import.meta.url));
    await expect(startOfflineReader({ script })).rejects.toMatchObject({ reason: 'offline-reader-failed' });
    await expect(startOfflineReader({ execPath: '/nonexistent/node' })).rejects.toMatchObject({
      reason: 'offline-reader-failed',
    });
    await expect(startOfflineReader({ startTimeout: 1 })).rejects.toMatchObject({
      reason: 'offline-reader-failed',
    });
    await expect(startOfflineReader({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      reason: 'cancelled',
    });
  });

  it('a reader that writes without end instead of saying where it listens is not started', async () => {
    const script = path.join(temporaryFolder(), 'flood.mjs');
    fs.writeFileSync(
      script,
      `process.stdin.on('end', () => process.exit()).resume();
       const write = () => process.stdout.write('x'.repeat(10_000), write);
       write();`,
    );
    await expect(startOfflineReader({ script })).rejects.toMatchObject({
      reason: 'offline-reader-failed',
      said: 'Error: Its first line is longer than 64 KB.',
    });
  });

  it('the offline reader gets no secret of the environment but its own key', async () => {
    const names = [
      'PAGETRACE_API_KEY',
      'PAGETRACE_PASSWORD',
      'Pagetrace_Api_Key',
      'OPENAI_API_KEY',
      'HF_TOKEN',
    ];
    for (const name of [...names, 'PAGETRACE_OF_NO_ONE']) vi.stubEnv(name, 'set');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const script = path.join(temporaryFolder(), 'tell.mjs');
    fs.writeFileSync(script, 'console.log(JSON.stringify({ error: Object.keys(process.env).join() }));\n');
    const error: unknown = await startOfflineReader({ script }).catch((thrown: unknown) => thrown);
    const found = error instanceof PageTraceError ? (error.said ?? '').split(',') : [];
    expect(found).toEqual(expect.arrayContaining(['PATH', 'PAGETRACE_OFFLINE_KEY', 'PAGETRACE_OF_NO_ONE']));
    expect(found.filter((name) => names.includes(name))).toEqual([]);
  });
});
