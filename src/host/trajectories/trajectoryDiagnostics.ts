import * as vscode from 'vscode';
import type { Diagnostic } from '../../language/model.ts';
import { concerns, type LanguageClient } from './languageClient.ts';
import { uncheckedDiagnostic, vscodeDiagnostic } from '../shared/editorValues.ts';
import { OpenDocumentProblems } from '../shared/openDocumentProblems.ts';

export interface DiagnosticsDeps {
  readonly language: LanguageClient;
  readonly pages: FindingPages;
  /** Fires when a prompt that trajectories name has changed. */
  readonly onDidChangePrompts: vscode.Event<unknown>;
  /** Milliseconds without typing before a document is read again. */
  readonly debounce: number;
}

/** Shows what is wrong or noteworthy in open trajectories, at its place, while they are edited. */
export function trajectoryDiagnostics(deps: DiagnosticsDeps): vscode.Disposable {
  const shown = new OpenDocumentProblems({
    name: 'pagetrace',
    debounce: deps.debounce,
    concerns: (document) => isWorkedOn(document) && concerns(document),
    problems: async (document) => {
      try {
        const found = await deps.language.askOrThrow<readonly Diagnostic[]>(document, [], (service, source) =>
          service.diagnostics(source),
        );
        return await deps.pages.linked(document, found);
      } catch (error) {
        return [uncheckedDiagnostic(error)];
      }
    },
    forget: ({ uri }) => {
      void deps.language.forget(uri);
    },
  });
  return vscode.Disposable.from(shown, deps.onDidChangePrompts(shown.readAll));
}

/** The page of the documentation that explains the codes of findings. */
export class FindingPages {
  readonly #page: vscode.Uri;

  constructor(extensionUri: vscode.Uri) {
    this.#page = vscode.Uri.joinPath(extensionUri, 'docs', 'findings.md');
  }

  /** Diagnostics for VS Code, with links from their codes to their explanations. */
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

/** Whether a document can be edited; for example, one side of a comparison cannot. */
function isWorkedOn({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== false;
}
