import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { questionIdentity } from '../asking/askedQuestionSource.ts';
import { once } from '../../core/once.ts';
import type { AskingServices } from '../asking/registerAsking.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import { commands, viewIds } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import { clickedSource } from '../inspector/inspectorSource.ts';
import type { CompareCommandsDeps } from './compareCommands.ts';
import { RecentFilter } from './recentFilter.ts';
import { RecentView, type RecentItem, type RecentRow } from './recentView.ts';
import { showInformation } from '../shared/workbench.ts';

export interface RecentPartDeps {
  readonly asking: Pick<AskingServices, 'ask' | 'recent' | 'openQuestion' | 'tryPromptOn' | 'whatIfOn'>;
  readonly inspector: Pick<InspectorServices, 'inspectors' | 'comparisons' | 'open'>;
}

/** Registers the list of recent trajectories. */
export function registerRecent(
  { context, language }: Services,
  {
    asking: { ask, recent, openQuestion, tryPromptOn, whatIfOn },
    inspector: { inspectors, comparisons, open },
  }: RecentPartDeps,
) {
  const view = new RecentView(recent.store, language.readResponses);
  const tree = vscode.window.createTreeView(viewIds.recent, { treeDataProvider: view, canSelectMany: true });
  const filter = new RecentFilter(view, tree);
  /** What the commands do is loaded when one is first used. */
  const load = once(async () => {
    const { clickedItem, clickedItems, RecentCommands } = await import('./recentCommands.ts');
    return { clickedItem, clickedItems, own: new RecentCommands({ store: recent.store, comparisons, open }) };
  });
  context.subscriptions.push(
    tree,
    recent.onDidChange(() => {
      view.refresh();
    }),
  );
  const compareDeps: CompareCommandsDeps = {
    recent: recent.store,
    comparisons,
    open,
    active: () => inspectors.active(),
  };
  return {
    commands: {
      [commands.compare]: async (_clicked?: vscode.Uri, selected?: readonly vscode.Uri[]) =>
        (await import('./compareCommands.ts')).compareTrajectories(selected, compareDeps),
      [commands.compareSamples]: async (source?: unknown) =>
        (await import('./compareCommands.ts')).compareSamples(clickedSource(source), compareDeps),
      [commands.compareWithSaved]: async (clicked?: unknown) =>
        (await import('./compareCommands.ts')).compareWithSaved(
          clicked instanceof vscode.Uri ? clicked : undefined,
          compareDeps,
        ),
      [commands.recentOpen]: async (clicked?: RecentItem) => {
        const { record } = (await load()).clickedItem(clicked);
        const source = inspectors.find(questionIdentity(record.id)) ?? (await openQuestion(record.id));
        if (source) inspectors.show(source, { preserveFocus: false });
        else void showInformation(t('This trajectory is no longer kept.'));
      },
      [commands.recentAskAgain]: async (clicked?: RecentItem) => {
        const { record } = (await load()).clickedItem(clicked);
        return (await ask()).askAgain(record.info, null, { samples: record.samples.length });
      },
      [commands.recentWhatIf]: async (clicked?: RecentItem) =>
        whatIfOn((await load()).clickedItem(clicked).record),
      [commands.recentCompare]: async (clicked?: RecentRow, selected?: readonly RecentRow[]) => {
        const { own, clickedItems } = await load();
        return own.compare(clickedItems(clicked, selected));
      },
      [commands.recentTryPrompt]: async (clicked?: RecentRow, selected?: readonly RecentRow[]) => {
        const { clickedItems } = await load();
        return tryPromptOn(
          clickedItems(clicked, selected)
            .map(({ record }) => record)
            .toSorted((a, b) => (a.id < b.id ? 1 : -1)),
        );
      },
      [commands.recentDelete]: async (clicked?: RecentRow, selected?: readonly RecentRow[]) => {
        const { own, clickedItems } = await load();
        return own.delete(clickedItems(clicked, selected));
      },
      [commands.recentClear]: async () => (await load()).own.clear(),
      [commands.recentFilter]: () => filter.ask(),
      [commands.recentClearFilter]: () => {
        filter.set('');
      },
    } satisfies Record<string, CommandHandler>,
  };
}
