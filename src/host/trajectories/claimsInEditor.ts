import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { claimMark, claimSentence } from '../../core/grounding/claimWords.ts';
import type { ClaimMark, GroundedClaim } from '../../core/grounding/model.ts';
import { plainText } from '../../core/plainText.ts';
import { escapeMarkdown } from '../../language/markdown.ts';
import { TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import { toRange, vscodeDiagnostic } from '../shared/editorValues.ts';
import { setting } from '../shared/settings.ts';
import { markdownString } from '../shared/workbench.ts';
import type { FileSource } from './fileSource.ts';

/** What the claims in editors need from the extension. */
export interface ClaimsInEditorDeps {
  /** The source of a trajectory file; the caller disposes of it. */
  readonly open: (document: vscode.TextDocument) => FileSource;
}

/** A trajectory file that is in view. */
interface Viewed {
  readonly document: vscode.TextDocument;
  readonly source: FileSource;
}

/** The marks that are problems in an editor: the page has something else, or nothing, or a computation is wrong. */
const SHOWN: ReadonlySet<ClaimMark> = new Set<ClaimMark>(['near', 'not-found', 'computed-wrong']);

/** What a diagnostic's code begins with. */
const CODE = 'claim-';

/**
 * What the pages say of the claims of trajectory files that are in view: claims that no page has are problems at their
 * places, a hover says where the others stand, and a fix writes what the page has.
 */
export class ClaimsInEditor implements vscode.Disposable, vscode.HoverProvider, vscode.CodeActionProvider {
  readonly #deps: ClaimsInEditorDeps;
  readonly #problems = vscode.languages.createDiagnosticCollection('pagetrace-claims');
  readonly #viewed = new Map<string, Viewed>();
  readonly #listening: vscode.Disposable;

  constructor(deps: ClaimsInEditorDeps) {
    this.#deps = deps;
    const files = { language: TRAJECTORY_LANGUAGE };
    this.#listening = vscode.Disposable.from(
      this.#problems,
      vscode.languages.registerHoverProvider(files, this),
      vscode.languages.registerCodeActionsProvider(files, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.#follow();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('pagetrace.claims')) return;
        for (const viewed of this.#viewed.values()) this.#show(viewed);
      }),
    );
    this.#follow();
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | null {
    const found = this.#claimsIn(document, new vscode.Range(position, position));
    const [first] = found;
    if (first === undefined) return null;
    const said = found.map(({ claim }) => escapeMarkdown(claimSentence(claim))).join('\n\n');
    return new vscode.Hover(markdownString(said), first.range);
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    return this.#claimsIn(document, range).flatMap(({ claim, range: place }) => {
      const { difference } = claim;
      const at = difference === null ? -1 : claim.text.indexOf(difference.said);
      if (difference === null || at === -1) return [];
      const start = document.offsetAt(place.start) + at;
      const action = new vscode.CodeAction(
        plainText(t('Write what the page has: {0}', difference.pageHas)),
        vscode.CodeActionKind.QuickFix,
      );
      action.edit = new vscode.WorkspaceEdit();
      const said = toRange(document, { start, end: start + difference.said.length });
      action.edit.replace(document.uri, said, difference.pageHas);
      action.diagnostics = (this.#problems.get(document.uri) ?? []).filter((one) => one.range.isEqual(place));
      return [action];
    });
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { source } of this.#viewed.values()) source.dispose();
    this.#viewed.clear();
  }

  /** Follows the files in view, and forgets the others. */
  #follow(): void {
    const visible = new Map(
      vscode.window.visibleTextEditors
        .filter(({ document }) => document.languageId === TRAJECTORY_LANGUAGE)
        .map(({ document }) => [document.uri.toString(), document]),
    );
    for (const [key, { document, source }] of this.#viewed) {
      if (visible.get(key) === document) continue;
      source.dispose();
      this.#viewed.delete(key);
      this.#problems.delete(document.uri);
    }
    for (const [key, document] of visible) {
      if (this.#viewed.has(key)) continue;
      const viewed: Viewed = { document, source: this.#deps.open(document) };
      this.#viewed.set(key, viewed);
      viewed.source.onDidSend(({ type }) => {
        if (type === 'grounding') this.#show(viewed);
      });
      viewed.source.ground(0);
    }
  }

  #show({ document, source }: Viewed): void {
    const shown = source.grounding(0);
    if (shown.kind === 'running') return;
    const isOn = shown.kind === 'grounded' && setting('claims.problems', document.uri);
    const claims = isOn ? shown.grounding.claims.filter((claim) => SHOWN.has(claimMark(claim))) : [];
    this.#problems.set(
      document.uri,
      claims.map((claim) =>
        vscodeDiagnostic(document, {
          code: `${CODE}${claimMark(claim)}`,
          severity: 'information',
          message: claimSentence(claim),
          span: inFile(claim, source),
        }),
      ),
    );
  }

  /** The claims that a range of a document touches, with their ranges. */
  #claimsIn(
    document: vscode.TextDocument,
    range: vscode.Range,
  ): { readonly claim: GroundedClaim; readonly range: vscode.Range }[] {
    const viewed = this.#viewed.get(document.uri.toString());
    const shown = viewed?.source.grounding(0);
    if (viewed === undefined || shown?.kind !== 'grounded') return [];
    return shown.grounding.claims
      .map((claim) => ({ claim, range: toRange(document, inFile(claim, viewed.source)) }))
      .filter((one) => one.range.intersection(range) !== undefined);
  }
}

/** The place of a claim in its file. */
function inFile({ span }: GroundedClaim, { bodyStart }: FileSource): { start: number; end: number } {
  return { start: bodyStart + span.start, end: bodyStart + span.end };
}
