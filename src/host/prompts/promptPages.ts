import * as vscode from 'vscode';
import type { ActiveDocument, DocumentEditors } from '../document/documentEditor.ts';

/** The document whose pages stand for the images of a prompt: the last one that was viewed and is still shown. */
export class PromptPages implements vscode.Disposable {
  readonly #editors: Pick<DocumentEditors, 'active' | 'find'>;
  readonly #change = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#change.event;
  readonly #listening: vscode.Disposable;
  #last: vscode.Uri | null;

  constructor(editors: Pick<DocumentEditors, 'active' | 'find' | 'onDidChange'>) {
    this.#editors = editors;
    this.#last = editors.active()?.uri ?? null;
    this.#listening = editors.onDidChange((active) => {
      this.#last = active?.uri ?? this.#last;
      this.#change.fire();
    });
  }

  /** What is shown of that document; null if none is open. */
  current(): ActiveDocument | null {
    const shown = this.#last && this.#editors.find(this.#last);
    return shown && shown.pageCount > 0 ? shown : null;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#change.dispose();
  }
}
