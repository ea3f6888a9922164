import * as vscode from 'vscode';
import { TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import type { InspectorSource } from '../inspector/inspectorSource.ts';
import type { ReadFrontMatter } from '../shared/languageThread.ts';
import type { AskCommands } from './askCommands.ts';

export interface AskAgainOptions {
  readonly ask: AskCommands;
  /** The trajectory whose button was pressed; null from the palette. */
  readonly clicked: InspectorSource | null;
  /** The trajectory in view. */
  readonly active: InspectorSource | null;
  readonly readFrontMatter: ReadFrontMatter;
}

/**
 * `PageTrace: Ask Again`: asks the question of the inspector that was clicked, otherwise of the trajectory file that is
 * being edited, otherwise of the active inspector. The answer to a failed question replaces it in its inspector.
 */
export async function askAgain({ ask, clicked, active, readFrontMatter }: AskAgainOptions): Promise<void> {
  const edited = vscode.window.activeTextEditor?.document;
  if (!clicked && edited?.languageId === TRAJECTORY_LANGUAGE) {
    const { readTrajectory } = await import('../shared/trajectoryReader.ts');
    const { info } = await readTrajectory(edited.getText(), readFrontMatter);
    await ask.askAgain(info, edited.uri, { samples: 1 });
    return;
  }
  const source = clicked ?? active;
  const sample = source?.sample(0);
  if (!source || !sample) return;
  await ask.askAgain(sample.info, source.uri, {
    samples: source.sampleCount,
    replaces: source.state().failure === null ? null : source.identity,
  });
}
