import * as vscode from 'vscode';
import type { ParsePrompt, Prompt } from '../../core/prompts/model.ts';
import { isCompositePath, type CompositePath } from '../../core/rewards/model.ts';
import { resolvePath } from '../shared/resolvePath.ts';
import { isPrompt, PROMPT_LANGUAGE } from '../../core/prompts/isPrompt.ts';

/** The documents that may be prompts; `isPromptDocument` decides whether one is. */
export const PROMPT_SELECTOR: vscode.DocumentSelector = [
  { language: PROMPT_LANGUAGE },
  { pattern: '**/*.{jinja,jinja2,j2}' },
  { language: 'jinja' },
];

/** Whether a document is a prompt: by its language, or a Jinja file by its front matter or because it prints `content`. */
export function isPromptDocument(document: vscode.TextDocument): boolean {
  return isPrompt(document.uri.path, document.languageId, document.getText());
}

/** How questions name the prompt in a document: by its path in the workspace, otherwise by its whole path. */
export function promptNameOf({ uri }: vscode.TextDocument): string {
  return vscode.workspace.asRelativePath(uri, false);
}

/**
 * The prompt in a document, saved or not.
 * @throws PageTraceError `prompt-broken`, and what else `parse` throws
 */
export async function promptOf(document: vscode.TextDocument, parse: ParsePrompt): Promise<Prompt> {
  const prompt = await parse(promptNameOf(document), document.getText());
  return withRewardPath(prompt, document.uri);
}

/** The prompt with the path of its composite reward made absolute, because those who ask with it know no other folder. */
export function withRewardPath(prompt: Prompt, uri: vscode.Uri): Prompt {
  const { reward } = prompt;
  return reward !== null && isCompositePath(reward)
    ? { ...prompt, reward: resolvePath(uri, reward).fsPath as CompositePath }
    : prompt;
}

/**
 * Sets our language for Jinja prompts that are plain text. If another extension has a language for them, that language
 * stays, and our features for prompts are available there too.
 */
export function associatePrompts(): vscode.Disposable {
  const associate = (document: vscode.TextDocument): void => {
    if (document.languageId === 'plaintext' && isPromptDocument(document))
      void vscode.languages.setTextDocumentLanguage(document, PROMPT_LANGUAGE);
  };
  for (const document of vscode.workspace.textDocuments) associate(document);
  return vscode.workspace.onDidOpenTextDocument(associate);
}
