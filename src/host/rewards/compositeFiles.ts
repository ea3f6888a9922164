import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type { CompositeText, PlacedComposite } from '../../language/compositeSource.ts';
import type { NamedComposite } from '../../languageWorker/calls.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';
import { resolvePath } from '../shared/resolvePath.ts';
import type { Asks, FilePermissions } from '../shared/filePermissions.ts';

/** A composite reward, where its first problem is, and the text that it was read from. */
export type ReadComposite = PlacedComposite & { readonly uri: vscode.Uri; readonly given: NamedComposite };

/** A composite reward that can be used, and the text that it was read from. */
export interface UsableComposite {
  readonly profile: RewardProfile;
  readonly given: NamedComposite;
}

/** A file that was read. */
interface Known extends CompositeText {
  readonly source: ReadComposite;
}

/**
 * The composite rewards that front matters name, with their text from an editor or otherwise from their file; each text
 * is read once.
 */
export class CompositeFiles implements vscode.Disposable {
  /** By file, and by the name that was used for it. */
  readonly #known = new Map<string, Map<string, Known>>();
  readonly #files: Pick<FilePermissions, 'readText'>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #listening: vscode.Disposable;
  /** Fires when the text of a file that was read has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(files: Pick<FilePermissions, 'readText' | 'onDidChange'>) {
    this.#files = files;
    const notifyChange = (uri: vscode.Uri): void => {
      if (this.#known.has(uri.toString())) this.#changed.fire(uri);
    };
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.json');
    this.#listening = vscode.Disposable.from(
      this.#changed,
      files.onDidChange(() => {
        for (const uri of this.#known.keys()) this.#changed.fire(vscode.Uri.parse(uri));
      }),
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
  async read(name: string, document: vscode.Uri, asks: Asks = 'never'): Promise<ReadComposite> {
    const uri = resolvePath(document, name);
    const names = this.#namesOf(uri);
    const read = await this.#textOf(uri, document, asks);
    const isKnown = (known: Known | undefined): known is Known =>
      known?.text === read.text && known.fault === read.fault;
    const known = names.get(name);
    if (isKnown(known)) return known.source;
    const { readCompositeSource } = await import('../../language/compositeSource.ts');
    const source: ReadComposite = { ...readCompositeSource(name, read), uri, given: { ...read, name } };
    // Another call may have read the same text in the meantime.
    const now = names.get(name);
    if (isKnown(now)) return now.source;
    names.set(name, { ...read, source });
    return source;
  }

  /** The text of the composite that `document` calls `name`. Never rejects. */
  text(name: string, document: vscode.Uri, asks: Asks = 'never'): Promise<CompositeText> {
    const uri = resolvePath(document, name);
    this.#namesOf(uri);
    return this.#textOf(uri, document, asks);
  }

  async #textOf(uri: vscode.Uri, document: vscode.Uri, asks: Asks): Promise<CompositeText> {
    try {
      return { text: await this.#files.readText(uri, document, asks), fault: null };
    } catch (raised) {
      const error = asPageTraceError(raised);
      return { text: null, fault: error.reason === 'file-not-found' ? null : sentenceWithHint(error) };
    }
  }

  /** What was read from a file, by the names that were used for it. From then on, its changes are reported. */
  #namesOf(uri: vscode.Uri): Map<string, Known> {
    const key = uri.toString();
    const names = this.#known.get(key) ?? new Map<string, Known>();
    this.#known.set(key, names);
    return names;
  }
}
