#!/usr/bin/env node
// Replaces the `code` program for @vscode/test-electron: accepts its command line and runs the tests in the extension
// host of VS Code's server, with the workbench in a headless Chromium. The exit status is that of the suite.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { injectDevelopment, launchBrowser } from '../../../scripts/lib/browser.mjs';
import { makeFolders, startServer, workbenchUrl, writeSettings } from '../../../scripts/lib/vscodeServer.mjs';
import { STILL_SETTINGS } from '../../../scripts/lib/workbenchPage.mjs';

/** Exit statuses other than the result of the suite itself. */
const STATUS = {
  usage: 64,
  failed: 70,
  serverEnded: 71,
  browserEnded: 72,
  hostEnded: 73,
  interrupted: 130,
  noVerdict: 74,
} as const;

/** Interval at which the output of the suite is forwarded, in milliseconds. */
const FOLLOW_INTERVAL = 50;

const { values, positionals } = parseArgs({
  options: {
    extensionDevelopmentPath: { type: 'string', multiple: true, default: [] },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
  },
  allowPositionals: true,
  // Other options of the desktop program have no effect here.
  strict: false,
});

/** The options of this program are strings; `strict: false` passes an option without a value as true. */
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

process.exitCode = await main();

async function main(): Promise<number> {
  const tests = text(values.extensionTestsPath);
  if (tests === undefined) {
    console.error('The code shim only runs tests: it needs --extensionTestsPath.');
    return STATUS.usage;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-host-'));
  try {
    return await runTests(folder, path.resolve(tests));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

async function runTests(folder: string, tests: string): Promise<number> {
  const made = makeFolders(folder);
  const folders = {
    ...made,
    userData: text(values['user-data-dir']) ?? made.userData,
    extensions: text(values['extensions-dir']) ?? made.extensions,
  };
  // A browser saves files after a second, a desktop does not.
  writeSettings(folders, 'User', { ...STILL_SETTINGS, 'files.autoSave': 'off' });
  const output = path.join(folder, 'output');
  fs.writeFileSync(output, '');
  const verdict = path.join(folder, 'verdict');

  const server = await startServer({
    folders,
    testing: true,
    env: { PAGETRACE_HOST_OUTPUT: output, PAGETRACE_HOST_VERDICT: verdict, PAGETRACE_HOST_TESTS: tests },
  });
  const browser = await launchBrowser();
  const follow = followFile(output);
  try {
    const page = await browser.newPage();
    const ended = new Promise<number>((resolve) => {
      let over = false;
      const end = (status: number, sentence?: string): void => {
        if (!over && sentence !== undefined) console.error(sentence);
        over = true;
        resolve(status);
      };
      // The workbench calls this when the extension host has run its tests or has ended for another reason.
      void page.exposeFunction('codeAutomationExit', (status: number) => {
        if (status !== 0) end(status);
        // A host that crashes is reported as status 0, so only the suite's result shows that it ran to its end.
        else if (fs.existsSync(verdict)) end(0);
        else end(STATUS.noVerdict, 'The extension host ended before the suite did.');
      });
      void page.exposeFunction('codeAutomationLog', (_kind: string, args: readonly unknown[]) => {
        if (/extension host (?:\(remote\) )?terminated unexpectedly/i.test(args.join(' '))) {
          end(STATUS.hostEnded, 'The extension host terminated unexpectedly.');
        }
      });
      void server.ended.then(() => {
        end(STATUS.serverEnded, `VS Code's server ended.\n${server.log()}`);
      });
      browser.once('disconnected', () => {
        end(STATUS.browserEnded, 'The browser ended.');
      });
      page.once('crash', () => {
        end(STATUS.browserEnded, 'The page crashed.');
      });
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.once(signal, () => {
          end(STATUS.interrupted, `Interrupted by ${signal}.`);
        });
      }
    });
    const extensions = values.extensionDevelopmentPath.filter((each) => typeof each === 'string');
    const entry = path.join(import.meta.dirname, 'hostEntry.cjs');
    await injectDevelopment(page, server, extensions, entry);
    const workspace = positionals.map((each) => path.resolve(each)).find((each) => fs.existsSync(each));
    await page.goto(workbenchUrl(server, workspace === undefined ? {} : { folder: workspace }));
    return await ended;
  } catch (error) {
    console.error(error);
    return STATUS.failed;
  } finally {
    follow.stop();
    await browser.close();
    await server.stop();
  }
}

/** Forwards text that is appended to a file, until stopped. */
function followFile(file: string): { stop: () => void } {
  const descriptor = fs.openSync(file, 'r');
  const buffer = Buffer.alloc(65_536);
  const passOn = (): void => {
    for (;;) {
      const length = fs.readSync(descriptor, buffer);
      if (length === 0) return;
      process.stdout.write(Buffer.from(buffer.subarray(0, length)));
    }
  };
  const timer = setInterval(passOn, FOLLOW_INTERVAL);
  return {
    stop: () => {
      clearInterval(timer);
      passOn();
      fs.closeSync(descriptor);
    },
  };
}
