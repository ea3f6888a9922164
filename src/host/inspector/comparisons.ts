import { t } from '@vscode/l10n';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { fromComparison, MOST_SIDES, type ToComparison } from '../../protocol/comparison.ts';
import { sourceIdentity, sourceKey, type SourceIdentity } from '../../protocol/sourceIdentity.ts';
import { questionsPhrase } from '../../core/countPhrases.ts';
import { panelTypes } from '../shared/contributions.ts';
import type { ReadResponses } from '../shared/languageThread.ts';
import { webviewHtml } from '../shared/webviewHtml.ts';
import { allowOwnScripts, trajectoryIcon } from '../shared/webviewPanel.ts';
import { besideColumn } from './besideColumn.ts';
import { beforeAndAfter, ComparedSides, type ComparedPair, type ComparedSide } from './comparedSides.ts';
import type { ComparedSources } from './comparedSources.ts';
import { ComparisonPage, type Compared } from './comparisonPage.ts';
import type { InspectorActions } from './inspectorActions.ts';
import type { InspectorSource, OpenSource } from './inspectorSource.ts';
import { panelTitle } from './panelTitle.ts';
import { plainText } from '../../core/plainText.ts';

export interface ComparisonsDeps {
  readonly extensionUri: vscode.Uri;
  readonly log: (line: string) => void;
  /** Shows the error of an action in a comparison. */
  readonly error: (error: unknown) => void;
  readonly actions: InspectorActions;
  readonly readResponses: ReadResponses;
  /** Opens a separate source again; null if it no longer exists. */
  readonly restore: OpenSource;
  /** Shows a trajectory in its own inspector. */
  readonly inspect: (identity: SourceIdentity) => unknown;
}

/** A question that was asked twice, or a text before and after an edit. */
export type BeforeAndAfter = Readonly<Record<'before' | 'after', InspectorSource>>;

/** The relevant part of the state that the page of a comparison stores. */
const keptState = v.object({
  isTable: v.boolean(),
  notes: v.array(v.string()),
  /** Earlier versions stored none: then the sides are those of the first pair. */
  sides: v.optional(
    v.pipe(
      v.array(
        v.object({
          key: sourceIdentity,
          title: v.string(),
          sample: v.pipe(v.number(), v.integer(), v.minValue(0)),
          isSample: v.boolean(),
        }),
      ),
      v.maxLength(MOST_SIDES),
    ),
  ),
  pairs: v.array(
    v.object({ before: sourceIdentity, after: v.nullable(sourceIdentity), missing: v.nullable(v.string()) }),
  ),
});

/** The panels that show trajectories side by side, recreated from their sources after a reload. */
export class Comparisons implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #deps: ComparisonsDeps;
  readonly #panels = new Map<vscode.WebviewPanel, Compared>();
  readonly #serializer: vscode.Disposable;

  constructor(deps: ComparisonsDeps) {
    this.#deps = deps;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(panelTypes.comparison, this);
  }

  /** What the active comparison shows; null if none is active. */
  active(): Compared | null {
    return [...this.#panels].find(([panel]) => panel.active)?.[1] ?? null;
  }

  /** Shows two trajectories next to the active editor, and disposes of both sources in the end. */
  show({ before, after }: BeforeAndAfter): void {
    this.showSides(beforeAndAfter(before, after));
  }

  /** Shows trajectories next to the active editor, and disposes of their sources in the end. */
  showSides(sides: readonly ComparedSide[]): void {
    this.#show(new ComparedSides(sides));
  }

  /** Shows several questions next to the active editor, and disposes of their sources in the end. */
  showAll(compared: ComparedSources): void {
    this.#show(compared);
  }

  #show(compared: Compared): void {
    const panel = vscode.window.createWebviewPanel(
      panelTypes.comparison,
      plainText(titleOf(compared)),
      { viewColumn: besideColumn(), preserveFocus: true },
      { enableFindWidget: true },
    );
    this.#attach(panel, compared);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = v.safeParse(keptState, state);
    const compared = kept.success ? await this.#restore(kept.output) : null;
    if (compared === null) {
      panel.dispose();
      return;
    }
    panel.title = plainText(titleOf(compared));
    this.#attach(panel, compared);
  }

  dispose(): void {
    for (const panel of this.#panels.keys()) panel.dispose();
    this.#serializer.dispose();
  }

  /** The kept trajectories that still exist; null if there is nothing left to compare. */
  async #restore({ isTable, ...kept }: v.InferOutput<typeof keptState>): Promise<Compared | null> {
    return isTable ? this.#restoreTable(kept) : this.#restoreSides(kept);
  }

  async #restoreSides({
    sides = [],
    pairs: [pair],
  }: Pick<v.InferOutput<typeof keptState>, 'sides' | 'pairs'>): Promise<Compared | null> {
    if (sides.length === 0 && pair !== undefined) {
      const [before, after] = [
        await this.#deps.restore(pair.before),
        pair.after && (await this.#deps.restore(pair.after)),
      ];
      if (before && after) return new ComparedSides(beforeAndAfter(before, after));
      before?.dispose();
      after?.dispose();
      return null;
    }
    const sources = new Map<string, InspectorSource | null>();
    const restored: ComparedSide[] = [];
    for (const { key: identity, ...side } of sides) {
      const key = sourceKey(identity);
      const source = sources.has(key) ? sources.get(key) : await this.#deps.restore(identity);
      sources.set(key, source ?? null);
      if (source) restored.push({ ...side, source });
    }
    const compared = new ComparedSides(restored);
    if (restored.length > 1) return compared;
    compared.dispose();
    return null;
  }

  async #restoreTable({
    pairs,
    notes,
  }: Pick<v.InferOutput<typeof keptState>, 'pairs' | 'notes'>): Promise<Compared | null> {
    const { ComparedSources } = await import('./comparedSources.ts');
    const restored: ComparedPair[] = [];
    for (const pair of pairs) {
      const before = await this.#deps.restore(pair.before);
      if (before === null) continue;
      const after = pair.after && (await this.#deps.restore(pair.after));
      restored.push({
        before,
        after,
        missing:
          after !== null
            ? null
            : pair.after === null
              ? (pair.missing ?? t('Not asked again.'))
              : t('The new trajectory is no longer kept.'),
      });
    }
    return restored.length === 0 ? null : new ComparedSources(restored, { notes });
  }

  #attach(panel: vscode.WebviewPanel, compared: Compared): void {
    const { extensionUri, log, error, actions, readResponses, inspect } = this.#deps;
    const { webview } = panel;
    panel.iconPath = trajectoryIcon(extensionUri);
    allowOwnScripts(panel, extensionUri);
    const page = new ComparisonPage(compared, {
      send: (message: ToComparison) => void webview.postMessage(message),
      actions,
      readResponses,
      inspect,
      error,
    });
    const listening = webview.onDidReceiveMessage((message) => {
      const read = v.safeParse(fromComparison, message);
      if (read.success) page.receive(read.output).catch(error);
      else log(`A message from a comparison was not understood and is ignored: ${read.issues[0].message}`);
    });
    this.#panels.set(panel, compared);
    panel.onDidChangeViewState(() => {
      if (!panel.visible) page.pause();
    });
    panel.onDidDispose(() => {
      listening.dispose();
      page.dispose();
      this.#panels.delete(panel);
      compared.dispose();
    });
    webview.html = webviewHtml(webview, extensionUri, 'comparison', panel.title);
  }
}

function titleOf({ pairs, isTable }: Compared): string {
  return panelTitle(
    t('Comparison'),
    isTable ? questionsPhrase(pairs.length) : (pairs[0]?.after?.subject ?? null),
  );
}
