import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { choosePromptName } from '../asking/draftChoices.ts';
import { plainText } from '../../core/plainText.ts';
import { DATASET_FILES } from '../shared/datasetFiles.ts';
import type { Services } from '../shared/services.ts';
import { setting } from '../shared/settings.ts';
import { DatasetTests, RUNNABLE } from './datasetTests.ts';
import { placeOfMessage, type EvaluatedPlace } from './evaluatedTrajectory.ts';
import type { EvaluationDeps } from './evaluation.ts';
import { TestRuns } from './testRuns.ts';

/** What VS Code passes with a command on a test, or on a message of one. */
type Clicked = vscode.TestItem | { readonly test: vscode.TestItem; readonly message: vscode.TestMessage };

/** The data sets of the workspace in the Testing view. */
export interface DatasetTesting {
  /** Shows a data set that was created or opened, and its questions, so that its editor has an icon at each. */
  show(uri: vscode.Uri): void;
  /**
   * The trajectory of what was clicked.
   * @throws PageTraceError `bad-input` for what no run beside the data set has an answer to
   */
  placeOf(clicked: unknown): Promise<EvaluatedPlace>;
}

/** Shows the data sets of the workspace in the Testing view. */
export function createTests({ context, notices }: Services, deps: EvaluationDeps): DatasetTesting {
  const controller = vscode.tests.createTestController('pagetrace.datasets', plainText(t('Data Sets')));
  const tests = new DatasetTests(controller, deps.script);
  const runs = new TestRuns({ ...deps, controller, tests });
  // A data set that cannot be listed says why where it is shown.
  const quietly = (listing: Promise<unknown>): void => void listing.catch(() => undefined);
  const list = async (test: vscode.TestItem | undefined): Promise<void> => {
    if (test === undefined) await tests.find();
    else quietly(tests.list(tests.datasetOf(test)));
  };
  const show = (uri: vscode.Uri): void => {
    void list(tests.add(uri));
  };
  controller.resolveHandler = list;
  controller.refreshHandler = () => tests.refreshAll();
  const profile = (
    label: string,
    isDefault: boolean,
    choose: () => Promise<string | null | undefined>,
  ): void => {
    const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
      const prompt = await choose();
      if (prompt !== undefined) await runs.run(request, token, prompt);
    };
    controller.createRunProfile(
      label,
      vscode.TestRunProfileKind.Run,
      notices.guard(run),
      isDefault,
      RUNNABLE,
    );
  };
  profile(t('Run'), true, () => Promise.resolve(null));
  profile(t('Run with Prompt…'), false, async () => (await choosePromptName(setting('prompt'))) ?? undefined);
  const watcher = vscode.workspace.createFileSystemWatcher(DATASET_FILES, true);
  context.subscriptions.push(
    controller,
    tests,
    watcher,
    watcher.onDidChange((uri) => {
      quietly(tests.refresh(uri));
    }),
    watcher.onDidDelete((uri) => {
      tests.remove(uri);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('pagetrace.testing.groupBy')) void tests.regroup();
    }),
  );
  void tests.find();
  return {
    show,
    placeOf: async (clicked) => {
      const its = clicked as Clicked;
      const place = 'message' in its ? placeOfMessage(its.message.message) : await tests.trajectoryOf(its);
      if (place !== null) return place;
      throw new PageTraceError('bad-input', t('No run beside the data set has an answer to this question.'), {
        hint: t('Run it first, or open its run (PageTrace: Open Run).'),
      });
    },
  };
}
