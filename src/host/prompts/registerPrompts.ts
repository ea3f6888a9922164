import path from 'node:path';
import * as vscode from 'vscode';
import { once } from '../../core/once.ts';
import type { DocumentServices } from '../document/registerDocuments.ts';
import type { PythonRewards } from '../rewards/pythonRewards.ts';
import type { CompositeFiles } from '../rewards/compositeFiles.ts';
import type { Servers } from '../servers/servers.ts';
import { commands } from '../shared/contributions.ts';
import { TYPING_RESTS, type CommandHandler, type Services } from '../shared/services.ts';
import { configuredPixels, setting } from '../shared/settings.ts';
import { whenOpen } from '../shared/whenOpen.ts';
import { associatePrompts, isPromptDocument } from './promptDocuments.ts';
import { registerPromptFrontMatter } from './promptFrontMatter.ts';
import { PromptPages } from './promptPages.ts';
import { PromptPreviews } from './promptPreviews.ts';
import { Prompts } from './prompts.ts';

export interface PromptPartDeps {
  readonly servers: Servers;
  readonly documents: Pick<DocumentServices, 'editors' | 'images'>;
  readonly compositeFiles: CompositeFiles;
  readonly python: PythonRewards;
}

/** Registers prompt files as a language of the editor, and their previews. */
export function registerPrompts(
  { context, log, error, files, language }: Services,
  { servers, documents: { editors, images }, compositeFiles, python }: PromptPartDeps,
) {
  const { extensionUri } = context;
  const prompts = new Prompts(
    path.join(extensionUri.fsPath, 'media', 'prompts'),
    files.permit,
    language.parsePrompt,
  );
  const pages = new PromptPages(editors);
  const previews = new PromptPreviews({
    extensionUri,
    log,
    error,
    source: async (uri) => {
      const { PromptPreviewSource } = await import('./promptPreviewSource.ts');
      return PromptPreviewSource.open(await vscode.workspace.openTextDocument(uri), {
        language,
        document: () => pages.current(),
        onDidChangeDocument: pages.onDidChange,
        renderPage: (document, page, pixels) => images.get(document, null, page, pixels),
        counting: servers,
        budget: configuredPixels,
        rests: TYPING_RESTS,
        log,
      });
    },
  });
  /** What the commands do is loaded when one is first used. */
  const own = once(async () => {
    const { PromptCommands } = await import('./promptCommands.ts');
    return new PromptCommands({ prompts, preview: (uri) => previews.show(uri) });
  });
  context.subscriptions.push(
    pages,
    previews,
    associatePrompts(),
    registerPromptFrontMatter(extensionUri),
    whenOpen(isPromptDocument, async () => {
      const { PromptLint } = await import('./promptLint.ts');
      return new PromptLint({
        extensionUri,
        language,
        composites: compositeFiles,
        python,
        files,
        debounce: TYPING_RESTS,
        modelLength: () => servers.modelLength,
        onDidChangeServer: servers.onDidChange,
      });
    }),
  );
  return {
    prompts,
    commands: {
      [commands.openPrompt]: () => prompts.show(setting('prompt')),
      [commands.newPrompt]: async (preset: unknown) =>
        (await own()).newPrompt(typeof preset === 'string' ? preset : undefined),
      [commands.treatAsPrompt]: async (uri?: vscode.Uri) => (await own()).treatAsPrompt(uri),
      [commands.previewPrompt]: async (uri?: vscode.Uri) => (await own()).preview(uri),
      [commands.allowMapFile]: (map: vscode.Uri, prompt: vscode.Uri) => files.permit(map, prompt, 'again'),
    } satisfies Record<string, CommandHandler>,
  };
}
