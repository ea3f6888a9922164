import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { root, vsix } from '../../scripts/lib/paths.mjs';
import { findWebview, openWorkbench } from '../../scripts/lib/workbenchPage.mjs';
import { FAKE_MODEL, startFakeVllm } from '../support/fakeVllm.ts';
import { RESPONSE } from './support/asking.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-start-spec-'));
let started: Start | undefined;

afterEach(async () => {
  started?.child.kill('SIGINT');
  await started?.ended;
  started = undefined;
});

interface Start {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: () => string;
  /** Resolves to the exit status. */
  readonly ended: Promise<number | null>;
  /**
   * Resolves to the first group of the pattern once the pattern has been printed; rejects if the process ends before
   * that.
   */
  readonly printed: (pattern: RegExp) => Promise<string>;
}

/** Runs `npm start` with Node 20, as a person may. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Start {
  const packed = process.env['PAGETRACE_VSIX'] ?? vsix;
  const node = process.env['PAGETRACE_NODE20'] ?? process.execPath;
  const child = spawn(node, [path.join(root, 'scripts/start.mjs'), '--vsix', packed, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  child.stdin.end();
  let output = '';
  const listeners = new Set<() => void>();
  const take = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  started = {
    child,
    output: () => output,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(output);
          if (match !== null) resolve(match[1] ?? '');
        };
        listeners.add(look);
        look();
        void ended.then(() => {
          reject(new Error(`It ended without printing ${String(pattern)}:\n${output}`));
        });
      }),
  };
  return started;
}

describe('npm start', () => {
  it('prints an address that opens the sample in any browser, asks for its token, and cleans up at the end', async () => {
    const { child, ended, printed } = start(['--data', folder]);
    const url = await printed(/(http:\/\/127\.0\.0\.1:\S+)/);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await openWorkbench(page, url);
      await page.locator('.tab', { hasText: 'annual-report.pdf' }).waitFor();
      await findWebview(page, 'annual-report.pdf');
      const { origin } = new URL(url);
      expect((await fetch(origin, { redirect: 'manual' })).status).toBe(403);
      child.kill('SIGINT');
      expect(await ended).toBe(0);
      await expect(fetch(origin)).rejects.toThrow();
    } finally {
      await browser.close();
    }
  });

  it('asks a question without a window, prints the trajectory and its reward, and saves a screenshot', async () => {
    const vllm = await startFakeVllm({
      trajectories: [RESPONSE],
      maxImages: 20,
      models: [{ ...FAKE_MODEL, maxModelLength: 65_536 }],
    });
    onTestFinished(() => vllm.close());
    const picture = path.join(folder, 'asked.png');
    const args = ['--headless', 'What was the total revenue in 2024?', '--screenshot', picture];
    const { ended, output } = start(args, { PAGETRACE_SERVER: vllm.url });
    expect(await ended, output()).toBe(0);
    expect(output()).toContain(RESPONSE);
    expect(output()).toMatch(/^Reward: [\d.]+[^\n]*\n {2}answer [\d.]+/m);
    expect(output()).toMatch(
      /^Opening VS Code[^]*^Asking about the sample: What was[^]*^The pages are sent/m,
    );
    expect(output()).toContain(`A picture of the workbench is in ${picture}\n`);
    expect(fs.statSync(picture).size).toBeGreaterThan(10_000);
  });

  it('reports what is wrong with an option, and prints its usage', async () => {
    const { ended, output } = start(['--port', 'many']);
    expect(await ended).toBe(1);
    expect(output()).toContain('--port takes a number from 0 to 65535, not many.');
  });
});
