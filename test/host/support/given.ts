import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { ParsePrompt, RenderPrompt } from '../../../src/core/prompts/model.ts';
import { parsePromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import type { FileSourceDeps } from '../../../src/host/trajectories/fileSource.ts';
import type { AskedQuestionSourceDeps } from '../../../src/host/asking/askedQuestionSource.ts';
import type { SearchIn } from '../../../src/host/asking/questionToAsk.ts';
import type { GroundingServices } from '../../../src/host/grounding/groundings.ts';
import type { CompositeScoring } from '../../../src/host/rewards/shownReward.ts';
import type { WriteTools } from '../../../src/host/runs/writeToolbox.ts';
import type { ReadFrontMatter, ReadResponses } from '../../../src/host/shared/languageThread.ts';
import type { ExportTrajectory, ScoreWithAllRewards } from '../../../src/languageWorker/calls.ts';
import { exportHandlers } from '../../../src/languageWorker/exportWorker/handlers.ts';
import { languageHandlers } from '../../../src/languageWorker/worker/handlers.ts';
import { responseHandlers } from '../../../src/languageWorker/worker/responseHandlers.ts';

/** Time limit of `until` and time between its checks, in milliseconds. */
const PATIENCE = 90_000;
const LOOK_EVERY = 5;

/** Polls `look` and returns its first truthy value; throws if there is none in time. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
): Promise<Exclude<T, null | undefined | false>> {
  const given = performance.now() + PATIENCE;
  for (;;) {
    const value = await look();
    if (value !== null && value !== undefined && value !== false)
      return value as Exclude<T, null | undefined | false>;
    if (performance.now() > given) throw new Error(`It never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

/** Parses and renders prompts in this process: the templates of these tests are short. */
export const rendering: { readonly parsePrompt: ParsePrompt; readonly renderPrompt: RenderPrompt } = {
  parsePrompt: (name, text) => parsePromptFile(name, text).prompt,
  renderPrompt,
};

/** Reads responses in this thread: those of these tests are short. */
export const readResponses: ReadResponses = (name, request) =>
  Promise.resolve(responseHandlers[name](request));

/** Scores responses in this thread: those of these tests are short. */
export const scoreWithAllRewards: ScoreWithAllRewards = async (request) =>
  languageHandlers().scoreWithAllRewards(request);

/** Writes the exports of trajectories in this thread: those of these tests are short. */
export const exportTrajectory: ExportTrajectory = async (request) => exportHandlers.exportTrajectory(request);

/** Searches for no page: tests of single turns need none. */
export const noSearch: SearchIn = () => Promise.reject(new Error('Nothing is to be searched.'));

/** Draws no page: tests without documents need none. */
export const noPage = (): Promise<never> => Promise.reject(new Error('No page is expected.'));

/** Reads front matters in this thread: those of these tests are short. */
export const readFrontMatter: ReadFrontMatter = async (name, request) => languageHandlers()[name](request);

/** Writes tools into prompts in this thread: those of these tests are short. */
export const writeTools: WriteTools = async (name, request) => languageHandlers()[name](request);

/** The extension under test. */
export function extensionUri(): vscode.Uri {
  const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
  if (!extension) throw new Error('The extension is not there.');
  return extension.extensionUri;
}

/** A file of test/fixtures/documents. */
export function fixture(name: string): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri(), 'test', 'fixtures', 'documents', name);
}

/** The folder that is open in the window. */
export function workspaceFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('The window has no folder.');
  return folder.uri;
}

/** A separate folder for each test. */
export function useFolder(): { readonly path: string; readonly file: (name: string) => vscode.Uri } {
  const folder = { path: '', file: (name: string) => vscode.Uri.file(path.join(folder.path, name)) };
  beforeEach(async () => {
    folder.path = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-test-'));
  });
  afterEach(async () => {
    // What a test has begun may still write a file.
    await fs.rm(folder.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  return folder;
}

/** Replaces functions of VS Code's API until the end of the test. */
export function useStubs(): <O extends object>(
  object: O,
  name: keyof O & string,
  replacement: unknown,
) => void {
  const restore: (() => void)[] = [];
  afterEach(() => {
    for (const undo of restore.splice(0).reverse()) undo();
  });
  return (object, name, replacement) => {
    const original = Object.getOwnPropertyDescriptor(object, name);
    if (!original) throw new Error(`There is no ${name} to replace.`);
    Object.defineProperty(object, name, { configurable: true, enumerable: true, get: () => replacement });
    restore.push(() => {
      Object.defineProperty(object, name, original);
    });
  };
}

/** Changes settings until the end of the test. */
export function useSettings(): (section: string, key: string, value: unknown) => Promise<void> {
  const changed = new Set<string>();
  // Each change makes the whole window read its settings again, so none is made that changes nothing.
  const update = async (section: string, key: string, value: unknown): Promise<void> => {
    const settings = vscode.workspace.getConfiguration(section);
    const now = value === undefined ? settings.inspect(key)?.globalValue : settings.get(key);
    if (!isDeepStrictEqual(now, value)) await settings.update(key, value, vscode.ConfigurationTarget.Global);
  };
  afterEach(async () => {
    for (const name of changed) {
      const [section = '', key = ''] = name.split('/');
      await update(section, key, undefined);
    }
    changed.clear();
  });
  return async (section, key, value) => {
    changed.add(`${section}/${key}`);
    await update(section, key, value);
  };
}

/** A memento in memory. */
export function memento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.has(key) ? (values.get(key) as T) : fallback),
    update: (key: string, value: unknown) => {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}

/** A secret storage in memory. */
export function secrets(): vscode.SecretStorage & { readonly kept: ReadonlyMap<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    keys: () => Promise.resolve([...kept.keys()]),
    get: (key: string) => Promise.resolve(kept.get(key)),
    store: (key: string, value: string) => {
      kept.set(key, value);
      return Promise.resolve();
    },
    delete: (key: string) => {
      kept.delete(key);
      return Promise.resolve();
    },
    onDidChange: new vscode.EventEmitter<vscode.SecretStorageChangeEvent>().event,
  };
}

/** The composite rewards of a window that has none. */
export const noComposites: CompositeScoring = {
  files: {
    read: (name, document) =>
      Promise.resolve({
        profile: null,
        fault: `There is no ${name}.`,
        uri: document,
        place: null,
        given: { name, text: null, fault: null },
      }),
    onDidChange: () => new vscode.Disposable(() => undefined),
  },
  score: () => Promise.reject(new Error('Nothing is to be scored.')),
  rests: 1,
};

/** The groundings of a window in which no document can be read. */
export const noGroundings: GroundingServices = {
  ground: () => Promise.reject(new Error('Nothing is to be grounded.')),
  prepare: (_reference, uri) => Promise.reject(new Error(`${uri.path} is not to be read.`)),
  prepareRecognition: () => Promise.resolve(false),
  findMissing: () => Promise.resolve(),
  onDidChange: () => new vscode.Disposable(() => undefined),
  places: { current: (uri) => uri },
};

/** Dependencies of inspector sources in a trusted window in which every action is possible and no page can be drawn. */
export function sourceDeps(
  overrides: Partial<AskedQuestionSourceDeps & FileSourceDeps> = {},
): AskedQuestionSourceDeps & FileSourceDeps {
  return {
    renderPage: () => Promise.reject(new Error('No page is asked for.')),
    renderFully: () => Promise.reject(new Error('No page is asked for at full resolution.')),
    hashNow: () => Promise.resolve(null),
    watchDocument: () => new vscode.Disposable(() => undefined),
    permitFile: () => Promise.resolve(),
    canAsk: () => true,
    canJudge: () => true,
    canScoreWithPython: () => false,
    composites: noComposites,
    groundings: noGroundings,
    verdicts: { find: () => Promise.resolve('unknown'), keep: () => Promise.resolve() },
    // Those that were kept are a message of their own when they are read, which here is never.
    goldBoxes: () =>
      Promise.resolve({
        find: () => new Promise(() => undefined),
        keep: () => Promise.resolve(),
        listen: () => () => undefined,
      }),
    log: () => undefined,
    cancel: () => undefined,
    countViews: () => undefined,
    stepping: () => null,
    gather: 1,
    readFrontMatter,
    ...overrides,
  };
}

/** A page image as a view receives it: one empty pixel. */
export const RENDERED = {
  src: 'data:image/jpeg;base64,AA==',
  width: 1,
  height: 1,
  textHeight: null,
  sha256: '',
};
