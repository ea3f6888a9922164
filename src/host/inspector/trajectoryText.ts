import * as vscode from 'vscode';
import type { Span } from '../../core/span.ts';
import type { ShownTrajectory } from '../grounding/claimsOnPages.ts';

/** Whether a tab shows the text of a trajectory. */
export function hasTextTab({ isFile, uri }: Pick<ShownTrajectory, 'isFile' | 'uri'>): boolean {
  return (
    isFile &&
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri?.toString())
  );
}

/** Selects a part of a trajectory in its text, which is shown beside the active editor if it is not in view. */
export async function selectInText(trajectory: ShownTrajectory, sample: number, span: Span): Promise<void> {
  const { isFile, uri } = trajectory;
  if (!isFile || uri === null) return;
  const isVisible = vscode.window.visibleTextEditors.some(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
  if (!isVisible)
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  await trajectory.receive({ type: 'select', sample, span, stepEnd: null });
}
