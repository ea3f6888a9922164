import * as vscode from 'vscode';
import type { PromptFinding } from '../../core/prompts/lint/model.ts';
import { isCompositePath } from '../../core/rewards/model.ts';
import type { LintSettings, PromptLanguage } from '../../language/prompt/promptLanguage.ts';
import type { CompositeFiles } from '../services/compositeFiles.ts';
import { setting } from '../services/settings.ts';
import { vscodeDiagnostic } from './diagnostics.ts';
import { markdownOf, rangeOf, workspaceEdit } from './languageClient.ts';
import { isPromptDocument, PROMPT_SELECTOR } from './promptDocuments.ts';
import { RestingDocuments } from './restingDocuments.ts';

const OFF = 'lint.off';
export interface PromptLintDeps {
  readonly extensionUri: vscode.Uri;
  /** Milliseconds of rest before a prompt that is typed in is read again. */
  readonly debounce: number;
  /** Tokens that the model in use takes; null where none is known. */
  readonly modelLength: () => number | null;
  /** The composite rewards that prompts name. */
  readonly composites: CompositeFiles;
  /** Another model may be in use. */
  readonly onDidChangeServer: vscode.Event<unknown>;
}

/**
 * Holds open prompts against the reward that will score what they ask for, while they are typed: diagnostics, repairs
 * and hovers. Reads nothing but the text of the editor.
 */
export class PromptLint implements vscode.Disposable {
  readonly #deps: PromptLintDeps;
  readonly #collection = vscode.languages.createDiagnosticCollection('pagetrace-prompts');
  readonly #resting = new RestingDocuments((document) => this.#check(document));
  readonly #listening: vscode.Disposable;
  #language: Promise<PromptLanguage> | null = null;

  constructor(deps: PromptLintDeps) {
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
        void this.#language?.then((language) => {
          language.forget(document.uri.toString());
        });
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`pagetrace.${OFF}`)) this.#all();
      }),
      deps.composites.onDidChange(() => {
        this.#all();
      }),
      deps.onDidChangeServer(() => {
        this.#all();
      }),
      vscode.languages.registerCodeActionsProvider(
        PROMPT_SELECTOR,
        { provideCodeActions: (document, range, context) => this.#actions(document, range, context) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
      vscode.languages.registerHoverProvider(PROMPT_SELECTOR, {
        provideHover: (document, position) => this.#hover(document, position),
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
    if (!isPromptDocument(document) && !this.#collection.has(document.uri)) return;
    this.#resting.soon(document, delay);
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const language = await this.#loaded();
    const { version } = document;
    const settings = await this.#settings(document);
    // What was typed meanwhile is looked at in its own turn.
    if (document.isClosed || document.version !== version) return;
    const findings = isPromptDocument(document) ? language.lint(promptOf(document), settings).findings : [];
    this.#collection.set(
      document.uri,
      findings.map((finding) => this.#diagnostic(document, finding)),
    );
  }

  #diagnostic(document: vscode.TextDocument, finding: PromptFinding): vscode.Diagnostic {
    const diagnostic = vscodeDiagnostic(document, finding);
    diagnostic.code = { value: finding.code, target: this.#page(finding.code) };
    diagnostic.relatedInformation = finding.related.map(
      ({ span, message }) =>
        new vscode.DiagnosticRelatedInformation(
          new vscode.Location(document.uri, rangeOf(document, span)),
          message,
        ),
    );
    return diagnostic;
  }

  async #settings(document: vscode.TextDocument): Promise<LintSettings> {
    const { uri } = document;
    const off = setting(OFF, uri);
    const { readPromptFile } = await import('../../core/prompts/promptFile.ts');
    const { reward } = readPromptFile('', document.getText()).prompt;
    return {
      composite:
        reward !== null && isCompositePath(reward) ? await this.#deps.composites.read(reward, uri) : null,
      off: Array.isArray(off) ? off.filter((code) => typeof code === 'string') : [],
      modelLength: this.#deps.modelLength(),
    };
  }

  #page(code: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#deps.extensionUri, 'docs', 'lint', `${code}.md`);
  }

  async #actions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    if (!isPromptDocument(document)) return [];
    const language = await this.#loaded();
    const span = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    const settings = await this.#settings(document);
    return language.fixes(promptOf(document), settings, span).map((fix) => {
      const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
      action.edit = workspaceEdit(document, fix.edits);
      action.isPreferred = fix.preferred;
      const shown = vscodeDiagnostic(document, fix.diagnostic);
      action.diagnostics = context.diagnostics.filter(
        ({ message, range: place }) => message === shown.message && place.isEqual(shown.range),
      );
      return action;
    });
  }

  async #hover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | null> {
    if (!isPromptDocument(document)) return null;
    const language = await this.#loaded();
    const offset = document.offsetAt(position);
    const settings = await this.#settings(document);
    const hover = language.hover(promptOf(document), settings, offset, (code) => this.#page(code).toString());
    return hover && new vscode.Hover(markdownOf(hover.markdown), rangeOf(document, hover.span));
  }

  #loaded(): Promise<PromptLanguage> {
    this.#language ??= import('../../language/prompt/promptLanguage.ts').then(
      ({ PromptLanguage: Language }) => new Language(),
    );
    return this.#language;
  }
}

const promptOf = (document: vscode.TextDocument): { readonly uri: string; readonly text: string } => ({
  uri: document.uri.toString(),
  text: document.getText(),
});
