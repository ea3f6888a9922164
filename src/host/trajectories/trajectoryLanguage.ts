import * as vscode from 'vscode';
import type { LanguageThread } from '../shared/languageThread.ts';
import { FindingPages, trajectoryDiagnostics } from './trajectoryDiagnostics.ts';
import { LanguageClient } from './languageClient.ts';
import { LanguageCommands } from './languageCommands.ts';
import { PromptSources, type PromptSourcesDeps } from './promptSources.ts';
import { registerProviders } from './providers.ts';
import { RewardStatusBar } from './rewardStatusBar.ts';

/** Trajectories as a language of the editor. */
export interface TrajectoryLanguage {
  readonly commands: Pick<LanguageCommands, 'scoreWithAllRewards'> & {
    readonly chooseDialect: () => Promise<void>;
  };
  dispose(): void;
}

export interface TrajectoryLanguageDeps extends PromptSourcesDeps {
  /** The worker that answers the requests. */
  readonly thread: LanguageThread;
}

/**
 * Registers trajectories as a language: diagnostics, providers, status, and commands. The worker behind them starts when
 * a document first needs it.
 * @param debounce milliseconds without typing before a text is analyzed
 */
export function registerTrajectoryLanguage(
  { thread, ...deps }: TrajectoryLanguageDeps,
  extensionUri: vscode.Uri,
  debounce: number,
): TrajectoryLanguage {
  const sources = new PromptSources(deps);
  const language = new LanguageClient(thread, sources);
  const commands = new LanguageCommands(language, sources.onDidChange);
  const pages = new FindingPages(extensionUri);
  const watched = { language, pages, debounce, onDidChangePrompts: sources.onDidChange };
  const all = vscode.Disposable.from(
    sources,
    commands,
    registerProviders(language, pages, sources.onDidChange),
    trajectoryDiagnostics(watched),
    new RewardStatusBar(watched),
  );
  return {
    commands: {
      scoreWithAllRewards: (uri) => commands.scoreWithAllRewards(uri),
      chooseDialect: async () => {
        const { chooseDialect } = await import('./chooseDialect.ts');
        await chooseDialect(language);
      },
    },
    dispose: () => void all.dispose(),
  };
}
