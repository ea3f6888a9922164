import * as vscode from 'vscode';
import { isPreset } from '../../asking/promptFiles.ts';
import type { Grounding } from '../../core/grounding/model.ts';
import type { CompositeText } from '../../language/compositeSource.ts';
import type { PromptSource } from '../../language/model.ts';
import type { NamedFiles } from '../../languageWorker/trajectoryFeatures.ts';
import { resolvePath } from '../shared/resolvePath.ts';
import type { CompositeFiles } from '../rewards/compositeFiles.ts';
import type { FilePermissions } from '../shared/filePermissions.ts';
import type { Prompts } from '../prompts/prompts.ts';

export interface PromptSourcesDeps {
  readonly prompts: Prompts;
  readonly compositeFiles: CompositeFiles;
  readonly files: Pick<FilePermissions, 'readText'>;
  readonly groundings: FileGroundings;
}

/** What the pages say of trajectory files, as far as it is known. */
export interface FileGroundings {
  readonly of: (uri: vscode.Uri) => Grounding | null;
  /** Fires with the trajectory whose pages may say something else now. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

/**
 * What trajectories need besides their text: the prompts and composite rewards that they name, with their text from an
 * editor or otherwise from their file, and what the pages say of them.
 */
export class PromptSources implements NamedFiles, vscode.Disposable {
  readonly #prompts: Prompts;
  readonly #composites: CompositeFiles;
  readonly #permissions: Pick<FilePermissions, 'readText'>;
  readonly #groundings: FileGroundings;
  readonly #known = new Map<string, PromptSource>();
  /** The trajectories whose rewards read what the pages say. */
  readonly #onPages = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #listening: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor({ prompts, compositeFiles, files, groundings }: PromptSourcesDeps) {
    this.#permissions = files;
    this.#prompts = prompts;
    this.#composites = compositeFiles;
    this.#groundings = groundings;
    const notifyChange = (uri: vscode.Uri): void => {
      if ([...this.#known.values()].some((source) => source.uri === uri.toString())) this.#changed.fire(uri);
    };
    this.#listening = vscode.Disposable.from(
      this.#changed,
      compositeFiles.onDidChange((uri) => {
        this.#changed.fire(uri);
      }),
      groundings.onDidChange((uri) => {
        if (this.#onPages.has(uri.toString())) this.#changed.fire(uri);
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        notifyChange(uri);
      }),
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async prompt(name: string, document: string): Promise<PromptSource | null> {
    const from = vscode.Uri.parse(document);
    return (
      (await this.#read(name, this.#prompts.locate(name), isPreset(name) ? null : from)) ??
      (await this.#read(name, resolvePath(from, name), from))
    );
  }

  compositeText(name: string, document: string): Promise<CompositeText> {
    return this.#composites.text(name, vscode.Uri.parse(document));
  }

  grounding(document: string): Grounding | null {
    this.#onPages.add(document);
    return this.#groundings.of(vscode.Uri.parse(document));
  }

  /** Editing asks the person nothing: a prompt that may not be read is as unknown as one that does not exist. */
  async #read(name: string, uri: vscode.Uri, from: vscode.Uri | null): Promise<PromptSource | null> {
    const text = await this.#permissions.readText(uri, from, 'never').catch(() => null);
    if (text === null) return null;
    const known = this.#known.get(name);
    if (known?.text === text && known.uri === uri.toString()) return known;
    const source = { name, uri: uri.toString(), text };
    this.#known.set(name, source);
    return source;
  }
}
