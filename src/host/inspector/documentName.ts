import path from 'node:path';
import type * as vscode from 'vscode';
import type { GroundingServices } from '../grounding/groundings.ts';

/**
 * The name of a document, for a person: that of the file where it was found, if it was not where its record says.
 * @param recorded the file that the record names
 */
export function documentName(
  reference: string,
  recorded: vscode.Uri,
  places: GroundingServices['places'],
): string {
  const now = places.current(recorded);
  return path.posix.basename(now.toString() === recorded.toString() ? reference : now.path);
}
