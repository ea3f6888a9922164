import * as vscode from 'vscode';
import type { Severity } from '../../core/span.ts';
import type { Diagnostic } from '../../language/model.ts';
import { concerns, rangeOf, type LanguageClient } from './languageClient.ts';
import { RestingDocuments } from './restingDocuments.ts';

const SEVERITIES: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

export interface DiagnosticsDeps {
  readonly language: LanguageClient;
  readonly pages: FindingPages;
  /** A prompt was changed that trajectories name. */
  readonly onDidChangePrompts: vscode.Event<unknown>;
  /** Milliseconds of rest before a document that is typed in is read again. */
  readonly debounce: number;
}

/** Shows what is wrong or noteworthy in open trajectories, at its place, while they are typed. */
export class TrajectoryDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('pagetrace');
  readonly #resting = new RestingDocuments((document) => this.#check(document));
  readonly #listening: vscode.Disposable;
  readonly #deps: DiagnosticsDeps;

  constructor(deps: DiagnosticsDeps) {
    this.#deps = deps;
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.#soon(document, 0);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#soon(document, deps.debounce);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#collection.delete(document.uri);
        void deps.language.forget(document.uri);
      }),
      deps.onDidChangePrompts(() => {
        this.#all();
      }),
    );
    this.#all();
  }

  dispose(): void {
    this.#resting.dispose();
    this.#listening.dispose();
    this.#collection.dispose();
  }

  #all(): void {
    for (const document of vscode.workspace.textDocuments) this.#soon(document, 0);
  }

  #soon(document: vscode.TextDocument, delay: number): void {
    const had = this.#collection.has(document.uri);
    if (!isWorkedOn(document) || !(concerns(document) || had)) return;
    this.#resting.soon(document, delay);
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const found = await this.#deps.language.ask<readonly Diagnostic[]>(document, [], (service, source) =>
      service.diagnostics(source),
    );
    const shown = await this.#deps.pages.linked(document, found);
    // What was typed meanwhile is looked at in its own turn.
    if (document.isClosed || document.version !== version) return;
    this.#collection.set(document.uri, shown);
  }
}

/** The page of the documentation that explains the codes of findings. */
export class FindingPages {
  readonly #page: vscode.Uri;

  constructor(extensionUri: vscode.Uri) {
    this.#page = vscode.Uri.joinPath(extensionUri, 'docs', 'findings.md');
  }

  /** Diagnostics as VS Code shows them, their codes leading to where they are explained. */
  async linked(
    document: vscode.TextDocument,
    found: readonly Diagnostic[],
  ): Promise<readonly vscode.Diagnostic[]> {
    if (found.length === 0) return [];
    const { lineOfFinding } = await import('../../language/trajectory/findingsPage.ts');
    return found.map((each) => {
      const diagnostic = vscodeDiagnostic(document, each);
      const line = lineOfFinding(each.code);
      if (line !== null)
        diagnostic.code = { value: each.code, target: this.#page.with({ fragment: `L${line}` }) };
      return diagnostic;
    });
  }
}

/** A diagnostic as VS Code shows it. */
export function vscodeDiagnostic(
  document: vscode.TextDocument,
  { span, message, severity, code }: Diagnostic,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(document, span), message, SEVERITIES[severity]);
  diagnostic.source = 'PageTrace';
  diagnostic.code = code;
  return diagnostic;
}

/** Whether somebody may edit a document; the other side of a comparison, for one, is only looked at. */
function isWorkedOn({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== false;
}
