import * as vscode from 'vscode';
import { rangeOf } from './languageClient.ts';
import { RestingDocuments } from './restingDocuments.ts';

/** How the files of composite rewards end; the module that reads them is loaded when one is open. */
const ENDING = '.reward.json';

/**
 * Shows in open files of composite rewards what their JSON Schema cannot say, at its place, while they are typed: a
 * pattern that the engine cannot read, a key that is taken, fields that contradict each other.
 */
export class CompositeDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('pagetrace-reward');
  readonly #resting = new RestingDocuments((document) => this.#check(document));
  readonly #listening: vscode.Disposable;

  /** @param debounce milliseconds of rest before a file that is typed in is read again */
  constructor(debounce: number) {
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.#soon(document, 0);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#soon(document, debounce);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#collection.delete(uri);
      }),
    );
    for (const document of vscode.workspace.textDocuments) this.#soon(document, 0);
  }

  dispose(): void {
    this.#resting.dispose();
    this.#listening.dispose();
    this.#collection.dispose();
  }

  #soon(document: vscode.TextDocument, delay: number): void {
    if (!document.uri.path.endsWith(ENDING)) return;
    this.#resting.soon(document, delay);
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const { readComposite, SAID_BY_SCHEMA } = await import('../../core/rewards/composite/readComposite.ts');
    if (document.isClosed) return;
    const { problems } = readComposite(document.getText(), document.uri.path);
    // What the schema says is shown by the JSON language itself.
    const own = problems.filter(({ code }) => !SAID_BY_SCHEMA.has(code));
    this.#collection.set(
      document.uri,
      own.map(({ span, message, code }) => {
        const diagnostic = new vscode.Diagnostic(
          rangeOf(document, span),
          message,
          vscode.DiagnosticSeverity.Error,
        );
        diagnostic.source = 'PageTrace';
        diagnostic.code = code;
        return diagnostic;
      }),
    );
  }
}
