import * as vscode from 'vscode';
import { isPreset } from '../../asking/promptFiles.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import { resolvePath } from '../shared/resolvePath.ts';

/** A file from whose folder absolute paths and URIs are resolved; which one does not matter to them. */
export const ANYWHERE = vscode.Uri.file('/');

/**
 * The file that names the reward of a trajectory, from whose folder the name is resolved: the trajectory's own, or for a
 * question the file of the prompt that it was asked with.
 * @param uri the file that contains the trajectory; null for a question
 */
export function namingFile(uri: vscode.Uri | null, { prompt }: TrajectoryInfo): vscode.Uri {
  if (uri !== null) return uri;
  if (prompt === null || isPreset(prompt)) return ANYWHERE;
  return resolvePath(vscode.Uri.parse('untitled:'), prompt);
}
