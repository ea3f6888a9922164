import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SaveFileMessage } from '../../protocol/runInsights.ts';
import { writeWholeFile } from '../shared/files.ts';
import { fileNameOf } from '../../core/fileNameOf.ts';

/** What the files are called in the dialog, by their extensions. */
const FORMATS: Readonly<Record<SaveFileMessage['format'], string>> = {
  svg: 'SVG',
  png: 'PNG',
  csv: 'CSV',
  md: 'Markdown',
  tex: 'LaTeX',
  json: 'JSON',
};

/** Saves what a run view has made, where the person says. */
export async function saveFile(
  { name, format, content }: SaveFileMessage,
  folder: vscode.Uri | undefined,
): Promise<void> {
  const file = `${fileNameOf(name, 'run')}.${format}`;
  const target = await vscode.window.showSaveDialog({
    title: t('Save'),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }),
    filters: { [FORMATS[format]]: [format] },
  });
  if (target === undefined) return;
  const bytes = format === 'png' ? Buffer.from(content, 'base64') : content;
  await writeWholeFile(target, bytes);
}
