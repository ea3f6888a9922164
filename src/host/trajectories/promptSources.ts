import * as vscode from 'vscode';
import type { PromptSource } from '../../language/model.ts';
import type { NamedFiles } from '../../languageWorker/trajectoryFeatures.ts';
import { resolvePath } from '../shared/resolvePath.ts';
import type { CompositeFiles } from '../rewards/compositeFiles.ts';
import { readText } from '../shared/readText.ts';
import type { Prompts } from '../prompts/prompts.ts';

/**
 * The prompts and composite rewards that trajectories name, with their text from an editor or otherwise from their
 * file.
 */
export class PromptSources implements NamedFiles, vscode.Disposable {
  readonly #prompts: Prompts;
  readonly #composites: CompositeFiles;
  readonly #known = new Map<string, PromptSource>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #listening: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(prompts: Prompts, composites: CompositeFiles) {
    this.#prompts = prompts;
    this.#composites = composites;
    const notifyChange = (uri: vscode.Uri): void => {
      if ([...this.#known.values()].some((source) => source.uri === uri.toString())) this.#changed.fire(uri);
    };
    this.#listening = vscode.Disposable.from(
      this.#changed,
      composites.onDidChange((uri) => {
        this.#changed.fire(uri);
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
    const located = this.#prompts.locate(name);
    return (
      (await this.#read(name, located)) ??
      (await this.#read(name, resolvePath(vscode.Uri.parse(document), name)))
    );
  }

  compositeText(name: string, document: string): Promise<string | null> {
    return this.#composites.text(name, vscode.Uri.parse(document));
  }

  async #read(name: string, uri: vscode.Uri): Promise<PromptSource | null> {
    const text = await readText(uri);
    if (text === null) return null;
    const known = this.#known.get(name);
    if (known?.text === text && known.uri === uri.toString()) return known;
    const source = { name, uri: uri.toString(), text };
    this.#known.set(name, source);
    return source;
  }
}
