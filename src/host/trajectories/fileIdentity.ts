import type * as vscode from 'vscode';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';

/** The name of this kind of inspector source. */
export const FILE = 'file';

/** The identity of the trajectory file at `uri`. */
export function fileIdentity(uri: vscode.Uri): SourceIdentity {
  return { kind: FILE, id: uri.toString() };
}
