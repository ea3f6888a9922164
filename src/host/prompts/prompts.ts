import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isPreset, promptText } from '../../asking/promptFiles.ts';
import { isPageTraceError, PageTraceError } from '../../core/errors.ts';
import type { SettingKey } from '../shared/contributions.ts';
import type { PermitFile } from '../shared/filePermissions.ts';
import { withRewardPath } from './promptDocuments.ts';
import type { ParsePrompt, Prompt } from '../../core/prompts/model.ts';

/** The most bytes of a prompt file. */
const MOST_BYTES = 5 * 1024 * 1024;

/** Finds and reads prompt files: presets by name, others by path. */
export class Prompts {
  readonly #presets: string;
  readonly #permitFile: PermitFile;
  readonly #parse: ParsePrompt;

  /** @param presets the folder of the preset prompt files */
  constructor(presets: string, permitFile: PermitFile, parse: ParsePrompt) {
    this.#presets = presets;
    this.#permitFile = permitFile;
    this.#parse = parse;
  }

  /** The location of the prompt file `name`: a preset's name, or a path (relative to the first workspace folder). */
  locate(name: string): vscode.Uri {
    if (isPreset(name)) {
      return vscode.Uri.file(path.join(this.#presets, `${name}.jinja`));
    }
    const folder = vscode.workspace.workspaceFolders?.[0];
    if (path.isAbsolute(name))
      return folder && folder.uri.scheme !== 'file' ? folder.uri.with({ path: name }) : vscode.Uri.file(name);
    return folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.file(path.resolve(name));
  }

  /**
   * Reads a prompt.
   * @throws PageTraceError `file-not-found`, `prompt-broken` if it cannot be used, and what else `parse` throws
   */
  async read(name: string): Promise<Prompt> {
    const uri = this.locate(name);
    const text = await this.#text(uri, name);
    const preset = isPreset(name);
    const prompt = await this.#parse(preset ? name : vscode.workspace.asRelativePath(uri, false), text);
    return withRewardPath(prompt, uri);
  }

  /**
   * The text of the prompt `name`.
   * @throws PageTraceError `file-not-found`, or `prompt-broken` if it is not UTF-8
   */
  text(name: string): Promise<string> {
    return this.#text(this.locate(name), name);
  }

  /**
   * Shows the prompt file `name`.
   * @throws PageTraceError `file-not-found`
   */
  async show(name: string): Promise<void> {
    const uri = this.locate(name);
    await this.#text(uri, name);
    await vscode.window.showTextDocument(uri);
  }

  async #text(uri: vscode.Uri, name: string): Promise<string> {
    const from = settingsThatName(name);
    if (from !== null) await this.#permitFile(uri, from, 'once');
    let bytes: Uint8Array;
    try {
      const { readRegularFile } = await import('../../documents/regularFile.ts');
      bytes =
        uri.scheme === 'file'
          ? await readRegularFile(uri.fsPath, MOST_BYTES)
          : await vscode.workspace.fs.readFile(uri);
    } catch (error) {
      if (isPageTraceError(error)) throw error;
      throw new PageTraceError('file-not-found', t('The prompt file {0} could not be read.', name), {
        hint: t('Choose another prompt with PageTrace: Choose Prompt.'),
        cause: error,
      });
    }
    return promptText(name, bytes);
  }
}

/** The settings file of the workspace, if its settings name this prompt; null if the person has chosen it. */
function settingsThatName(name: string): vscode.Uri | null {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined || isPreset(name)) return null;
  const configuration = vscode.workspace.getConfiguration('pagetrace', folder.uri);
  const isNamed = (['prompt', 'judge.prompt'] as const satisfies readonly SettingKey[]).some((key) => {
    const { workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(key) ?? {};
    return [workspaceValue, workspaceFolderValue].includes(name);
  });
  return isNamed ? vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json') : null;
}
