import * as vscode from 'vscode';
import { TRAJECTORY_LANGUAGE } from '../contributions.ts';
import type { InspectorSource } from '../views/inspectorSource.ts';
import { documentUri } from '../views/runSource.ts';
import type { AskCommands } from './ask.ts';

/**
 * `PageTrace: Ask Again`: the question of the inspector that was clicked, else of the trajectory file that is being
 * edited, else of the inspector that is active.
 */
export async function askAgain(
  ask: AskCommands,
  clicked: InspectorSource | null,
  active: InspectorSource | null,
): Promise<void> {
  const { resolveFrom } = await import('../views/fileSource.ts');
  const edited = vscode.window.activeTextEditor?.document;
  if (!clicked && edited?.languageId === TRAJECTORY_LANGUAGE) {
    const { parseTrajectoryFile } = await import('../../core/records/trajectoryFile.ts');
    const { info } = parseTrajectoryFile(edited.getText());
    await ask.askAgain(info, (reference) => resolveFrom(edited.uri, reference));
    return;
  }
  const source = clicked ?? active;
  const sample = source?.sample(0);
  if (!source || !sample) return;
  const file = source.key.startsWith('file:')
    ? vscode.Uri.parse(source.key.slice('file:'.length), true)
    : null;
  await ask.askAgain(sample.info, (reference) =>
    file ? resolveFrom(file, reference) : documentUri(reference),
  );
}
