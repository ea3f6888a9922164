import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { AskCommands } from './host/asking/askCommands.ts';
import { askAgain } from './host/asking/askAgain.ts';
import { askWithPrompt } from './host/asking/askWithPrompt.ts';
import { installCommand, refreshCommand } from './host/start/installCommand.ts';
import { openAtStart, openSample } from './host/start/openSample.ts';
import { PromptCommands } from './host/prompts/promptCommands.ts';
import { RecentCommands } from './host/recent/recentCommands.ts';
import { ServerCommands } from './host/servers/serverCommands.ts';
import { InspectedCommands } from './host/inspector/inspectedCommands.ts';
import { commands, viewTypes, type CommandId } from './host/shared/contributions.ts';
import { registerDocumentEditor } from './host/document/documentEditor.ts';
import { associatePrompts } from './host/prompts/promptDocuments.ts';
import { registerPromptFrontMatter } from './host/prompts/promptFrontMatter.ts';
import { PromptLint } from './host/prompts/promptLint.ts';
import { registerTrajectoryLanguage } from './host/trajectories/trajectoryLanguage.ts';
import { compositeDiagnostics } from './host/rewards/compositeDiagnostics.ts';
import { registerTracebackLinks } from './host/rewards/tracebackLinks.ts';
import { ApiKeys } from './host/servers/apiKeys.ts';
import { Asker } from './host/asking/asker.ts';
import { CompositeFiles } from './host/rewards/compositeFiles.ts';
import { DocumentLibrary } from './host/document/documentLibrary.ts';
import { fileVersion } from './host/shared/files.ts';
import { DocumentCache } from './host/document/documentCache.ts';
import { judgeWithModel } from './host/inspector/judgeWithModel.ts';
import { Notices } from './host/shared/notices.ts';
import { PageImages } from './host/document/pageImages.ts';
import { Passwords } from './host/document/passwords.ts';
import { Prompts } from './host/prompts/prompts.ts';
import { interpreterFor } from './host/rewards/pythonInterpreter.ts';
import { PythonRewards } from './host/rewards/pythonRewards.ts';
import { makeRecentStore } from './host/recent/makeRecentStore.ts';
import { RewardSecrets } from './host/rewards/rewardSecrets.ts';
import { Servers } from './host/servers/servers.ts';
import { configuredPixels, setting } from './host/shared/settings.ts';
import { PageTextHeights } from './host/document/pageTextHeights.ts';
import { Comparisons } from './host/inspector/comparisons.ts';
import type { InspectorActions } from './host/inspector/inspectorActions.ts';
import { Inspectors } from './host/inspector/inspectors.ts';
import { FILE } from './host/trajectories/fileIdentity.ts';
import { sourceOpener, type InspectorSource, type SourceOpeners } from './host/inspector/inspectorSource.ts';
import { PromptPages } from './host/prompts/promptPages.ts';
import { PromptPreviews } from './host/prompts/promptPreviews.ts';
import { RecentView, type RecentItem } from './host/recent/recentView.ts';
import { Reports } from './host/shared/reports.ts';
import {
  AskedQuestionSource,
  QUESTION,
  questionIdentity,
  type AskedQuestionSourceDeps,
} from './host/asking/askedQuestionSource.ts';
import { resolveRecorded } from './host/inspector/trajectorySource.ts';
import type { ScoringSubject } from './host/rewards/pythonRewardCommands.ts';
import type { CompositeScoring } from './host/rewards/shownReward.ts';
import { ServerStatusBar } from './host/servers/serverStatusBar.ts';

/** Milliseconds: how long text gathers before it goes to the inspector, typing rests. */
const GATHER = 40;
const TYPING_RESTS = 150;

/** Wires the rooms together. Nothing heavy is loaded here: commands load what they use. */
export function activate(context: vscode.ExtensionContext): void {
  const channel = vscode.window.createOutputChannel('PageTrace', { log: true });
  const log = (line: string): void => {
    channel.info(line);
  };
  const run = (command: CommandId, ...args: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(command, ...args);
  const notices = new Notices(channel);
  const trusted = (): boolean => vscode.workspace.isTrusted;
  const keys = new ApiKeys(context.secrets, trusted);
  const servers: Servers = new Servers({
    extensionUri: context.extensionUri,
    keys,
    log,
    trusted,
    consent: context.globalState,
    busy: () => asker.asking,
  });
  const passwords = new Passwords();
  const library = new DocumentLibrary({ extensionUri: context.extensionUri, passwords, log });
  const images = new PageImages(library);
  const prompts = new Prompts(path.join(context.extensionUri.fsPath, 'media', 'prompts'));
  const composites = new CompositeFiles();
  const trajectoryLanguage = registerTrajectoryLanguage(
    prompts,
    composites,
    context.extensionUri,
    TYPING_RESTS,
  );
  const promptLint = new PromptLint({
    extensionUri: context.extensionUri,
    composites,
    debounce: TYPING_RESTS,
    modelLength: () => servers.modelLength,
    onDidChangeServer: servers.onDidChange,
  });
  const openDocuments = new DocumentCache({
    open: (uri) => library.open(uri),
    version: fileVersion,
  });
  const heights = new PageTextHeights(openDocuments, servers);
  const editors = registerDocumentEditor(context, {
    passwords,
    textHeight: (uri, page) => heights.get(uri, page),
    keepOpen: (uri) => openDocuments.keepOpen(uri),
    budget: () => heights.budget(),
    onDidChangeBudget: servers.onDidChange,
    ask: (uri) => void run(commands.ask, uri),
  });

  const recent = makeRecentStore({
    storage: context.storageUri ?? context.globalStorageUri,
    log,
    onDidChange: () => {
      recentView.refresh();
    },
  });
  const recentView = new RecentView(recent);
  const recentCommands = new RecentCommands(recent);

  const hashNow = (uri: vscode.Uri): Promise<string | null> => library.hash(uri).catch(() => null);
  const canScoreWithPython = (): boolean => trusted() && setting('userReward.file').trim() !== '';
  const scoring: CompositeScoring = { files: composites, rests: TYPING_RESTS };
  const sourceDeps: AskedQuestionSourceDeps = {
    renderPage: (uri, sha256, page, pixels) => images.get(uri, sha256, page, pixels),
    hashNow,
    canAsk: trusted,
    canJudge: () => servers.current() !== null,
    canScoreWithPython,
    composites: scoring,
    log,
    cancel: (id) => {
      asker.cancel(id);
    },
    gather: GATHER,
  };
  const openRecent = async (id: string): Promise<AskedQuestionSource | null> => {
    const run = await recent.open(id);
    if (!run) return null;
    await recent.keep(run);
    return new AskedQuestionSource(run, sourceDeps);
  };
  const openFile = async (uri: vscode.Uri): Promise<InspectorSource> => {
    const { FileSource } = await import('./host/trajectories/fileSource.ts');
    return new FileSource(await vscode.workspace.openTextDocument(uri), {
      ...sourceDeps,
    });
  };
  const openers: SourceOpeners = {
    [QUESTION]: openRecent,
    [FILE]: (id) => openFile(vscode.Uri.parse(id, true)).catch(() => null),
  };
  const open = sourceOpener(openers);
  const error = (raised: unknown): void => void notices.error(raised);
  const actions: InspectorActions = {
    command: (command, source, sample) => {
      if (command === 'scoreWithAllRewards') return trajectories.scoreWithAllRewards(source, sample);
      if (command === 'scoreWithPython') return scoreWithPython(source, sample);
      return run(commands[command === 'retry' ? 'askAgain' : command], source, sample);
    },
    showPage: (source, image) => {
      const place = source.page(image);
      return place ? editors.reveal(place.uri, place.page) : undefined;
    },
    judge: (source, sample) => run(commands.judge, source, sample),
  };
  const { extensionUri } = context;
  const inspectors = new Inspectors({ extensionUri, log, error, actions, restore: open });
  const comparisons = new Comparisons({
    extensionUri,
    log,
    error,
    actions,
    restore: open,
    inspect: async (identity) => {
      const source = inspectors.find(identity) ?? (await open(identity));
      if (source) inspectors.show(source, { preserveFocus: false });
    },
  });
  const asker: Asker = new Asker({
    servers,
    library,
    images,
    inspectors,
    recent,
    notices,
    log,
    source: sourceDeps,
    setApiKey: () => serverCommands.setApiKey(servers.current() ?? undefined),
  });
  const serverCommands = new ServerCommands({ servers, keys });
  const ask = new AskCommands({
    asker,
    servers,
    prompts,
    library,
    openDocuments,
    editors,
    memory: context.globalState,
    trusted,
    switchServer: () => serverCommands.select(),
  });
  const trajectories = new InspectedCommands({
    active: () => inspectors.active(),
    judge: (source, sample) => judgeWithModel(servers, (name) => prompts.read(name), source, sample),
    home: vscode.Uri.file(os.homedir()),
  });
  const promptPages = new PromptPages(editors);
  const promptPreviews = new PromptPreviews({
    extensionUri,
    log,
    error,
    source: async (uri) => {
      const { PromptPreviewSource } = await import('./host/prompts/promptPreviewSource.ts');
      return new PromptPreviewSource(await vscode.workspace.openTextDocument(uri), {
        document: () => promptPages.current(),
        onDidChangeDocument: promptPages.onDidChange,
        renderPage: (document, page, pixels) => images.get(document, null, page, pixels),
        counting: servers,
        budget: configuredPixels,
        rests: TYPING_RESTS,
      });
    },
  });
  const promptCommands = new PromptCommands({ prompts, preview: (uri) => promptPreviews.show(uri) });
  const reports = new Reports();
  const rewardSecrets = new RewardSecrets(context.secrets, trusted);
  const rewards = new PythonRewards({
    extensionUri,
    secrets: rewardSecrets,
    trusted,
    interpreter: interpreterFor,
  });
  const scoreWithPython = async (source: InspectorSource, sample: number): Promise<void> => {
    const { scoreInspected } = await import('./host/inspector/scoreInspected.ts');
    await scoreInspected(rewards, source, sample);
  };
  const pythonReward = async () => {
    const { PythonRewardCommands } = await import('./host/rewards/pythonRewardCommands.ts');
    const inspected = (): ScoringSubject | null => {
      const active = inspectors.active();
      const sample = active?.source.sample(active.sample);
      if (!active || !sample) return null;
      const { title, uri } = active.source;
      return { name: sample.info.question ?? title, sample, uri: uri ?? undefined };
    };
    return new PythonRewardCommands({ rewards, secrets: rewardSecrets, reports, inspected });
  };
  const inspect = async (uri: vscode.Uri | undefined): Promise<void> => {
    const target = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
    if (target) inspectors.show(await openFile(target), { preserveFocus: true });
  };
  const sourceOf = (value: unknown): InspectorSource | undefined => (isSource(value) ? value : undefined);
  const sampleOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

  const handlers: Readonly<Record<CommandId, (...args: never[]) => unknown>> = {
    [commands.ask]: (uri?: vscode.Uri, selected?: readonly vscode.Uri[]) => ask.ask(uri, selected),
    [commands.connect]: () => serverCommands.connect(),
    [commands.selectServer]: () => serverCommands.select(),
    [commands.setApiKey]: () => serverCommands.setApiKey(),
    [commands.inspect]: inspect,
    [commands.openAsText]: (source: unknown, sample: unknown) =>
      trajectories.openAsText(sourceOf(source), sampleOf(sample)),
    [commands.askAgain]: (source: unknown) =>
      askAgain({ ask, clicked: sourceOf(source) ?? null, active: inspectors.active()?.source ?? null }),
    [commands.askWithPrompt]: () =>
      askWithPrompt({
        asker,
        comparisons,
        library,
        editors,
        trusted,
        last: async () => {
          const [newest] = await recent.list();
          return inspectors.active()?.source.identity ?? (newest ? questionIdentity(newest.record.id) : null);
        },
        open,
      }),
    [commands.scoreWithAllRewards]: (uri?: vscode.Uri) =>
      trajectoryLanguage.commands.scoreWithAllRewards(uri),
    [commands.chooseDialect]: () => trajectoryLanguage.commands.chooseDialect(),
    [commands.judge]: (source: unknown, sample: unknown) =>
      trajectories.judge(sourceOf(source), sampleOf(sample)),
    [commands.cancel]: () => {
      asker.cancel();
    },
    [commands.copyCurl]: (source: unknown) => trajectories.copyCurl(sourceOf(source)),
    [commands.copyAnswer]: (source: unknown, sample: unknown) =>
      trajectories.copyAnswer(sourceOf(source), sampleOf(sample)),
    [commands.copyTrajectory]: (source: unknown, sample: unknown) =>
      trajectories.copyTrajectory(sourceOf(source), sampleOf(sample)),
    [commands.save]: (source: unknown, sample: unknown) =>
      trajectories.save(sourceOf(source), sampleOf(sample)),
    [commands.exportMarkdown]: (source: unknown, sample: unknown) =>
      trajectories.exportMarkdown(sourceOf(source), sampleOf(sample)),
    [commands.choosePrompt]: () => ask.choosePrompt(),
    [commands.openPrompt]: () => prompts.show(setting('prompt')),
    [commands.newPrompt]: (preset: unknown) =>
      promptCommands.newPrompt(typeof preset === 'string' ? preset : undefined),
    [commands.treatAsPrompt]: (uri?: vscode.Uri) => promptCommands.treatAsPrompt(uri),
    [commands.previewPrompt]: (uri?: vscode.Uri) => promptCommands.preview(uri),
    [commands.openSample]: () => openSample(context),
    [commands.openWalkthrough]: () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`),
    [commands.showLog]: () => {
      channel.show();
    },
    [commands.installCommand]: () => installCommand(context),
    [commands.userRewardScore]: async () => (await pythonReward()).score(),
    [commands.userRewardCheckRun]: async (uri?: vscode.Uri) =>
      (await pythonReward()).checkRun(uri instanceof vscode.Uri ? uri : undefined),
    [commands.userRewardChoose]: async () => (await pythonReward()).choose(),
    [commands.userRewardSetSecret]: async () => (await pythonReward()).setSecret(),
    [commands.userRewardShowOutput]: () => {
      rewards.channel.show();
    },
    [commands.recentOpen]: async ({ record }: RecentItem) => {
      const source = inspectors.find(questionIdentity(record.id)) ?? (await openRecent(record.id));
      if (source) inspectors.show(source, { preserveFocus: false });
      else void vscode.window.showInformationMessage('This trajectory is no longer kept.');
    },
    [commands.recentAskAgain]: ({ record }: RecentItem) =>
      ask.askAgain(record.info, resolveRecorded, { samples: record.samples.length }),
    [commands.recentDelete]: (item: RecentItem) => recentCommands.delete(item),
    [commands.recentClear]: () => recentCommands.clear(),
  };
  for (const [command, handler] of Object.entries(handlers)) {
    const guarded = notices.guard(handler as (...args: unknown[]) => unknown);
    context.subscriptions.push(vscode.commands.registerCommand(command, guarded));
  }
  context.subscriptions.push(
    channel,
    servers,
    asker,
    inspectors,
    comparisons,
    promptPages,
    promptPreviews,
    associatePrompts(),
    registerPromptFrontMatter(extensionUri),
    editors,
    reports,
    rewards,
    registerTracebackLinks(),
    compositeDiagnostics(TYPING_RESTS),
    new ServerStatusBar({ servers, window: vscode.window, later }),
    composites,
    trajectoryLanguage,
    promptLint,
    servers.onDidChange(() => {
      inspectors.refresh();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      inspectors.refresh();
    }),
    vscode.window.registerTreeDataProvider(viewTypes.recent, recentView),
    { dispose: () => void recent.dispose() },
    { dispose: () => void library.dispose() },
  );
  refreshCommand(context).catch((error: unknown) => {
    log(`The pagetrace command on the terminal path could not be brought to this version: ${String(error)}`);
  });
  openAtStart(process.env['PAGETRACE_OPEN']);
}

function later(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => {
    clearTimeout(timer);
  };
}

function isSource(value: unknown): value is InspectorSource {
  return typeof value === 'object' && value !== null && 'onDidSend' in value && 'sample' in value;
}
