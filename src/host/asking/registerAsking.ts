import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { once } from '../../core/once.ts';
import type { AskedQuestionRecord } from '../../asking/model.ts';
import type { PageRecognizer } from '../../grounding/model.ts';
import { RecentStore } from '../../asking/recentStore.ts';
import type { DocumentServices } from '../document/registerDocuments.ts';
import { clickedSource, type Inspected, type InspectorSource } from '../inspector/inspectorSource.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Servers } from '../servers/servers.ts';
import { commands, TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import { setting } from '../shared/settings.ts';
import type { AskCommands } from './askCommands.ts';
import type { BranchCommandsDeps, ContinuedPlace } from './branchCommands.ts';
import {
  AskedQuestionSource,
  questionIdentity,
  type AskedQuestionSourceDeps,
} from './askedQuestionSource.ts';
import type { Asker } from './asker.ts';
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
  /** Recognizes the text of pages. */
  readonly recognizer: () => Promise<PageRecognizer>;
  readonly inspector: Pick<InspectorServices, 'inspectors' | 'comparisons' | 'open' | 'sourceDeps'>;
}

/** Registers the commands that ask questions, and stores their answers. */
export function registerAsking(
  { context, log, notices, trusted, files, language }: Services,
  { servers, setApiKey, switchServer, documents, prompts, recognizer, inspector }: AskingPartDeps,
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
      running?.cancel(id);
    },
    countViews: (id, change) => {
      running?.countViews(id, change);
    },
    stepping: (id) => running?.stepping(id) ?? null,
    gather: GATHER,
  };
  const { parsePrompt, renderPrompt } = language;
  const loadFitting = once(async () => {
    const { FittingPages } = await import('./fittingPages.ts');
    const made = new FittingPages({ context, library, servers, recognizer: await recognizer() });
    context.subscriptions.push(made);
    return made;
  });
  /** Null until the first question. */
  let running: Asker | null = null;
  const loadAsker = once(async () => {
    const { Asker: Loaded } = await import('./asker.ts');
    running = new Loaded({
      servers,
      library,
      images,
      inspectors,
      recent: store,
      notices,
      source,
      renderPrompt,
      searchIn: async (...searched) => (await loadFitting()).searchIn(...searched),
      setApiKey,
    });
    context.subscriptions.push(running);
    return running;
  });
  const asker: Pick<Asker, 'ask' | 'askEach'> = {
    ask: async (...question) => (await loadAsker()).ask(...question),
    askEach: async (series) => (await loadAsker()).askEach(series),
  };
  const load = once(async (): Promise<AskCommands> => {
    const { AskCommands: Loaded } = await import('./askCommands.ts');
    return new Loaded({
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
      findPages: async (draft) =>
        (await loadFitting()).tryFind(draft, (error) => {
          void notices.error(error);
        }),
    });
  });
  const tryPromptDeps: TryPromptDeps = {
    asker,
    servers,
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
  const branchDeps: BranchCommandsDeps = {
    asker,
    comparisons,
    servers,
    prompts,
    library,
    editors,
    permitFile: files.permit,
    readFrontMatter: language.readFrontMatter,
    renderPrompt,
    open,
    trusted,
  };
  const askWhatIf = async (source: InspectorSource, sample: number): Promise<void> => {
    const branches = await import('./branchCommands.ts');
    await branches.askWhatIf(source, sample, branchDeps);
  };
  const openQuestion = async (id: string): Promise<AskedQuestionSource | null> => {
    const asked = await store.open(id);
    if (!asked) return null;
    await store.keep(asked);
    return new AskedQuestionSource(asked, source);
  };
  context.subscriptions.push(changed, { dispose: () => void store.dispose() });
  return {
    /** The commands that ask a question, loaded when they are first used. */
    ask: load,
    recent: { store, onDidChange: changed.event },
    isAsking: () => running?.asking === true,
    /** Asks questions again with a prompt that the person chooses, and compares the answers. */
    tryPromptOn: async (records: readonly AskedQuestionRecord[]): Promise<void> => {
      const { tryOnSelectedQuestions } = await import('./tryPrompt.ts');
      await tryOnSelectedQuestions(records, tryPromptDeps);
    },
    /** Opens the source of a question by its id; null when it is no longer kept. */
    openQuestion,
    /** Asks a question again with one change that the person chooses, and compares the answers. */
    whatIfOn: async ({ id }: AskedQuestionRecord): Promise<void> => {
      const asked = await openQuestion(id);
      if (!asked) throw new PageTraceError('bad-input', t('This trajectory is no longer kept.'));
      try {
        await askWhatIf(asked, 0);
      } finally {
        asked.dispose();
      }
    },
    commands: {
      [commands.ask]: async (uri?: vscode.Uri, selected?: readonly vscode.Uri[]) =>
        (await load()).ask(uri, selected),
      [commands.askStepByStep]: async (uri?: vscode.Uri, selected?: readonly vscode.Uri[]) =>
        (await load()).askStepByStep(uri, selected),
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
          servers,
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
      [commands.continueResponse]: async (clicked: unknown, sample: unknown, end: unknown) => {
        const inspected = inspectors.active();
        const place = clickedPlace(clicked, sample, end) ?? selectedPlace(clicked, inspected);
        const editor = vscode.window.activeTextEditor;
        const branches = await import('./branchCommands.ts');
        if (place === null && editor?.document.languageId === TRAJECTORY_LANGUAGE)
          await branches.continueEditor(editor, branchDeps);
        else await branches.continueResponse(place ?? branches.placeOfStep(inspected), branchDeps);
      },
      [commands.whatIf]: async (clicked: unknown, sample: unknown) => {
        const source = clickedSource(clicked);
        const inspected = source ? { source, sample: Number(sample ?? 0) } : inspectors.active();
        if (!inspected)
          throw new PageTraceError('bad-input', t('No trajectory is open in the inspector.'), {
            hint: t('Ask a question, open a recent trajectory, or inspect a trajectory file first.'),
          });
        await askWhatIf(inspected.source, inspected.sample);
      },
      [commands.tryPrompt]: async () => {
        const { tryOnRecentQuestions } = await import('./tryPrompt.ts');
        await tryOnRecentQuestions(tryPromptDeps);
      },
      [commands.cancel]: () => {
        running?.cancel();
      },
      [commands.choosePrompt]: async () => (await load()).choosePrompt(),
    } satisfies Record<string, CommandHandler>,
  };
}

export type AskingServices = ReturnType<typeof registerAsking>;

/** The place that an inspector passes with a command; null if it passes none. */
function clickedPlace(clicked: unknown, sample: unknown, end: unknown): ContinuedPlace | null {
  const source = clickedSource(clicked);
  return source && typeof end === 'number' ? { source, sample: Number(sample ?? 0), end } : null;
}

/** The step whose context menu a command was chosen from, in the inspector in view; null if there is none. */
function selectedPlace(clicked: unknown, inspected: Inspected | null): ContinuedPlace | null {
  const end: unknown =
    typeof clicked === 'object' && clicked !== null && 'end' in clicked ? clicked.end : null;
  return inspected && typeof end === 'number' ? { ...inspected, end } : null;
}
