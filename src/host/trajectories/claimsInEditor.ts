import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { claimMark, isProblem, missedPlace } from '../../core/grounding/claimMark.ts';
import { claimRepair } from '../../core/grounding/claimRepair.ts';
import { claimSentence } from '../../core/grounding/claimWords.ts';
import type { GroundedClaim, Grounding } from '../../core/grounding/model.ts';
import { plainText } from '../../core/plainText.ts';
import { escapeMarkdown, image } from '../../language/markdown.ts';
import { completeGrounding } from '../../protocol/grounding.ts';
import { TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import { toRange, vscodeDiagnostic } from '../shared/editorValues.ts';
import { setting } from '../shared/settings.ts';
import { markdownString } from '../shared/workbench.ts';
import { ClaimDefinitions, type EditedClaim, type ShowClaim } from './claimDefinitions.ts';
import { ClaimPictures, type ClaimPicturesDeps } from './claimPictures.ts';
import { claimPlace } from './claimPlace.ts';
import type { FileSource } from './fileSource.ts';

/** What the claims in editors need from the extension. */
export interface ClaimsInEditorDeps {
  /** The source of a trajectory file; the caller disposes of it. */
  readonly open: (document: vscode.TextDocument) => FileSource;
  /** The claims of a file are known, or known anew. */
  readonly grounded: (source: FileSource) => void;
  /** Shows a claim on its page, in the document view. */
  readonly show: ShowClaim;
  /** Shows the error of a page that cannot be shown. */
  readonly error: (error: unknown) => void;
  readonly pictures: ClaimPicturesDeps<vscode.Uri>;
}

/** A trajectory file that is in view. */
interface Viewed {
  readonly document: vscode.TextDocument;
  readonly source: FileSource;
}

/** What a diagnostic's code begins with. */
const CODE = 'claim-';

/**
 * What the pages say of the claims of trajectory files that are in view: claims that a person should look at are problems
 * at their places, a hover says where each stands and shows it, its definition is the page, and a fix writes what the page has.
 */
export class ClaimsInEditor implements vscode.Disposable, vscode.HoverProvider, vscode.CodeActionProvider {
  readonly #deps: ClaimsInEditorDeps;
  readonly #problems = vscode.languages.createDiagnosticCollection('pagetrace-claims');
  readonly #viewed = new Map<string, Viewed>();
  readonly #pictures: ClaimPictures<vscode.Uri>;
  readonly #listening: vscode.Disposable;

  constructor(deps: ClaimsInEditorDeps) {
    this.#deps = deps;
    this.#pictures = new ClaimPictures(deps.pictures);
    const files = { language: TRAJECTORY_LANGUAGE };
    this.#listening = vscode.Disposable.from(
      this.#problems,
      new ClaimDefinitions({
        claimsAt: (document, position) => this.#claimsIn(document, new vscode.Range(position, position)),
        show: deps.show,
        error: deps.error,
      }),
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

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | null> {
    const found = this.#claimsIn(document, new vscode.Range(position, position));
    const [first] = found;
    if (first === undefined) return null;
    const paragraphs = found.map(({ claim }) => escapeMarkdown(claimSentence(claim)));
    const picture = await this.#picture(first, token);
    if (picture !== null) paragraphs.splice(1, 0, picture);
    return new vscode.Hover(markdownString(paragraphs.join('\n\n')), first.range);
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    return this.#claimsIn(document, range).flatMap(({ source, claim, range: place }) => {
      const repair = claimRepair(claim);
      if (repair === null) return [];
      const title =
        missedPlace(claim)?.cell === undefined
          ? t('Write what the page has: {0}', repair.text)
          : t('Write what the named cell has: {0}', repair.text);
      const action = new vscode.CodeAction(plainText(title), vscode.CodeActionKind.QuickFix);
      action.edit = new vscode.WorkspaceEdit();
      action.edit.replace(document.uri, toRange(document, inFile(repair, source)), repair.text);
      action.diagnostics = (this.#problems.get(document.uri) ?? []).filter((one) => one.range.isEqual(place));
      return [action];
    });
  }

  /** What the pages say of a file that is in view; null if that is not known. */
  grounding(uri: vscode.Uri): Grounding | null {
    const source = this.#viewed.get(uri.toString())?.source;
    return source === undefined ? null : completeGrounding(source.grounding(0));
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { source } of this.#viewed.values()) source.dispose();
    this.#viewed.clear();
  }

  /** The place of a claim as an image in Markdown; null if there is none. */
  async #picture({ claim, source }: EditedClaim, token: vscode.CancellationToken): Promise<string | null> {
    const place = claimPlace(claim);
    if (place === null) return null;
    const stopped = new AbortController();
    const listening = token.onCancellationRequested(() => {
      stopped.abort();
    });
    try {
      const picture = await this.#pictures.get(source.resolve(place.document), place, stopped.signal);
      return picture && image(t('The place on page {0}.', place.page), picture);
    } catch {
      // The sentence says what is known; a document that cannot be read is shown with its own error elsewhere.
      return null;
    } finally {
      listening.dispose();
    }
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
        if (type !== 'grounding') return;
        this.#show(viewed);
        if (viewed.source.grounding(0).kind !== 'running') this.#deps.grounded(viewed.source);
      });
      viewed.source.ground(0);
    }
  }

  #show({ document, source }: Viewed): void {
    const shown = source.grounding(0);
    if (shown.kind === 'running') return;
    const isOn = shown.kind === 'grounded' && setting('claims.problems', document.uri);
    const claims = isOn ? shown.grounding.claims.filter(isProblem) : [];
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

  /** The claims that a range of a document touches. Those that were just edited or moved are looked for again first. */
  #claimsIn(document: vscode.TextDocument, range: vscode.Range): EditedClaim[] {
    const source = this.#viewed.get(document.uri.toString())?.source;
    const shown = source?.grounding(0);
    if (source === undefined || shown?.kind !== 'grounded') return [];
    return shown.grounding.claims
      .map((claim, index) => ({ source, index, claim, range: toRange(document, inFile(claim, source)) }))
      .filter(
        (one) =>
          one.range.intersection(range) !== undefined && document.getText(one.range) === one.claim.text,
      );
  }
}

/** The place of a claim, or of its repair, in its file. */
function inFile(
  { span }: Pick<GroundedClaim, 'span'>,
  { bodyStart }: FileSource,
): { start: number; end: number } {
  return { start: bodyStart + span.start, end: bodyStart + span.end };
}
