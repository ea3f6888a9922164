import path from 'node:path';
import * as vscode from 'vscode';
import { RecentStore } from '../../../src/asking/recentStore.ts';
import type { PageTraceError } from '../../../src/core/errors.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { AskCommands, type AskCommandsDeps } from '../../../src/host/asking/askCommands.ts';
import { Asker } from '../../../src/host/asking/asker.ts';
import { FittingPages } from '../../../src/host/asking/fittingPages.ts';
import type { QuestionToAsk } from '../../../src/host/asking/questionToAsk.ts';
import { DocumentCache } from '../../../src/host/document/documentCache.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { PageImages } from '../../../src/host/document/pageImages.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import { fileVersion } from '../../../src/host/shared/files.ts';
import { serveOffline } from '../../../src/offline/http/server.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { extensionUri, fixture, memento, rendering, sourceDeps, useFolder, useSettings } from './given.ts';
import { makeFiles, makeLibrary, makeServers } from './services.ts';

/** What a model says in a conversation by VRAG-RL's rules. */
export const SEARCH = '<think>I lack it.</think><search>operating margin</search>';
export const CLOSER = '<think>It is small.</think><bbox>[10, 20, 400, 300]</bbox>';
export const ANSWER = '<think>It is there.</think><answer>518.9</answer>';

/** What asks questions that are answered in several turns, and what became of them. */
export interface Conversations {
  readonly folder: ReturnType<typeof useFolder>;
  readonly configure: ReturnType<typeof useSettings>;
  servers: Servers;
  library: DocumentLibrary;
  recent: RecentStore;
  asker: Asker;
  readonly prompts: () => Prompts;
  /** Another store of the recent trajectories, as a window has it that is opened later. */
  readonly storeOf: () => RecentStore;
  /** The sources that were shown. */
  shown: InspectorSource[];
  errors: PageTraceError[];
  /** Closes what a test has opened when it ends. */
  closing: (() => Promise<unknown>)[];
  /** Connects to a server that says `answers`, one after the other; returns its address. */
  readonly script: (...answers: readonly string[]) => Promise<string>;
  /** A question that VRAG-RL's preset begins. */
  readonly toAsk: (overrides?: Partial<QuestionToAsk>) => Promise<QuestionToAsk>;
  /** The text of the first sample that is shown. */
  readonly text: () => string;
  /** The commands that ask, with an asker that keeps what it is to ask. */
  readonly commands: (asked: QuestionToAsk[], overrides?: Partial<AskCommandsDeps>) => AskCommands;
}

/** Sets up what asks questions that are answered in several turns, for each test anew. */
export function useConversations(): Conversations {
  const configure = useSettings();
  const folder = useFolder();
  const prompts = (): Prompts =>
    new Prompts(
      path.join(extensionUri().fsPath, 'media', 'prompts'),
      makeFiles().permit,
      rendering.parsePrompt,
    );
  const storeOf = (): RecentStore =>
    new RecentStore(path.join(folder.path, 'recent'), {
      limits: () => ({ maxCount: 500, maxBytes: 1e9, flushEvery: 1 }),
      log: () => undefined,
      onDidChange: () => undefined,
      onFailed: (error) => given.errors.push(error),
      now: Date.now,
    });
  const script = async (...answers: readonly string[]): Promise<string> => {
    const server = await serveOffline({
      answer: () => {
        throw new Error('Nothing is read.');
      },
      script: answers.map((text) => ({ text })),
      apiKey: '',
      version: '0.32.0',
      log: () => undefined,
    });
    given.closing.push(() => server.close());
    await configure('pagetrace', 'servers', [{ name: 'one', url: server.url }]);
    return server.url;
  };
  const made = () => {
    const library = makeLibrary();
    const servers = makeServers({ busy: () => given.asker.asking });
    const recent = storeOf();
    const fitting = new FittingPages({
      context: { extensionUri: extensionUri(), globalStorageUri: vscode.Uri.file(folder.path) },
      library,
      servers,
      recognizer: { name: 'none', recognize: () => Promise.resolve([]), close: () => Promise.resolve() },
    });
    const asker = new Asker({
      servers,
      library,
      images: new PageImages(library),
      recent,
      source: sourceDeps({
        cancel: (id) => {
          asker.cancel(id);
        },
        countViews: (id, change) => {
          asker.countViews(id, change);
        },
        stepping: (id) => asker.stepping(id),
      }),
      renderPrompt: rendering.renderPrompt,
      searchIn: (...searched) => fitting.searchIn(...searched),
      inspectors: { show: (each) => given.shown.push(each) },
      notices: {
        error: (error) => {
          given.errors.push(error as PageTraceError);
          return Promise.resolve();
        },
      },
      setApiKey: () => Promise.resolve(false),
    });
    return { library, servers, recent, fitting, asker };
  };
  const given = {} as Conversations;
  let fitting: FittingPages;
  beforeEach(() => {
    const { fitting: finding, ...services } = made();
    fitting = finding;
    Object.assign(given, services, { shown: [], errors: [], closing: [] });
  });
  afterEach(async () => {
    given.asker.dispose();
    for (const source of given.shown) source.dispose();
    fitting.dispose();
    given.servers.dispose();
    await given.recent.dispose();
    await given.library.dispose();
    for (const close of given.closing) await close();
  });
  return Object.assign(given, {
    folder,
    configure,
    prompts,
    storeOf,
    script,
    toAsk: async (overrides: Partial<QuestionToAsk> = {}): Promise<QuestionToAsk> => ({
      question: 'What was total revenue?',
      documents: [{ uri: fixture('annual-report.pdf'), pages: [1, 2] }],
      prompt: await prompts().read('vrag-rl'),
      samples: 1,
      sampling: DEFAULT_SAMPLING,
      model: null,
      pixels: null,
      reference: null,
      conversation: { protocol: protocolOf('vrag-rl'), toolWords: null, isStepped: false },
      ...overrides,
    }),
    text: () => given.shown[0]?.state().samples[0]?.text ?? '',
    commands: (asked: QuestionToAsk[], overrides: Partial<AskCommandsDeps> = {}) =>
      new AskCommands({
        asker: {
          ask: (question) => {
            asked.push(question);
            return Promise.resolve();
          },
        },
        servers: given.servers,
        permitFile: makeFiles().permit,
        prompts: prompts(),
        renderPrompt: rendering.renderPrompt,
        library: given.library,
        openDocuments: new DocumentCache({ open: (uri) => given.library.open(uri), version: fileVersion }),
        editors: { find: () => undefined },
        memory: memento(),
        trusted: () => true,
        switchServer: () => Promise.resolve(),
        findPages: (draft) => Promise.resolve(draft),
        ...overrides,
      }),
  });
}
