import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { DIALECT_NAMES } from '../../core/trajectory/dialects/names.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';
import { workspaceEdit } from '../shared/editorValues.ts';
import { pickItem } from '../shared/workbench.ts';
import type { LanguageClient } from './languageClient.ts';
import { activeTrajectory, percent } from './languageCommands.ts';

/** Lets the person choose the dialect of the active trajectory, and writes it into the front matter. */
export async function chooseDialect(language: LanguageClient): Promise<void> {
  const document = activeTrajectory();
  const status = await language.askOrThrow(document, null, (service, source) => service.status(source));
  const now = status?.dialect;
  const likely = now?.detected ? [now.detected, ...now.detected.others] : [];
  const names = [...new Set([...likely.map(({ dialect }) => dialect), ...DIALECT_NAMES])];
  const items = names.map((name) => {
    const { title, description } = dialectOf(name);
    const confidence = likely.find(({ dialect }) => dialect === name)?.confidence ?? 0;
    const match = confidence > 0 ? [t('{0} match', percent(confidence))] : [];
    return { label: name, description: [title, ...match].join(' · '), detail: description, name };
  });
  const chosen = await pickItem(items, {
    title: t('Dialect of this trajectory'),
    placeHolder: t('The choice is written to the front matter'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!chosen) return;
  const edit = await language.askOrThrow(document, null, (service, source) =>
    service.chooseDialect(source, chosen.name),
  );
  if (edit === null) {
    throw new PageTraceError('front-matter-broken', t('The front matter of this file cannot be changed.'), {
      hint: t('Correct its YAML first. The Problems panel shows where the error is.'),
    });
  }
  await vscode.workspace.applyEdit(workspaceEdit(document, [edit]));
}
