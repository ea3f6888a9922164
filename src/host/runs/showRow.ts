import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import type { RowSample } from '../../runs/index/model.ts';
import type { ComparedSide } from '../inspector/comparedSides.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import { showInformation } from '../shared/workbench.ts';
import type { ReadGroup } from './runSampleSource.ts';
import type { TitledRow } from './runComparisons.ts';
import { runSampleIdentity, showRunSample } from './openRunSample.ts';

/** VS Code gives no longer texts to editors of extensions. */
const LONGEST_TEXT = 50 * 1024 * 1024;

/**
 * Shows the sample of a row in the inspector; of a record without a sample, its line in the file.
 * @param fields where the fields of the records are, if their form does not say it
 * @param group reads the group of the row
 */
export async function showRow(
  row: RowSample,
  fields: readonly string[],
  isKept: boolean,
  group: ReadGroup,
  { inspectors, sourceDeps }: Pick<InspectorServices, 'inspectors' | 'sourceDeps'>,
): Promise<void> {
  if ('problem' in row) {
    const { file, line } = row.place;
    await showLine(vscode.Uri.file(file), line, row.problem);
    return;
  }
  const { place, sample } = row;
  const options = { preserveFocus: !isKept };
  const source =
    inspectors.find(runSampleIdentity({ place, fields })) ??
    (await showRunSample({ place, sample, fields, group }, sourceDeps));
  inspectors.show(source, options);
}

/**
 * Shows the best and the worst sample of a group side by side.
 * @throws PageTraceError `bad-input` if the rewards of the group do not differ, or if one of them has no sample
 */
export async function compareRows(
  rows: readonly [best: RowSample, worst: RowSample] | null,
  fields: readonly string[],
  services: Pick<InspectorServices, 'comparisons' | 'sourceDeps'>,
): Promise<void> {
  if (rows === null) {
    throw new PageTraceError('bad-input', t('The samples of this group have no different rewards.'), {
      hint: t('Open its samples one by one instead.'),
    });
  }
  const [best, worst] = rows;
  await showSideBySide(
    [
      { row: best, title: t('Best'), fields },
      { row: worst, title: t('Worst'), fields },
    ],
    services,
  );
}

/**
 * Shows samples side by side.
 * @throws PageTraceError `file-unreadable` if one of them has no sample
 */
export async function showSideBySide(
  rows: readonly TitledRow[],
  { comparisons, sourceDeps }: Pick<InspectorServices, 'comparisons' | 'sourceDeps'>,
): Promise<void> {
  const sides: ComparedSide[] = [];
  for (const { row, title, fields } of rows) {
    if ('problem' in row) throw new PageTraceError('file-unreadable', row.problem);
    const source = await showRunSample({ place: row.place, sample: row.sample, fields }, sourceDeps);
    sides.push({ source, sample: 0, isSample: true, title });
  }
  comparisons.showSides(sides);
}

/** Shows a line of a file in a text editor, or says why it has no sample if the file is too large for one. */
async function showLine(uri: vscode.Uri, line: number | null, problem: string): Promise<void> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (line === null || size > LONGEST_TEXT) {
    void showInformation(line === null ? problem : t('Line {0}: {1}', line, problem));
    return;
  }
  const editor = await vscode.window.showTextDocument(uri, { preview: true });
  const range = editor.document.lineAt(Math.min(line, editor.document.lineCount) - 1).range;
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
}
