import * as vscode from 'vscode';
import type { PlacedComposite } from '../../language/compositeSource.ts';
import type { CompositeSource } from '../../language/model.ts';
import { resolvePath } from '../shared/resolvePath.ts';
import { readText } from '../shared/readText.ts';

/** A composite reward, and where its first problem is. */
export type ReadComposite = PlacedComposite & { readonly uri: vscode.Uri };

/** A file that was read. */
interface Known {
  readonly text: string | null;
  readonly source: ReadComposite;
}

/**
 * The composite rewards that front matters name, with their text from an editor or otherwise from their file; each text
 * is read once.
 */
export class CompositeFiles implements vscode.Disposable {
  /** By file, and by the name that was used for it. */
  readonly #known = new Map<string, Map<string, Known>>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #listening: vscode.Disposable;
  /** Fires when the text of a file that was read has changed. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const notifyChange = (uri: vscode.Uri): void => {
      if (this.#known.has(uri.toString())) this.#changed.fire(uri);
    };
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.json');
    this.#listening = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        notifyChange(document.uri);
      }),
      watcher,
      watcher.onDidCreate(notifyChange),
      watcher.onDidChange(notifyChange),
      watcher.onDidDelete(notifyChange),
      // Closing an editor discards unsaved text; opening one may restore it.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        notifyChange(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        notifyChange(uri);
      }),
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /**
   * The composite that `document` calls `name`: the same object as long as the file's text is the same. Never rejects.
   */
  async read(name: string, document: vscode.Uri): Promise<ReadComposite> {
    const uri = resolvePath(document, name);
    const names = this.#namesOf(uri);
    const text = await readText(uri);
    const known = names.get(name);
    if (known?.text === text) return known.source;
    const source = await readSource(name, text, uri);
    // Another call may have read the same text in the meantime.
    const now = names.get(name);
    if (now?.text === text) return now.source;
    names.set(name, { text, source });
    return source;
  }

  /** The text of the composite that `document` calls `name`; null if it cannot be read. Never rejects. */
  text(name: string, document: vscode.Uri): Promise<string | null> {
    const uri = resolvePath(document, name);
    this.#namesOf(uri);
    return readText(uri);
  }

  /** What was read from a file, by the names that were used for it. From then on, its changes are reported. */
  #namesOf(uri: vscode.Uri): Map<string, Known> {
    const key = uri.toString();
    const names = this.#known.get(key) ?? new Map<string, Known>();
    this.#known.set(key, names);
    return names;
  }
}

async function readSource(name: string, text: string | null, uri: vscode.Uri): Promise<ReadComposite> {
  const { readCompositeSource } = await import('../../language/compositeSource.ts');
  return { ...readCompositeSource(name, text), uri };
}

/** The composite reward that `document` calls `name`, read again. */
export async function compositeBeside(name: string, document: vscode.Uri): Promise<CompositeSource> {
  const uri = resolvePath(document, name);
  return readSource(name, await readText(uri), uri);
}
