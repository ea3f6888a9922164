import * as v from 'valibot';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  fromInspector,
  inspectorMethods,
  type FromInspector,
  type InspectorMethods,
  type ToInspector,
} from '../../protocol/inspector.ts';
import { SentGroundings } from '../../protocol/sentGroundings.ts';
import { sourceIdentity, sourceKey, type SourceIdentity } from '../../protocol/sourceIdentity.ts';
import { contextKeys, panelTypes } from '../shared/contributions.ts';
import { actOn, type InspectorActions } from './inspectorActions.ts';
import type { Span } from '../../core/span.ts';
import type { Inspected, InspectorSource, OpenSource } from './inspectorSource.ts';
import { panelTitle } from './panelTitle.ts';
import { webviewHtml } from '../shared/webviewHtml.ts';
import { allowOwnScripts, trajectoryIcon } from '../shared/webviewPanel.ts';
import { serveWebview } from '../shared/webviewServer.ts';
import { plainText } from '../../core/plainText.ts';
import { alternativesOf } from '../../core/records/tokenProbabilities.ts';

export interface InspectorsDeps {
  readonly extensionUri: vscode.Uri;
  readonly log: (line: string) => void;
  /** Shows the error of an action in an inspector. */
  readonly error: (error: unknown) => void;
  readonly actions: InspectorActions;
  /** Another trajectory or sample is in view, or more is known of its claims or of its conversation. */
  readonly follow: (inspected: Inspected) => void;
  /** An inspector was closed. */
  readonly closed: () => void;
  readonly countPages: (uri: vscode.Uri) => Promise<number>;
  /** The words of a page. */
  readonly readWords: (
    uri: vscode.Uri,
    page: number,
  ) => Promise<Pick<InspectorMethods['words']['value'], 'words'>>;
  /** Finds a source again after a reload of the window; null if it no longer exists. */
  readonly restore: OpenSource;
}

/** A panel and what it shows now. */
interface Shown {
  readonly panel: vscode.WebviewPanel;
  source: InspectorSource;
  /** The sample whose tab is in view. */
  sample: number;
  /** Where the selected step of that sample ends; null if none is selected. */
  stepEnd: number | null;
  /** What was last told of the conversation that is being had. */
  activity: string | null;
  /** Whether the page is ready for messages. Before that, nothing is sent; then it gets the whole state. */
  ready: boolean;
  /** What its page gets once it is ready, after the state. */
  waiting: ToInspector | null;
  following: vscode.Disposable;
  /** What its page has of the groundings of the samples. */
  readonly sent: SentGroundings;
}

/** The relevant part of the state that the page of an inspector stores. */
const keptState = v.object({
  key: sourceIdentity,
  sample: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
});

/** How a source is shown. */
export interface ShowOptions {
  readonly preserveFocus: boolean;
  /** The source that it replaces in its panel, if that is open: a question that is tried again. */
  readonly replaces?: SourceIdentity | null;
}

/**
 * The inspector panels, recreated from their sources after a reload. One panel is reused for every source that is
 * opened; a panel whose tab the person has pinned, or in which a conversation waits for them, keeps its source, and
 * another one is used.
 */
export class Inspectors implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #deps: InspectorsDeps;
  /** The panels in the order in which they were last used. */
  readonly #shown = new Set<Shown>();
  readonly #disposables: vscode.Disposable[] = [];

  constructor(deps: InspectorsDeps) {
    this.#deps = deps;
    this.#disposables.push(vscode.window.registerWebviewPanelSerializer(panelTypes.inspector, this));
  }

  /** What is in view in the active inspector, or in the only visible one, and where its selected step ends. */
  active(): (Inspected & Pick<Shown, 'stepEnd'>) | null {
    const all = [...this.#shown];
    const visible = all.filter(({ panel }) => panel.visible);
    return all.find(({ panel }) => panel.active) ?? (visible.length === 1 ? (visible[0] ?? null) : null);
  }

  /** The source with an identity, if an inspector shows it. */
  find(identity: SourceIdentity): InspectorSource | null {
    return this.#showing(identity)?.source ?? null;
  }

  /** Selects a claim in the inspector that shows it. Returns whether one does. */
  selectClaim(identity: SourceIdentity, sample: number, claim: number): boolean {
    const shown = this.#showing(identity);
    if (shown?.ready === true)
      void shown.panel.webview.postMessage({ type: 'claim', sample, claim } satisfies ToInspector);
    return shown !== undefined;
  }

  /** Marks the claims that speak of a word of a page in the inspector that shows them, instead of those before. */
  markClaims(identity: SourceIdentity, sample: number, claims: readonly number[]): void {
    const shown = this.#showing(identity);
    if (shown?.ready === true)
      void shown.panel.webview.postMessage({ type: 'mentioned', sample, claims } satisfies ToInspector);
  }

  /** Selects a span of a response in the inspector that shows it, as soon as its page is ready. */
  reveal(identity: SourceIdentity, sample: number, span: Span): void {
    const shown = this.#showing(identity);
    if (shown === undefined) return;
    const message = { type: 'reveal', sample, span } satisfies ToInspector;
    if (shown.ready) void shown.panel.webview.postMessage(message);
    else shown.waiting = message;
  }

  /** Updates in every inspector whether asking and judging are possible, because trust or the server has changed. */
  refresh(): void {
    for (const { source } of this.#shown) source.refresh();
  }

  /**
   * Shows `source`, and disposes of it in the end: in the inspector that already shows it, otherwise in that of the
   * source that it replaces, otherwise in the last used inspector that is not pinned, otherwise in a new one. An
   * inspector that would cover a text is closed, and a new one is opened beside the text.
   */
  show(source: InspectorSource, options: ShowOptions): void {
    const shown = this.#showing(source.identity);
    if (shown) {
      if (shown.source !== source) source.dispose();
      this.#reveal(shown, options);
      return;
    }
    const replaced = options.replaces ? this.#showing(options.replaces) : undefined;
    const reused =
      replaced ??
      this.#lastUsed().find(({ panel, source: held }) => held.holdsPanel !== true && !isPinned(panel));
    if (reused && (replaced || !isOverText(reused.panel))) {
      this.#replace(reused, source);
      this.#reveal(reused, options);
      return;
    }
    // VS Code would open a panel that moves to another column as a preview editor, which the next preview replaces.
    reused?.panel.dispose();
    const panel = vscode.window.createWebviewPanel(
      panelTypes.inspector,
      plainText(this.#titleOf(source)),
      { viewColumn: this.#column(), preserveFocus: options.preserveFocus },
      { enableFindWidget: true },
    );
    this.#attach(panel, source, 0);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = v.safeParse(keptState, state);
    const source = kept.success ? await this.#deps.restore(kept.output.key) : null;
    if (!source || !kept.success) {
      panel.dispose();
      return;
    }
    panel.title = plainText(this.#titleOf(source));
    this.#attach(panel, source, kept.output.sample);
  }

  dispose(): void {
    for (const { panel } of this.#shown) panel.dispose();
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  #showing(identity: SourceIdentity): Shown | undefined {
    const key = sourceKey(identity);
    return this.#lastUsed().find(({ source }) => sourceKey(source.identity) === key);
  }

  /** The inspectors, the one that was used last first. */
  #lastUsed(): readonly Shown[] {
    return [...this.#shown].reverse();
  }

  #use(shown: Shown): void {
    this.#shown.delete(shown);
    this.#shown.add(shown);
  }

  /** Brings an inspector to the front of its column. */
  #reveal(shown: Shown, { preserveFocus }: ShowOptions): void {
    this.#use(shown);
    shown.panel.reveal(undefined, preserveFocus);
  }

  /** The column of an open inspector, so that inspectors share one, unless the person is working there. */
  #column(): vscode.ViewColumn {
    const beside = this.#lastUsed().find(({ panel }) => panel.viewColumn && !isOverText(panel));
    return beside?.panel.viewColumn ?? vscode.ViewColumn.Beside;
  }

  /** The source's title, with a number if an open inspector already has that title. */
  #titleOf(source: InspectorSource): string {
    const taken = new Set([...this.#shown].map(({ panel }) => panel.title));
    const own = ownTitle(source);
    let title = own;
    for (let number = 2; taken.has(plainText(title)); number++) title = `${own} (${number})`;
    return title;
  }

  /** Replaces the source of a panel; the panel keeps its title if it fits both. */
  #replace(shown: Shown, source: InspectorSource): void {
    const earlier = shown.source;
    if (ownTitle(earlier) !== ownTitle(source)) shown.panel.title = plainText(this.#titleOf(source));
    shown.following.dispose();
    earlier.dispose();
    shown.source = source;
    shown.stepEnd = null;
    shown.waiting = null;
    shown.sample = 0;
    this.#follow(shown);
    if (!shown.ready) return;
    post(shown, { type: 'state', state: source.state() });
    this.#show(shown, 0);
  }

  #follow(shown: Shown): void {
    shown.following = shown.source.onDidSend((message) => {
      if (shown.ready) post(shown, message);
      const { activity = null } = shown.source;
      const isMoved = activity !== shown.activity;
      shown.activity = activity;
      if (isMoved || (message.type === 'grounding' && message.sample === shown.sample))
        this.#deps.follow(shown);
    });
  }

  #attach(panel: vscode.WebviewPanel, source: InspectorSource, sample: number): void {
    const { extensionUri } = this.#deps;
    const { webview } = panel;
    panel.iconPath = trajectoryIcon(extensionUri);
    allowOwnScripts(panel, extensionUri);
    const shown: Shown = {
      panel,
      source,
      sample,
      stepEnd: null,
      activity: null,
      ready: false,
      waiting: null,
      following: new vscode.Disposable(() => undefined),
      sent: new SentGroundings(),
    };
    const rpc = serveWebview<InspectorMethods>(
      webview,
      inspectorMethods,
      {
        image: ({ image }) => shown.source.image(image),
        page: (asked, signal) => shown.source.documentPage(asked, signal),
        pageCount: async ({ document }) => ({
          pages: await this.#deps.countPages(await shown.source.locate(document, 'once')),
        }),
        words: async ({ document, page }) => {
          const { words } = await this.#deps.readWords(await shown.source.locate(document), page);
          return { words };
        },
        groupParts: (asked, signal) => shown.source.groupParts?.(asked, signal) ?? null,
        tokens: ({ sample: index }) => {
          const { lengths = [], logprobs = [] } = shown.source.probabilities(index) ?? {};
          return { lengths, logprobs };
        },
        alternatives: ({ sample: index, token }) => {
          const probabilities = shown.source.probabilities(index);
          return { alternatives: probabilities === null ? [] : alternativesOf(probabilities, token) };
        },
      },
      (message) => {
        const read = v.safeParse(fromInspector, message);
        if (!read.success) {
          this.#deps.log(
            `A message from an inspector was not understood and is ignored: ${read.issues[0].message}`,
          );
          return;
        }
        if (read.output.type === 'ready') {
          const state = shown.source.state();
          shown.ready = true;
          // A new page shows the first sample until it reports another.
          post(shown, { type: 'state', state });
          this.#show(shown, 0);
          if (shown.waiting !== null) void webview.postMessage(shown.waiting);
          shown.waiting = null;
        } else this.#take(read.output, shown).catch(this.#deps.error);
      },
    );
    this.#shown.add(shown);
    this.#follow(shown);
    panel.onDidChangeViewState(() => {
      if (!panel.visible) shown.ready = false;
      if (panel.active) {
        this.#use(shown);
        this.#deps.follow(shown);
      }
      this.#updateContext();
    });
    panel.onDidDispose(() => {
      shown.following.dispose();
      rpc.dispose();
      this.#shown.delete(shown);
      shown.source.dispose();
      this.#deps.closed();
      this.#updateContext();
    });
    // VS Code names the page's frame by the panel's title, which changes with the source.
    webview.html = webviewHtml(webview, extensionUri, 'inspector', t('Trajectory'));
    this.#updateContext();
  }

  async #take(message: Exclude<FromInspector, { type: 'ready' }>, shown: Shown): Promise<void> {
    if (message.type === 'select') shown.stepEnd = message.sample === shown.sample ? message.stepEnd : null;
    if (message.type === 'shown') this.#show(shown, message.sample);
    else if (message.type === 'groundingNeeded') {
      shown.sent.forget(message.sample);
      shown.source.ground(message.sample);
    } else await actOn(message, shown.source, this.#deps.actions);
  }

  /** Another sample is in view. */
  #show(shown: Shown, sample: number): void {
    if (shown.sample !== sample) shown.stepEnd = null;
    shown.sample = sample;
    shown.source.ground(sample);
    this.#deps.follow(shown);
  }

  #updateContext(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.inspectorActive, this.active() !== null);
  }
}

/** Sends a message to the page of an inspector, which must be ready. */
function post({ panel, sent }: Pick<Shown, 'panel' | 'sent'>, message: ToInspector): void {
  void panel.webview.postMessage(sent.next(message));
}

const ownTitle = ({ subject }: InspectorSource): string => panelTitle(t('Trajectory'), subject);

/**
 * Whether the person has pinned the tab of an inspector. A tab is found by its title, because VS Code does not connect
 * panels with tabs. Open inspectors have different titles; one that VS Code has not recreated since a reload may have
 * the same title, and then both count as pinned.
 */
function isPinned({ title }: vscode.WebviewPanel): boolean {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(
      ({ isPinned: pinned, label, input }) =>
        pinned &&
        label === title &&
        input instanceof vscode.TabInputWebview &&
        input.viewType.endsWith(panelTypes.inspector),
    );
}

/** Whether the person is working in a text in the panel's column, which the panel would cover. */
function isOverText({ viewColumn }: vscode.WebviewPanel): boolean {
  const working = vscode.window.tabGroups.activeTabGroup;
  return working.viewColumn === viewColumn && working.activeTab?.input instanceof vscode.TabInputText;
}
