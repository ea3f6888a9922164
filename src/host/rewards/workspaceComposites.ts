import path from 'node:path';
import * as vscode from 'vscode';
import type { CompositeFiles, UsableComposite } from './compositeFiles.ts';

/** The most composite reward files that are offered to a person. */
const MOST = 50;

/** A composite reward of the workspace, and its file. */
export interface CompositeReward extends UsableComposite {
  readonly uri: vscode.Uri;
}

/**
 * The composite rewards of the workspace that can be used; the problems of others are shown in their files. A link that
 * leads out of the workspace is left out.
 */
export async function workspaceComposites(
  composites: Pick<CompositeFiles, 'read'>,
): Promise<readonly CompositeReward[]> {
  const files = await vscode.workspace.findFiles('**/*.reward.json', '**/node_modules/**', MOST);
  const read = await Promise.all(
    files.map(async (uri): Promise<CompositeReward | null> => {
      const { profile, given } = await composites.read(path.posix.basename(uri.path), uri);
      return profile && { uri, profile, given };
    }),
  );
  return read.filter((each) => each !== null).sort((a, b) => a.uri.path.localeCompare(b.uri.path));
}
