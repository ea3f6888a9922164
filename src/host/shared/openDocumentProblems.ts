import * as vscode from 'vscode';

/** A check of open documents. */
export interface Check {
  /** The name of its collection of diagnostics. */
  readonly name: string;
  /** Milliseconds without typing before a document is read again. */
  readonly debounce: number;
  /** Whether a document is checked. One that no longer is gets checked once more, which clears its problems. */
  readonly concerns: (document: vscode.TextDocument) => boolean;
  /** The problems of the current document. */
  readonly problems: (document: vscode.TextDocument) => Promise<readonly vscode.Diagnostic[]>;
  /** Called when a document was closed. */
  readonly forget?: (document: vscode.TextDocument) => void;
}

/** Shows the problems of open documents: when a document is opened, and again whenever typing in it pauses. */
export class OpenDocumentProblems implements vscode.Disposable {
  readonly #check: Check;
  readonly #collection: vscode.DiagnosticCollection;
  readonly #listening: vscode.Disposable;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  /** The number of the last check of each document that was checked. */
  readonly #checks = new WeakMap<vscode.TextDocument, number>();

  constructor(check: Check) {
    this.#check = check;
    this.#collection = vscode.languages.createDiagnosticCollection(check.name);
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.#soon(document, 0);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#soon(document, check.debounce);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#collection.delete(document.uri);
        check.forget?.(document);
      }),
    );
    this.readAll();
  }

  /** Reads all open documents again, because something that their problems depend on has changed. */
  readonly readAll = (): void => {
    for (const document of vscode.workspace.textDocuments) this.#soon(document, 0);
  };

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#listening.dispose();
    this.#collection.dispose();
  }

  /** Checks a document after `delay` milliseconds; another call before then starts the wait again. */
  #soon(document: vscode.TextDocument, delay: number): void {
    if (!this.#check.concerns(document) && !this.#collection.has(document.uri)) return;
    const key = document.uri.toString();
    clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      setTimeout(() => {
        this.#waiting.delete(key);
        void this.#read(document);
      }, delay),
    );
  }

  async #read(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const number = (this.#checks.get(document) ?? 0) + 1;
    this.#checks.set(document, number);
    const problems = await this.#check.problems(document);
    // Text that was typed in the meantime has scheduled its own check. A check that began later, after settings or files
    // had changed, may be done sooner than this one.
    if (document.isClosed || document.version !== version || this.#checks.get(document) !== number) return;
    this.#collection.set(document.uri, problems);
  }
}
