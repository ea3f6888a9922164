import { t } from '@vscode/l10n';
import path from 'node:path';
import * as vscode from 'vscode';
import type { GroundedClaim } from '../../core/grounding/model.ts';
import { oneLine } from '../../core/oneLine.ts';
import { editorTypes, TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import { claimPlace, type ClaimPlace } from './claimPlace.ts';
import type { FileSource } from './fileSource.ts';

/** A claim in the editor of a trajectory file. */
export interface EditedClaim {
  readonly source: FileSource;
  /** Its index in the grounding. */
  readonly index: number;
  readonly claim: GroundedClaim;
  readonly range: vscode.Range;
}

/** Shows a claim, by its index in the grounding, on the page of its place in the document view. */
export type ShowClaim = (source: FileSource, claim: number, place: ClaimPlace) => Promise<void>;

export interface ClaimDefinitionsDeps {
  /** The claims at a position of a trajectory file, in text order. */
  readonly claimsAt: (document: vscode.TextDocument, position: vscode.Position) => readonly EditedClaim[];
  readonly show: ShowClaim;
  /** Shows the error of a page that cannot be shown. */
  readonly error: (error: unknown) => void;
}

/** The most claims whose places can still be opened; an editor asks for one before it opens it. */
const MOST_CLAIMS = 50;

/** The longest text of a place, in UTF-16 units. */
const LONGEST = 500;

const SCHEME = 'pagetrace-claim';

/**
 * Leads from a claim in a trajectory file to its page in the document view. VS Code follows a definition by opening a
 * resource: one that is only read to show a preview, and whose editor gives way to the document view. The document
 * itself would be read as a text for each preview, and opened a second time beside an open view.
 */
export class ClaimDefinitions
  implements
    vscode.Disposable,
    vscode.DefinitionProvider,
    vscode.TextDocumentContentProvider,
    vscode.CustomReadonlyEditorProvider
{
  readonly #deps: ClaimDefinitionsDeps;
  /** By the URIs of their places. */
  readonly #claims = new Map<string, EditedClaim>();
  readonly #registered: vscode.Disposable;

  constructor(deps: ClaimDefinitionsDeps) {
    this.#deps = deps;
    this.#registered = vscode.Disposable.from(
      vscode.languages.registerDefinitionProvider({ language: TRAJECTORY_LANGUAGE }, this),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.window.registerCustomEditorProvider(editorTypes.claimPlace, this),
    );
  }

  provideDefinition(document: vscode.TextDocument, position: vscode.Position): vscode.LocationLink[] {
    for (const found of this.#deps.claimsAt(document, position)) {
      const place = claimPlace(found.claim);
      if (place === null) continue;
      const name = path.posix.basename(found.source.resolve(place.document).path);
      const uri = vscode.Uri.from({
        scheme: SCHEME,
        path: `/${name}.claim-place`,
        query: `${found.index}:${document.uri.toString()}`,
      });
      this.#keep(uri, found);
      const targetRange = new vscode.Range(0, 0, 0, this.provideTextDocumentContent(uri).length);
      return [{ originSelectionRange: found.range, targetUri: uri, targetRange }];
    }
    return [];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const claim = this.#claims.get(uri.toString())?.claim;
    const place = claim === undefined ? null : claimPlace(claim);
    if (claim === undefined || place === null) return '';
    const words = oneLine(claim.words, LONGEST);
    return words === '' ? t('Page {0}', place.page) : t('Page {0}: {1}', place.page, words);
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    // The editor is closed after the document view is open: its text would be in view again for a moment.
    void this.#show(uri)
      .catch(this.#deps.error)
      .finally(() => {
        panel.dispose();
      });
  }

  dispose(): void {
    this.#registered.dispose();
  }

  async #show(uri: vscode.Uri): Promise<void> {
    const found = this.#claims.get(uri.toString());
    const place = found === undefined ? null : claimPlace(found.claim);
    if (found !== undefined && place !== null) await this.#deps.show(found.source, found.index, place);
  }

  #keep(uri: vscode.Uri, claim: EditedClaim): void {
    const key = uri.toString();
    this.#claims.delete(key);
    this.#claims.set(key, claim);
    const [oldest] = this.#claims.keys();
    if (this.#claims.size > MOST_CLAIMS && oldest !== undefined) this.#claims.delete(oldest);
  }
}
