import * as vscode from 'vscode';
import type { RewardProfile } from '../../core/rewards/model.ts';

/** The most composite reward files that are offered to a person. */
const MOST = 50;

/** A composite reward of the workspace, and its file. */
export interface CompositeReward {
  readonly uri: vscode.Uri;
  readonly profile: RewardProfile;
}

/** The composite rewards of the workspace that can be used; the problems of others are shown in their files. */
export async function workspaceComposites(): Promise<readonly CompositeReward[]> {
  const files = await vscode.workspace.findFiles('**/*.reward.json', '**/node_modules/**', MOST);
  if (files.length === 0) return [];
  const { readComposite } = await import('../../core/rewards/composite/readComposite.ts');
  const read = await Promise.all(
    files.map(async (uri): Promise<CompositeReward | null> => {
      try {
        // The text of an editor, saved or not, takes precedence over the file.
        const { profile } = readComposite((await vscode.workspace.openTextDocument(uri)).getText(), uri.path);
        return profile && { uri, profile };
      } catch {
        return null;
      }
    }),
  );
  return read.filter((each) => each !== null).sort((a, b) => a.uri.path.localeCompare(b.uri.path));
}
