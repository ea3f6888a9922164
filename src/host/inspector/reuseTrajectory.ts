import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { fileNameOf } from '../../core/fileNameOf.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import { writeWholeFile } from '../shared/files.ts';
import { pickItem } from '../shared/workbench.ts';
import { addToDataset } from './addToDataset.ts';
import type { ReusedTrajectory } from './reusedTrajectory.ts';
import { chooseFile, insertShown } from './targetFile.ts';

/** Lets the person choose what a trajectory becomes: a question, an example in a prompt, or a regression test. */
export async function reuseTrajectory(trajectory: ReusedTrajectory): Promise<void> {
  const uses = [
    {
      label: t('Question of a Data Set'),
      detail: t('Adds its question, with your reference answer and the places that show it.'),
      use: addToDataset,
    },
    {
      label: t('Example in a Prompt'),
      detail: t('Adds it to a prompt file, which is checked at once.'),
      use: addToPrompt,
    },
    {
      label: t('Regression Test'),
      detail: t('Saves it with its reward as the expected one, which pagetrace score checks.'),
      use: saveAsTest,
    },
  ];
  const chosen = await pickItem(uses, { title: t('Use Trajectory As') });
  await chosen?.use(trajectory);
}

async function addToPrompt({ given, folder }: ReusedTrajectory): Promise<void> {
  const prompt = await chooseFile('**/*.jinja', {
    title: t('Prompt'),
    isNew: null,
    proposed: vscode.Uri.joinPath(folder, 'own.prompt.jinja'),
  });
  if (prompt === null) return;
  const { insertExample } = await import('../../core/prompts/insertExample.ts');
  const document = await vscode.workspace.openTextDocument(prompt);
  const example = { question: given.info.question ?? '', response: given.response };
  const { span, newText } = insertExample(document.getText(), example);
  await insertShown(document, span.start, newText);
}

async function saveAsTest({ given, relativeTo, score, folder }: ReusedTrajectory): Promise<void> {
  const own = (await score()).rewards.find(({ isOwn }) => isOwn);
  const overall = own?.score.overall ?? null;
  if (own === undefined || overall === null || !Number.isFinite(overall))
    throw new PageTraceError('bad-input', t('The reward of this trajectory is not known.'), {
      hint: t('Say whether its answer is right, and which reward scores it.'),
    });
  const target = await vscode.window.showSaveDialog({
    title: t('Save as Regression Test'),
    defaultUri: vscode.Uri.joinPath(
      folder,
      `${fileNameOf(given.info.question ?? '', 'trajectory')}.trajectory`,
    ),
    filters: { [t('Trajectories')]: ['trajectory'] },
  });
  if (!target) return;
  const { formatTrajectoryFile } = await import('../../core/records/trajectoryFile.ts');
  const { writeFrontMatter } = await import('../../core/records/frontMatter.ts');
  const info = relativeTo(target);
  const text = formatTrajectoryFile(
    { ...info, reward: info.reward ?? (own.profile.name as TrajectoryInfo['reward']) },
    given.response,
  );
  await writeWholeFile(target, writeFrontMatter(text, { expected: overall }));
  await vscode.window.showTextDocument(target);
}
