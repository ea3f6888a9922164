import path from 'node:path';
import * as vscode from 'vscode';
import { once } from '../../core/once.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Servers } from '../servers/servers.ts';
import { commands } from '../shared/contributions.ts';
import { DATASET_FILES, isDatasetFile } from '../shared/datasetFiles.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import type { EvaluatedPlace } from './evaluatedTrajectory.ts';

export interface EvaluationPartDeps {
  readonly servers: Servers;
  readonly switchServer: () => Promise<void>;
  readonly prompts: Prompts;
  readonly inspector: Pick<InspectorServices, 'inspectors' | 'open'>;
}

/** Registers what evaluates data sets. The Testing view has them as soon as the workspace has one. */
export function registerEvaluation(services: Services, own: EvaluationPartDeps) {
  const { context, files } = services;
  const script = path.join(context.extensionUri.fsPath, 'dist', 'cli.js');
  const deps = { ...own, ...services, script, permitFile: files.permit };
  const tests = once(async () => (await import('./createTests.ts')).createTests(services, deps));
  const show = async (uri: vscode.Uri): Promise<void> => {
    if (uri.scheme === 'file' && isDatasetFile(uri)) (await tests()).show(uri);
  };
  const { workspace } = vscode;
  const created = workspace.createFileSystemWatcher(DATASET_FILES, false, true, true);
  context.subscriptions.push(
    created,
    created.onDidCreate(show),
    workspace.onDidOpenTextDocument(({ uri }) => show(uri)),
  );
  for (const { uri } of workspace.textDocuments) void show(uri);
  void workspace.findFiles(DATASET_FILES, '**/node_modules/**', 1).then(([first]) => first && tests());
  return {
    commands: {
      [commands.evaluate]: async (clicked: unknown) =>
        (await import('./evaluateCommand.ts')).evaluate(clicked, deps),
      [commands.openEvaluated]: async (clicked: EvaluatedPlace | object) => {
        const { showEvaluated } = await import('./evaluatedTrajectory.ts');
        await showEvaluated(
          'at' in clicked ? clicked : await (await tests()).placeOf(clicked),
          own.inspector,
        );
      },
    } satisfies Record<string, CommandHandler>,
  };
}
