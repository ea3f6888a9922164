import * as vscode from 'vscode';
import { isPrompt, PROMPT_LANGUAGE } from '../../language/prompt/isPrompt.ts';

/** The documents that may be prompts; whether one is, `isPromptDocument` says. */
export const PROMPT_SELECTOR: vscode.DocumentSelector = [
  { language: PROMPT_LANGUAGE },
  { pattern: '**/*.{jinja,jinja2,j2}' },
  { language: 'jinja' },
];

/** Whether a document is a prompt: by its language, or a Jinja file by its front matter or because it prints `content`. */
export function isPromptDocument(document: vscode.TextDocument): boolean {
  return isPrompt(document.uri.path, document.languageId, document.getText());
}

/**
 * Sets the language of Jinja prompts that are plain text to ours. Where another extension has a language for them, that
 * language stays, and what we offer for prompts is offered there too.
 */
export function associatePrompts(): vscode.Disposable {
  const associate = (document: vscode.TextDocument): void => {
    if (document.languageId === 'plaintext' && isPromptDocument(document))
      void vscode.languages.setTextDocumentLanguage(document, PROMPT_LANGUAGE);
  };
  for (const document of vscode.workspace.textDocuments) associate(document);
  return vscode.workspace.onDidOpenTextDocument(associate);
}
