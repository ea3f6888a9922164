import path from 'node:path';
import * as vscode from 'vscode';
import type { AskedQuestionRecord } from '../../asking/model.ts';
import { RecentStore } from '../../asking/recentStore.ts';
import type { DocumentServices } from '../document/registerDocuments.ts';
import { clickedSource } from '../inspector/inspectorSource.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Servers } from '../servers/servers.ts';
import { commands } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import { setting } from '../shared/settings.ts';
import type { AskCommands } from './askCommands.ts';
import {
  AskedQuestionSource,
  questionIdentity,
  type AskedQuestionSourceDeps,
} from './askedQuestionSource.ts';
import { Asker } from './asker.ts';
import type { TryPromptDeps } from './tryPrompt.ts';

/** Milliseconds for which text is collected before it goes to the inspector, and between two writes of the record. */
const GATHER = 40;
const FLUSH_EVERY = 500;

export interface AskingPartDeps {
  readonly servers: Servers;
  readonly setApiKey: () => Promise<boolean>;
  readonly switchServer: () => Promise<void>;
  readonly documents: DocumentServices;
  readonly prompts: Prompts;
  readonly inspector: Pick<InspectorServices, 'inspectors' | 'comparisons' | 'open' | 'sourceDeps'>;
}

/** Registers the commands that ask questions, and stores their answers. */
export function registerAsking(
  { context, log, notices, trusted, files, language }: Services,
  { servers, setApiKey, switchServer, documents, prompts, inspector }: AskingPartDeps,
) {
  const { library, images, openDocuments, editors } = documents;
  const { inspectors, comparisons, open } = inspector;
  const storage = context.storageUri ?? context.globalStorageUri;
  const changed = new vscode.EventEmitter<void>();
  const store = new RecentStore(path.join(storage.fsPath, 'recent'), {
    limits: () => ({
      maxCount: setting('recent.maxCount'),
      maxBytes: setting('recent.maxMegabytes') * 1024 * 1024,
      flushEvery: FLUSH_EVERY,
    }),
    log,
    onDidChange: () => {
      changed.fire();
    },
    onFailed: (error) => void notices.error(error),
    now: Date.now,
  });
  const source: AskedQuestionSourceDeps = {
    ...inspector.sourceDeps,
    cancel: (id) => {
      asker.cancel(id);
    },
    countViews: (id, change) => {
      asker.countViews(id, change);
    },
    gather: GATHER,
  };
  const { parsePrompt, renderPrompt } = language;
  const asker = new Asker({
    servers,
    library,
    images,
    inspectors,
    recent: store,
    notices,
    source,
    renderPrompt,
    setApiKey,
  });
  let loaded: Promise<AskCommands> | null = null;
  const load = (): Promise<AskCommands> => {
    loaded ??= import('./askCommands.ts').then(
      (module) =>
        new module.AskCommands({
          asker,
          servers,
          permitFile: files.permit,
          prompts,
          renderPrompt,
          library,
          openDocuments,
          editors,
          memory: context.globalState,
          trusted,
          switchServer,
        }),
    );
    return loaded;
  };
  const tryPromptDeps: TryPromptDeps = {
    asker,
    comparisons,
    recent: store,
    prompts,
    parsePrompt,
    renderPrompt,
    library,
    editors,
    inView: () => inspectors.active()?.source ?? null,
    open,
    trusted,
  };
  context.subscriptions.push(asker, changed, { dispose: () => void store.dispose() });
  return {
    /** The commands that ask a question, loaded when they are first used. */
    ask: load,
    recent: { store, onDidChange: changed.event },
    isAsking: () => asker.asking,
    /** Asks questions again with a prompt that the person chooses, and compares the answers. */
    tryPromptOn: async (records: readonly AskedQuestionRecord[]): Promise<void> => {
      const { tryOnSelectedQuestions } = await import('./tryPrompt.ts');
      await tryOnSelectedQuestions(records, tryPromptDeps);
    },
    /** Opens the source of a question by its id; null when it is no longer kept. */
    openQuestion: async (id: string): Promise<AskedQuestionSource | null> => {
      const asked = await store.open(id);
      if (!asked) return null;
      await store.keep(asked);
      return new AskedQuestionSource(asked, source);
    },
    commands: {
      [commands.ask]: async (uri?: vscode.Uri, selected?: readonly vscode.Uri[]) =>
        (await load()).ask(uri, selected),
      [commands.askAgain]: async (clicked: unknown) => {
        // What is in view may change while the commands are loaded.
        const from = {
          clicked: clickedSource(clicked) ?? null,
          active: inspectors.active()?.source ?? null,
        };
        const [ask, { askAgain }] = await Promise.all([load(), import('./askAgain.ts')]);
        await askAgain({ ask, ...from, readFrontMatter: language.readFrontMatter });
      },
      [commands.askWithPrompt]: async () => {
        const { askWithPrompt } = await import('./askWithPrompt.ts');
        await askWithPrompt({
          asker,
          comparisons,
          library,
          editors,
          parsePrompt,
          trusted,
          last: async () => {
            const [newest] = await store.list();
            return (
              inspectors.active()?.source.identity ?? (newest ? questionIdentity(newest.record.id) : null)
            );
          },
          open,
        });
      },
      [commands.tryPrompt]: async () => {
        const { tryOnRecentQuestions } = await import('./tryPrompt.ts');
        await tryOnRecentQuestions(tryPromptDeps);
      },
      [commands.cancel]: () => {
        asker.cancel();
      },
      [commands.choosePrompt]: async () => (await load()).choosePrompt(),
    } satisfies Record<string, CommandHandler>,
  };
}

export type AskingServices = ReturnType<typeof registerAsking>;
