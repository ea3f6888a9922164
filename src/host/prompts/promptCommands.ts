import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { presetDescriptions } from '../../asking/promptFiles.ts';
import { PageTraceError } from '../../core/errors.ts';
import { PROMPT_LANGUAGE } from '../../core/prompts/isPrompt.ts';
import { isPromptDocument } from './promptDocuments.ts';
import { fileVersion, writeWholeFile } from '../shared/files.ts';
import type { Prompts } from './prompts.ts';
import { pickItem } from '../shared/workbench.ts';

export interface PromptCommandsDeps {
  readonly prompts: Pick<Prompts, 'text'>;
  /** Shows the preview of a prompt file next to it. */
  readonly preview: (uri: vscode.Uri) => Promise<void>;
}

/** The workspace folder for new prompts. */
const FOLDER = 'prompts';

/** The commands on prompt files: create one from a preset, treat a file as one, preview it. */
export class PromptCommands {
  readonly #deps: PromptCommandsDeps;

  constructor(deps: PromptCommandsDeps) {
    this.#deps = deps;
  }

  /**
   * Creates an editable copy of a preset and opens it with its preview: a file in the workspace's folder `prompts`, or
   * an untitled file without a workspace.
   * @param preset its name; requested if not given
   */
  async newPrompt(preset?: string): Promise<void> {
    const name = preset ?? (await choosePreset());
    if (name === undefined) return;
    const text = await this.#deps.prompts.text(name);
    const folder = vscode.workspace.workspaceFolders?.[0];
    const document = folder
      ? await vscode.workspace.openTextDocument(await savePrompt(folder.uri, name, text))
      : await vscode.workspace.openTextDocument({ language: PROMPT_LANGUAGE, content: text });
    await vscode.window.showTextDocument(document, { preview: false });
    await this.#deps.preview(document.uri);
  }

  /** Makes the active file a prompt, regardless of its name and content. */
  async treatAsPrompt(uri?: vscode.Uri): Promise<void> {
    await vscode.languages.setTextDocumentLanguage(await documentOf(uri), PROMPT_LANGUAGE);
  }

  /**
   * Shows the preview of the active prompt file next to it.
   * @throws PageTraceError if the file is not a prompt
   */
  async preview(uri?: vscode.Uri): Promise<void> {
    const document = await documentOf(uri);
    if (!isPromptDocument(document)) {
      throw new PageTraceError('bad-input', t('This file does not look like a prompt.'), {
        hint: t('Run PageTrace: Treat File as Prompt first.'),
      });
    }
    await this.#deps.preview(document.uri);
  }
}

async function choosePreset(): Promise<string | undefined> {
  const choice = await pickItem(
    Object.entries(presetDescriptions()).map(([label, detail]) => ({ label, detail })),
    { title: t('New Prompt from Preset'), matchOnDetail: true },
  );
  return choice?.label;
}

async function documentOf(uri: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  if (uri instanceof vscode.Uri) return vscode.workspace.openTextDocument(uri);
  const document = vscode.window.activeTextEditor?.document;
  if (document) return document;
  throw new PageTraceError('bad-input', t('No prompt file is open.'), {
    hint: t('Open a .jinja file first.'),
  });
}

/** Writes a new prompt file under an unused name. */
async function savePrompt(folder: vscode.Uri, name: string, text: string): Promise<vscode.Uri> {
  for (let number = 1; ; number++) {
    const file = `${name}${number === 1 ? '' : `-${number}`}.prompt.jinja`;
    const uri = vscode.Uri.joinPath(folder, FOLDER, file);
    if ((await fileVersion(uri)) !== '') continue;
    await writeWholeFile(uri, text);
    return uri;
  }
}
