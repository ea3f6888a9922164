import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { askText } from '../shared/workbench.ts';

/** Asks a person for a password; undefined if none is entered. */
export type AskPassword = (name: string, wrong: boolean) => Thenable<string | undefined>;

const askInBox: AskPassword = (name, wrong) =>
  askText({
    title: t('Password for {0}', name),
    prompt: wrong
      ? t('That password does not open the document. Try another one.')
      : t('The document is protected. The password is kept in memory only, until the window is closed.'),
    password: true,
    ignoreFocusOut: true,
  });

/** Passwords of documents, shared by the document view and by asking. They are held in memory only. */
export class Passwords {
  readonly #ask: AskPassword;
  readonly #known = new Map<string, string>();
  readonly #asking = new Map<string, Promise<string | undefined>>();

  constructor(ask: AskPassword = askInBox) {
    this.#ask = ask;
  }

  /** The password that was entered for a document, if any. */
  get(uri: vscode.Uri): string | undefined {
    return this.#known.get(uri.toString());
  }

  /**
   * The password of a document: the known one, or the one that the person enters now. With `wrong`, the known one is
   * discarded and another is requested. Undefined if the person enters none. Concurrent calls share one input box.
   */
  async ask(uri: vscode.Uri, wrong: boolean): Promise<string | undefined> {
    const key = uri.toString();
    const asking = this.#asking.get(key);
    if (asking !== undefined) return asking;
    if (wrong) this.#known.delete(key);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = this.#typed(key, uri.path.slice(uri.path.lastIndexOf('/') + 1), wrong);
    this.#asking.set(key, asked);
    try {
      return await asked;
    } finally {
      this.#asking.delete(key);
    }
  }

  async #typed(key: string, name: string, wrong: boolean): Promise<string | undefined> {
    const typed = await this.#ask(name, wrong);
    if (typed !== undefined) this.#known.set(key, typed);
    return typed;
  }
}
