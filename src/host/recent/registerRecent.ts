import * as vscode from 'vscode';
import { questionIdentity } from '../asking/askedQuestionSource.ts';
import type { AskingServices } from '../asking/registerAsking.ts';
import type { Inspectors } from '../inspector/inspectors.ts';
import { resolveRecorded } from '../inspector/trajectorySource.ts';
import { commands, viewIds } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import { RecentCommands } from './recentCommands.ts';
import { RecentView, type RecentItem } from './recentView.ts';

export interface RecentPartDeps {
  readonly asking: Pick<AskingServices, 'ask' | 'recent' | 'openQuestion'>;
  readonly inspectors: Inspectors;
}

/** Registers the list of recent trajectories. */
export function registerRecent(
  { context }: Services,
  { asking: { ask, recent, openQuestion }, inspectors }: RecentPartDeps,
) {
  const view = new RecentView(recent.store);
  const own = new RecentCommands(recent.store);
  context.subscriptions.push(
    recent.onDidChange(() => {
      view.refresh();
    }),
    vscode.window.registerTreeDataProvider(viewIds.recent, view),
  );
  return {
    commands: {
      [commands.recentOpen]: async ({ record }: RecentItem) => {
        const source = inspectors.find(questionIdentity(record.id)) ?? (await openQuestion(record.id));
        if (source) inspectors.show(source, { preserveFocus: false });
        else void vscode.window.showInformationMessage('This trajectory is no longer kept.');
      },
      [commands.recentAskAgain]: ({ record }: RecentItem) =>
        ask.askAgain(record.info, resolveRecorded, { samples: record.samples.length }),
      [commands.recentDelete]: (item: RecentItem) => own.delete(item),
      [commands.recentClear]: () => own.clear(),
    } satisfies Record<string, CommandHandler>,
  };
}
