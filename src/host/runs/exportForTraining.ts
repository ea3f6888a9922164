import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PRESETS } from '../../asking/promptFiles.ts';
import { fileNameOf } from '../../core/fileNameOf.ts';
import { isProfileName } from '../../core/rewards/names.ts';
import { TRAINING_FORMS } from '../../core/training/trainingForms.ts';
import { plainText } from '../../core/plainText.ts';
import { pickItem } from '../shared/workbench.ts';
import type { RunSession } from './runSession.ts';

/**
 * Exports what the filter leaves of a run as training files, with the command line in a task, so that its progress is seen
 * and it can be ended.
 */
export async function exportForTraining(session: RunSession, extensionUri: vscode.Uri): Promise<void> {
  const { name, view, profile } = session.state();
  const form = await pickItem(
    TRAINING_FORMS.map((each) => ({ label: each.title, description: each.name })),
    { title: t('Export for Training'), placeHolder: t('What is written') },
  );
  if (form === undefined) return;
  const asRecorded = { label: t('As the records say') };
  const prompt = await pickItem([asRecorded, ...PRESETS.map((label) => ({ label }))], {
    title: t('Export for Training'),
    placeHolder: t('The prompt that asked the questions'),
  });
  if (prompt === undefined) return;
  const { folder } = session;
  const target = await vscode.window.showSaveDialog({
    title: t('Export for Training: a New Folder'),
    ...(folder === undefined
      ? {}
      : { defaultUri: vscode.Uri.joinPath(folder, `${fileNameOf(name, 'run')}-training`) }),
  });
  if (target === undefined) return;
  const args = [
    ...session.run.paths,
    ...['--to', form.description, '--out', target.fsPath],
    ...(view.filter.trim() === '' ? [] : [`--where=${view.filter}`]),
    ...(profile.name !== null && isProfileName(profile.name) ? ['--profile', profile.name] : []),
    ...(prompt === asRecorded ? [] : ['--prompt', prompt.label]),
  ];
  const script = vscode.Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath;
  const task = new vscode.Task(
    { type: 'pagetrace-export' },
    vscode.TaskScope.Workspace,
    plainText(t('Export {0}', name)),
    'PageTrace',
    new vscode.ProcessExecution(process.execPath, [script, 'export-training', ...args], {
      env: { ELECTRON_RUN_AS_NODE: '1' },
    }),
    [],
  );
  const ended = vscode.tasks.onDidEndTaskProcess(({ execution: { task: other }, exitCode }) => {
    if (other.name !== task.name || other.definition.type !== task.definition.type) return;
    ended.dispose();
    if (exitCode === 0) void vscode.window.showTextDocument(vscode.Uri.joinPath(target, 'export.json'));
  });
  await vscode.tasks.executeTask(task);
}
