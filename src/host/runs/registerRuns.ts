import path from 'node:path';
import * as vscode from 'vscode';
import { once } from '../../core/once.ts';
import type { InspectorSource } from '../inspector/inspectorSource.ts';
import { commands, editorTypes, panelTypes } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import type { RunPartDeps } from './createRunEditors.ts';
import type { RunFile } from './runEditor.ts';

/** Registers the views of runs, and the samples of runs as inspector sources. What they do is loaded with the first. */
export function registerRuns(services: Services, deps: RunPartDeps) {
  const { extensionUri, globalStorageUri, subscriptions } = services.context;
  const cache = path.join(globalStorageUri.fsPath, 'runs');
  const editors = once(async () =>
    (await import('./createRunEditors.ts')).createRunEditors(services, deps, cache),
  );
  const provider: vscode.CustomReadonlyEditorProvider<RunFile> = {
    openCustomDocument: async (uri) => (await editors()).openCustomDocument(uri),
    resolveCustomEditor: async (file, panel) => {
      (await editors()).resolveCustomEditor(file, panel);
    },
  };
  const look = async (): Promise<void> => (await import('./recordsInEditor.ts')).lookForRecords();
  const { tabGroups } = vscode.window;
  if (tabGroups.activeTabGroup.activeTab) void look();
  subscriptions.push(
    vscode.window.registerCustomEditorProvider(editorTypes.run, provider, {
      // A hidden view is discarded and recreated from its state.
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.window.registerWebviewPanelSerializer(panelTypes.run, {
      deserializeWebviewPanel: async (panel, state) =>
        (await editors()).deserializeWebviewPanel(panel, state),
    }),
    vscode.window.onDidChangeActiveTextEditor(look),
    // A file that is too large for the text editors that extensions see is only a tab.
    tabGroups.onDidChangeTabs(look),
  );
  return {
    /** Opens the source of a sample of a run by its id; null if it no longer exists. */
    openRunSample: async (id: string): Promise<InspectorSource | null> =>
      (await import('./openRunSample.ts'))
        .openRunSample(id, extensionUri, deps.inspector.sourceDeps)
        .catch(() => null),
    commands: {
      [commands.openRun]: async (clicked?: unknown, selected?: unknown) =>
        (await import('./openRun.ts')).openRun(clicked, selected, editors),
      [commands.openSweepRun]: async (clicked?: unknown) =>
        (await import('./openSweepRun.ts')).openSweepRun(clicked),
      [commands.clearRunCache]: async () => (await import('./clearRunCache.ts')).clearRunCache(cache),
    } satisfies Record<string, CommandHandler>,
  };
}
