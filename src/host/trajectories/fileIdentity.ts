import type * as vscode from 'vscode';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';

/** The name of this kind of inspector source. */
export const FILE = 'file';

/** The identity of the trajectory file at `uri`. */
export function fileIdentity(uri: vscode.Uri): SourceIdentity {
  return { kind: FILE, id: uri.toString() };
}

/** The name of the kind of inspector source that shows a trajectory file as it is saved. */
export const SAVED_FILE = 'saved-file';

/** The identity of the trajectory file at `uri` as it is saved. */
export function savedFileIdentity(uri: vscode.Uri): SourceIdentity {
  return { kind: SAVED_FILE, id: uri.toString() };
}
