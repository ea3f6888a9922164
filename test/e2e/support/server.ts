import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, type TestContext } from 'vitest';
import { injectDevelopment, launchBrowser, newContext } from '../../../scripts/lib/browser.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import {
  makeFolders,
  startServer,
  workbenchUrl,
  writeSettings,
  type Folders,
  type Server,
} from '../../../scripts/lib/vscodeServer.mjs';
import { openWorkbench, STILL_SETTINGS } from '../../../scripts/lib/workbenchPage.mjs';
import { keepEvidence } from './evidence.ts';
import { Workbench, type Theme } from './workbench.ts';
import { makeWorkspace, type WorkspaceFiles } from './workspace.ts';

/** How a spec's server is started. */
export interface ServerOptions {
  /** The packed extension, or the working tree's (its dist/ must be built). */
  readonly extension?: 'vsix' | 'dev';
  /** Environment variables of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How a test opens the workbench. */
export interface OpenOptions {
  /** Files of the workspace; null opens a window without a folder. An empty folder by default. */
  readonly workspace?: WorkspaceFiles | null;
  /** A file of the workspace to open at startup. */
  readonly file?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly theme?: Theme;
  /** `restricted` opens the folder in Restricted Mode, `prompt` lets VS Code ask; trusted by default. */
  readonly trust?: 'trusted' | 'restricted' | 'prompt';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Folders of other extensions that run in this window. */
  readonly alongside?: readonly string[];
}

const TRUST_SETTINGS = {
  trusted: { 'security.workspace.trust.enabled': false },
  restricted: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
  prompt: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'always' },
} as const;

/** One VS Code server with one browser, shared by the tests of a spec; each test gets a fresh profile and workspace. */
export interface SharedServer {
  /** Opens the workbench for a test and closes it when the test ends. A failed test leaves its evidence. */
  open(context: TestContext, options?: OpenOptions): Promise<Workbench>;
  /**
   * One workbench for all tests of the file, which use it in turn and start without open editors. The first test that
   * needs it opens it.
   * @param options called when it is opened, because `beforeAll` may start what they name
   */
  share(options: () => OpenOptions): (context: TestContext) => Promise<Workbench>;
}

/** Starts a server before the tests of the file and stops it after them. */
export function useServer({ extension = 'vsix', env = {} }: ServerOptions = {}): SharedServer {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start(extension, env);
  });
  afterAll(async () => {
    await started?.browser.close();
    await started?.server.stop();
    if (started !== undefined)
      fs.rmSync(started.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  return {
    open: async (context, options = {}) => {
      const opened = await open(requireStarted(started), extension, options);
      context.onTestFinished(() => opened.context.close());
      await record(opened, context);
      return opened.workbench;
    },
    share: (options) => {
      let opened: Opened | undefined;
      return async (context) => {
        if (opened === undefined) opened = await open(requireStarted(started), extension, options());
        else await opened.workbench.tidyUp();
        await record(opened, context);
        return opened.workbench;
      };
    },
  };
}

/** The server, which runs once `beforeAll` has finished. */
function requireStarted(started: Started | undefined): Started {
  if (started === undefined) throw new Error('The server is not started.');
  return started;
}

interface Started {
  readonly folder: string;
  readonly folders: Folders;
  readonly server: Server;
  readonly browser: Browser;
}

async function start(extension: 'vsix' | 'dev', env: Readonly<Record<string, string>>): Promise<Started> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-e2e-'));
  const folders = makeFolders(folder);
  if (extension === 'vsix') fs.cpSync(inject('installedExtensions'), folders.extensions, { recursive: true });
  const [server, browser] = await Promise.all([
    startServer({ folders, env, testing: true }),
    launchBrowser(),
  ]);
  return { folder, folders, server, browser };
}

/** A workbench with the logs that explain a failure. */
interface Opened {
  readonly workbench: Workbench;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly folders: Folders;
  /** Lines that the page logged. */
  readonly console: string[];
  readonly server: Server;
}

/** Records a test; if the test fails, keeps the recording with the logs and a screenshot. */
async function record(opened: Opened, test: TestContext): Promise<void> {
  const { context, page, folders, server } = opened;
  opened.console.length = 0;
  await context.tracing.startChunk({ title: test.task.name });
  // Registered last, so that it runs before the windows of the test are closed.
  test.onTestFinished(async () => {
    if (test.task.result?.state === 'fail') {
      await keepEvidence(test.task, {
        context,
        page,
        folders,
        console: opened.console,
        serverLog: server.log(),
      });
    } else {
      await context.tracing.stopChunk();
    }
  });
}

async function open(started: Started, extension: 'vsix' | 'dev', options: OpenOptions): Promise<Opened> {
  const { folder, folders, server, browser } = started;
  const {
    workspace: files = {},
    file,
    settings = {},
    theme = 'Dark 2026',
    trust = 'trusted',
    viewport,
    alongside = [],
  } = options;
  for (const state of ['globalStorage', 'workspaceStorage', 'History']) {
    fs.rmSync(path.join(folders.userData, 'User', state), { recursive: true, force: true });
  }
  const all = { ...STILL_SETTINGS, ...TRUST_SETTINGS[trust], 'workbench.colorTheme': theme, ...settings };
  // Each of the two files applies the settings of its scope and ignores the others.
  writeSettings(folders, 'User', all);
  writeSettings(folders, 'Machine', all);

  const workspace = files === null ? undefined : makeWorkspace(folder, files);

  const context = await newContext(browser, server.origin, {
    ...(viewport === undefined ? {} : { viewport }),
  });
  // No snapshots at each step, because they take as long as the steps themselves.
  await context.tracing.start({ snapshots: false });
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`[${message.type()}] ${message.text()}`));
  page.on('pageerror', (error) => said.push(`[error] ${error.message}`));

  const developed = [...(extension === 'dev' ? [root] : []), ...alongside];
  if (developed.length > 0) await injectDevelopment(page, server, developed);
  await openWorkbench(
    page,
    workbenchUrl(server, {
      ...(workspace === undefined ? {} : { folder: workspace }),
      ...(workspace === undefined || file === undefined ? {} : { file: path.join(workspace, file) }),
    }),
  );
  const workbench = new Workbench(page, context, { folder: workspace, folders, theme });
  return { workbench, context, page, folders, console: said, server };
}
