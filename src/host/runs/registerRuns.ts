import path from 'node:path';
import * as vscode from 'vscode';
import { once } from '../../core/once.ts';
import type { DocumentServices } from '../document/registerDocuments.ts';
import type { InspectorSource } from '../inspector/inspectorSource.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import { commands, editorTypes, panelTypes } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import type { RunFile } from './runEditor.ts';

export interface RunPartDeps {
  readonly inspector: Pick<InspectorServices, 'inspectors' | 'comparisons' | 'sourceDeps'>;
  readonly documents: Pick<DocumentServices, 'library'>;
}

/** Registers the views of runs, and the samples of runs as inspector sources. What they do is loaded with the first. */
export function registerRuns(
  { context, error, files }: Services,
  { inspector: { inspectors, comparisons, sourceDeps }, documents: { library } }: RunPartDeps,
) {
  const { extensionUri, globalState, workspaceState, globalStorageUri, subscriptions } = context;
  const cache = path.join(globalStorageUri.fsPath, 'runs');
  const editors = once(async () => {
    const [{ RunEditors }, { RunPanels }, { RunMemory }, { compareRows, showRow }] = await Promise.all([
      import('./runEditor.ts'),
      import('./runPanels.ts'),
      import('./runMemory.ts'),
      import('./showRow.ts'),
    ]);
    const panels = new RunPanels({
      extensionUri,
      cache,
      memory: new RunMemory(globalState, workspaceState),
      error,
      pages: { extensionUri, library, permitFile: files.permit },
      compare: (samples) => compareRows(samples, { comparisons, sourceDeps }),
      show: (sample, isKept) => showRow(sample, isKept, { inspectors, sourceDeps }),
    });
    const created = new RunEditors(extensionUri, panels);
    subscriptions.push(created);
    return created;
  });
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
      (await import('./openRunSample.ts')).openRunSample(id, extensionUri, sourceDeps).catch(() => null),
    commands: {
      [commands.openRun]: async (clicked?: unknown, selected?: unknown) =>
        (await import('./openRun.ts')).openRun(clicked, selected, editors),
      [commands.clearRunCache]: async () => (await import('./clearRunCache.ts')).clearRunCache(cache),
    } satisfies Record<string, CommandHandler>,
  };
}
