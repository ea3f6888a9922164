import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Span } from '../../core/span.ts';
import type { CompositeSource } from '../../language/model.ts';
import { resolvePath } from '../shared/resolvePath.ts';
import { readText } from '../shared/readText.ts';

/** A composite reward, and where its first problem is. */
export type ReadComposite = CompositeSource & {
  readonly uri: vscode.Uri;
  /** The first problem in the file; null if there is none, or if there is no text. */
  readonly place: Span | null;
};

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
    const text = await readText(uri);
    const names = this.#known.get(uri.toString()) ?? new Map<string, Known>();
    this.#known.set(uri.toString(), names);
    const known = names.get(name);
    if (known?.text === text) return known.source;
    const source = text === null ? unreadableComposite(name, uri) : await parseText(name, text, uri);
    // Another call may have read the same text in the meantime.
    const now = names.get(name);
    if (now?.text === text) return now.source;
    names.set(name, { text, source });
    return source;
  }
}

const unreadableComposite = (name: string, uri: vscode.Uri): ReadComposite => ({
  profile: null,
  fault: t('The reward file {0} could not be read.', name),
  uri,
  place: null,
});

async function parseText(name: string, text: string, uri: vscode.Uri): Promise<ReadComposite> {
  const { readComposite } = await import('../../core/rewards/composite/readComposite.ts');
  // Offsets refer to the text of an editor, which has no byte order mark.
  const { profile, problems } = readComposite(text.replace(/^\uFEFF/, ''), name);
  if (profile !== null) return { profile, fault: null, uri, place: null };
  const [problem] = problems;
  return {
    profile: null,
    fault: t('The reward file {0} cannot be used: {1}', name, problem?.message ?? ''),
    uri,
    place: problem?.span ?? null,
  };
}

/** The composite reward that `document` calls `name`, read again. */
export async function compositeBeside(name: string, document: vscode.Uri): Promise<CompositeSource> {
  const uri = resolvePath(document, name);
  const text = await readText(uri);
  return text === null ? unreadableComposite(name, uri) : parseText(name, text, uri);
}
