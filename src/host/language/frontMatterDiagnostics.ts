import * as vscode from 'vscode';
import type { Severity } from '../../core/span.ts';
import { TRAJECTORY_LANGUAGE } from '../contributions.ts';

const SEVERITIES: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** Shows what is wrong or unknown in the front matter of open trajectory files, at its place, while it is typed. */
export class FrontMatterDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('pagetrace');
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #listening: vscode.Disposable;
  readonly #debounce: number;

  /** @param debounce milliseconds of rest before a file that is typed in is read again. */
  constructor(debounce: number) {
    this.#debounce = debounce;
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.#soon(document, 0);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#soon(document, this.#debounce);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#collection.delete(document.uri);
      }),
    );
    for (const document of vscode.workspace.textDocuments) this.#soon(document, 0);
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#listening.dispose();
    this.#collection.dispose();
  }

  #soon(document: vscode.TextDocument, delay: number): void {
    if (document.languageId !== TRAJECTORY_LANGUAGE) return;
    const key = document.uri.toString();
    clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      setTimeout(() => {
        this.#waiting.delete(key);
        void this.#check(document);
      }, delay),
    );
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const { parseTrajectoryFile } = await import('../../core/records/trajectoryFile.ts');
    if (document.isClosed) return;
    const { problems } = parseTrajectoryFile(document.getText());
    this.#collection.set(
      document.uri,
      problems.map((problem) => {
        const range = new vscode.Range(
          document.positionAt(problem.span.start),
          document.positionAt(problem.span.end),
        );
        const diagnostic = new vscode.Diagnostic(range, problem.message, SEVERITIES[problem.severity]);
        diagnostic.source = 'PageTrace';
        diagnostic.code = problem.code;
        return diagnostic;
      }),
    );
  }
}
