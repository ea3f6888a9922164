import * as vscode from 'vscode';
import type { Grounding } from '../../core/grounding/model.ts';
import { commands } from '../shared/contributions.ts';
import { Reports } from '../shared/reports.ts';
import { TYPING_RESTS, type CommandHandler, type Services } from '../shared/services.ts';
import { compositeDiagnostics } from './compositeDiagnostics.ts';
import { CompositeFiles } from './compositeFiles.ts';
import type { ScoringSubject } from './pythonRewardCommands.ts';
import { PythonRewards } from './pythonRewards.ts';
import { RewardSecrets } from './rewardSecrets.ts';
import { namesReward } from './rewardSettings.ts';
import type { CompositeScoring } from './shownReward.ts';
import { registerTracebackLinks } from './tracebackLinks.ts';

/**
 * Registers the rewards that a person writes: composite ones in files, and functions in Python.
 * @param inspected the trajectory in view in the inspector
 * @param groundingOf what the pages say of a trajectory file; null if that is not known
 */
export function registerRewards(
  { context, trusted, files, language }: Services,
  inspected: () => ScoringSubject | null,
  groundingOf: (uri: vscode.Uri) => Grounding | null,
) {
  const { extensionUri, secrets: storage } = context;
  const compositeFiles = new CompositeFiles(files);
  const secrets = new RewardSecrets(storage, trusted);
  const python = new PythonRewards({
    extensionUri,
    secrets,
    trusted,
    interpreter: async (scope) => (await import('./pythonInterpreter.ts')).interpreterFor(scope),
  });
  const reports = new Reports();
  context.subscriptions.push(
    compositeFiles,
    compositeDiagnostics(TYPING_RESTS),
    python,
    reports,
    registerTracebackLinks(),
  );
  const load = async () => {
    const { PythonRewardCommands } = await import('./pythonRewardCommands.ts');
    return new PythonRewardCommands({
      rewards: python,
      composites: compositeFiles,
      scoreComposite: language.scoreComposite,
      readFrontMatter: language.readFrontMatter,
      secrets,
      reports,
      inspected,
      groundingOf,
    });
  };
  const composites: CompositeScoring = {
    files: compositeFiles,
    score: language.scoreComposite,
    rests: TYPING_RESTS,
  };
  return {
    compositeFiles,
    composites,
    python,
    reports,
    /** Whether a Python reward is set and may run here. */
    canScoreWithPython: () => trusted() && namesReward(),
    commands: {
      [commands.userRewardScore]: async () => (await load()).score(),
      [commands.userRewardCheckRun]: async (uri?: vscode.Uri) =>
        (await load()).checkRun(uri instanceof vscode.Uri ? uri : undefined),
      [commands.userRewardChoose]: async () => (await load()).choose(),
      [commands.userRewardSetSecret]: async () => (await load()).setSecret(),
      [commands.userRewardShowOutput]: () => {
        python.channel.show();
      },
    } satisfies Record<string, CommandHandler>,
  };
}

export type RewardServices = ReturnType<typeof registerRewards>;
