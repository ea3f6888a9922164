import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RowSample } from '../../runs/index/model.ts';
import { partName } from './comparedRun.ts';
import type { RunSession } from './runSession.ts';
import type { ComparisonMessage } from './viewMessage.ts';

/** A sample with its title and with where the fields of its records are. */
export interface TitledRow {
  readonly row: RowSample;
  readonly title: string;
  readonly fields: readonly string[];
}

/**
 * Handles what the person did with the run that is compared with.
 * @param show shows samples side by side
 */
export async function receiveComparison(
  message: ComparisonMessage,
  session: RunSession,
  show: (rows: readonly [base: TitledRow, run: TitledRow]) => Promise<void>,
): Promise<void> {
  const { compared } = session;
  switch (message.type) {
    case 'chooseCompared': {
      const chosen = await chooseRun(message.isFolder, session.folder);
      if (chosen !== undefined) await compared.open(chosen.fsPath, session.shown);
      return;
    }
    case 'closeCompared':
      compared.close();
      return;
    case 'compareQuestion': {
      if (message.generation !== session.state().generation) return;
      const { parts } = message;
      const isOther = parts.kind === 'run';
      const base = await (isOther ? compared.sample(message.baseRow) : session.sample(message.baseRow));
      const run = await session.sample(message.runRow);
      if (base === null) return;
      const [baseTitle, runTitle] = isOther
        ? [compared.state?.name ?? '', session.run.name]
        : [partName(parts.field, parts.base), partName(parts.field, parts.run)];
      await show([
        { row: base, title: baseTitle, fields: isOther ? compared.assignments : session.assignments },
        { row: run, title: runTitle, fields: session.assignments },
      ]);
    }
  }
}

async function chooseRun(isFolder: boolean, near: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: t('Compare with Another Run'),
    openLabel: t('Compare'),
    canSelectFiles: !isFolder,
    canSelectFolders: isFolder,
    canSelectMany: false,
    ...(near === undefined ? {} : { defaultUri: near }),
  });
  return chosen?.[0];
}
