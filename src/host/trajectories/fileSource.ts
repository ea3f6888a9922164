import path from 'node:path';
import * as vscode from 'vscode';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { readableAt } from '../../core/geometry/textHeight.ts';
import { PAPER_BUDGET, type PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import { formatPageRanges } from '../../core/records/pageRanges.ts';
import { sampleOf } from '../../core/records/sample.ts';
import {
  parseTrajectoryFile,
  responseIn,
  updateTrajectoryFile,
  type TrajectoryFile,
} from '../../core/records/trajectoryFile.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type {
  InspectorImage,
  InspectorState,
  SampleFacts,
  ToInspector,
  UserRewardShown,
} from '../../protocol/inspector.ts';
import { edited, editsOf } from './responseEdits.ts';
import type { InspectorSource } from '../inspector/inspectorSource.ts';
import { responseDialect, type ResponseDialect } from '../inspector/responseDialect.ts';
import { describeSampling, titleOf } from '../inspector/trajectoryWords.ts';
import type { RenderedPage } from '../document/pageImages.ts';
import { resolveReference } from '../shared/resolvePath.ts';
import { ShownReward, type CompositeScoring } from '../rewards/shownReward.ts';

export interface FileSourceDeps {
  readonly renderPage: (uri: vscode.Uri, page: number, pixels: PixelBudget) => Promise<RenderedPage>;
  readonly hashNow: (uri: vscode.Uri) => Promise<string | null>;
  readonly canAsk: () => boolean;
  readonly canJudge: () => boolean;
  /** Whether a Python reward is set and may run here. */
  readonly canScoreWithPython: () => boolean;
  readonly composites: CompositeScoring;
  readonly log: (line: string) => void;
}

/** The inspector's window on a trajectory file: it follows every keystroke and selection. */
export class FileSource implements InspectorSource {
  readonly key: string;
  readonly title: string;
  readonly sampleCount = 1;
  readonly askedAt = null;
  readonly #deps: FileSourceDeps;
  readonly #send = new vscode.EventEmitter<ToInspector>();
  readonly onDidSend = this.#send.event;
  readonly #listening: vscode.Disposable;
  readonly #reward: ShownReward;
  readonly #rendered = new Map<number, RenderedPage>();
  #document: vscode.TextDocument;
  #file: TrajectoryFile;
  #dialect: ResponseDialect;
  /** What the person's reward function says of the text as it is. */
  #userReward: UserRewardShown | null = null;
  #changed = new Set<number>();
  /** What was last selected from the inspector: its event must not come back to it. */
  #selected: vscode.Selection | null = null;

  constructor(document: vscode.TextDocument, deps: FileSourceDeps) {
    this.#document = document;
    this.#deps = deps;
    this.#file = parseTrajectoryFile(document.getText());
    this.#dialect = dialectOf(this.#file);
    this.key = `file:${document.uri.toString()}`;
    this.title = titleOf(this.#file.info.question ?? path.posix.basename(document.uri.path));
    this.#reward = new ShownReward({
      ...deps.composites,
      document: document.uri,
      dialect: () => this.#dialect.dialect,
      samples: () => [{ ...this.sample(), running: false }],
      send: (message) => {
        this.#send.fire(message);
      },
      refresh: () => {
        this.#sendUpdate();
      },
    });
    this.#listening = vscode.Disposable.from(
      this.#reward,
      this.onDidSend((message) => {
        this.#reward.follow(message);
      }),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === this.#document && event.contentChanges.length > 0)
          this.#follow(event.contentChanges);
      }),
      vscode.workspace.onDidOpenTextDocument((opened) => {
        // A file whose editor was closed is another object when it is opened again.
        if (opened !== this.#document && opened.uri.toString() === document.uri.toString()) {
          this.#document = opened;
          this.#readAgain();
        }
      }),
      vscode.window.onDidChangeTextEditorSelection((event) => {
        if (event.textEditor.document === this.#document) this.#reveal(event.selections[0]);
      }),
    );
    void this.#compareHashes();
  }

  get uri(): vscode.Uri {
    return this.#document.uri;
  }

  state(): InspectorState {
    const { samples, ...rest } = this.#describe();
    return {
      ...rest,
      samples: samples.map((sample) => ({
        ...sample,
        text: this.#file.response,
        score: this.#reward.score(0),
      })),
    };
  }

  async receive(message: Parameters<InspectorSource['receive']>[0]): Promise<void> {
    switch (message.type) {
      case 'verdict':
        await this.setVerdict(message.sample, message.verdict);
        break;
      case 'reference':
        await this.#writeInfo({ reference: message.text === '' ? null : message.text });
        break;
      case 'profile':
        await this.#writeInfo({ reward: message.profile });
        break;
      case 'dialect':
        await this.#writeInfo({ dialect: message.dialect });
        break;
      case 'inputs':
        this.#reward.setTrainer(message.trainer);
        break;
      case 'openReward':
        await this.#reward.open();
        break;
      case 'select':
        this.#select(message.span);
        break;
    }
  }

  setUserReward(_sample: number, shown: UserRewardShown): void {
    this.#userReward = shown;
    this.#sendUpdate();
  }

  setVerdict(_sample: number, verdict: 'right' | 'wrong' | 'unknown'): Promise<void> {
    return this.#writeInfo({ verdict });
  }

  async image(image: number): Promise<{ readonly src: string }> {
    const place = this.page(image);
    if (!place) {
      throw new PageTraceError('bad-input', `The front matter does not say which page image ${image} is.`, {
        hint: 'Add it under images: with image, document and page.',
      });
    }
    const rendered = await this.#deps.renderPage(
      place.uri,
      place.page,
      this.#file.info.pixels ?? PAPER_BUDGET,
    );
    const news = !this.#rendered.has(image);
    this.#rendered.set(image, rendered);
    if (news) this.#sendUpdate();
    return { src: rendered.src };
  }

  page(image: number): { readonly uri: vscode.Uri; readonly page: number } | null {
    const { info } = this.#file;
    const source = info.images.find((candidate) => candidate.image === image);
    const document = source && info.documents[source.document];
    return document ? { uri: this.resolve(document.path), page: source.page } : null;
  }

  sample(): RecordedResponse {
    return { info: this.#file.info, response: this.#file.response };
  }

  composite(): Promise<RewardProfile | null> {
    return this.#reward.composite(this.#file.info);
  }

  curl(): null {
    return null;
  }

  resolve(reference: string): vscode.Uri {
    return resolveReference(this.#document.uri, reference);
  }

  refresh(): void {
    this.#sendUpdate();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#send.dispose();
  }

  #follow(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const wasScored = this.#userReward !== null;
    this.#userReward = null;
    const file = this.#file;
    const text = this.#document.getText();
    // Edits inside the response leave the front matter as it was: then it is not read again.
    const inResponse = file.bodyStart > 0 || !/^\uFEFF?---/.test(text);
    const edits = inResponse ? editsOf(changes, file) : null;
    const response = responseIn(text, file.bodyStart);
    // The line break that ends the file is no part of the response: an edit of it is none of the response's.
    if (edits !== null && edited(file.response, edits) === response) {
      this.#file = { ...file, response };
      for (const edit of edits) this.#send.fire({ type: 'replace', sample: 0, ...edit });
      const before = this.#dialect;
      this.#dialect = dialectOf(this.#file);
      if (
        wasScored ||
        this.#dialect.dialect !== before.dialect ||
        this.#dialect.dialectConfidence !== before.dialectConfidence
      )
        this.#sendUpdate();
      return;
    }
    this.#readAgain();
  }

  #readAgain(): void {
    this.#file = parseTrajectoryFile(this.#document.getText());
    this.#dialect = dialectOf(this.#file);
    this.#send.fire({ type: 'state', state: this.state() });
    void this.#compareHashes();
  }

  #reveal(selection: vscode.Selection | undefined): void {
    if (!selection) return;
    const own = this.#selected?.isEqual(selection) ?? false;
    this.#selected = null;
    if (own) return;
    const start = this.#document.offsetAt(selection.start) - this.#file.bodyStart;
    const end = this.#document.offsetAt(selection.end) - this.#file.bodyStart;
    if (start >= 0) this.#send.fire({ type: 'reveal', sample: 0, span: { start, end } });
  }

  #select(span: { readonly start: number; readonly end: number }): void {
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document === this.#document);
    if (!editor) return;
    const range = new vscode.Range(
      this.#document.positionAt(this.#file.bodyStart + span.start),
      this.#document.positionAt(this.#file.bodyStart + span.end),
    );
    const selection = new vscode.Selection(range.start, range.end);
    // One that stands already has no event that could be mistaken for the person's.
    if (!editor.selection.isEqual(selection)) {
      this.#selected = selection;
      editor.selection = selection;
    }
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async #writeInfo(info: Partial<TrajectoryInfo>): Promise<void> {
    const text = this.#document.getText();
    const updated = updateTrajectoryFile(text, info);
    if (updated === text) {
      // What is set already needs no writing.
      if (!this.#file.problems.some(({ code }) => code === 'front-matter-broken')) return;
      throw new PageTraceError('front-matter-broken', 'The front matter of this file cannot be changed.', {
        hint: 'Correct its YAML first: the Problems panel shows where it breaks.',
      });
    }
    const bodyStart = this.#file.bodyStart;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      this.#document.uri,
      new vscode.Range(this.#document.positionAt(0), this.#document.positionAt(bodyStart)),
      updated.slice(0, updated.length - (text.length - bodyStart)),
    );
    await vscode.workspace.applyEdit(edit);
  }

  #sendUpdate(): void {
    const { samples, ...state } = this.#describe();
    this.#send.fire({ type: 'update', state, samples });
  }

  #describe(): Omit<InspectorState, 'samples'> & { samples: readonly SampleFacts[] } {
    const { info, problems } = this.#file;
    return {
      key: this.key,
      source: 'file',
      question: info.question,
      documents: info.documents.map((document, index) => ({
        name: path.posix.basename(document.path),
        pages: formatPageRanges(
          info.images.filter((image) => image.document === index).map(({ page }) => page),
        ),
        changed: this.#changed.has(index),
      })),
      images: info.images.map((image): InspectorImage => {
        const rendered = this.#rendered.get(image.image);
        return {
          image: image.image,
          document: path.posix.basename(info.documents[image.document]?.path ?? ''),
          page: image.page,
          width: rendered?.width ?? null,
          height: rendered?.height ?? null,
          tokens: null,
          tokensEstimated: false,
          textHeight: rendered?.textHeight ?? null,
          readableAt: rendered ? readableAt(rendered.textHeight, rendered.width, rendered.height) : null,
        };
      }),
      model: info.model,
      server: null,
      sampling: describeSampling(info.sampling),
      promptTokens: null,
      cachedTokens: null,
      imageTokens: null,
      ...this.#dialect,
      ...this.#reward.shown(info, this.#dialect.dialect),
      numImages: sampleOf(this.#file).numImages,
      toolNames: null,
      reference: info.reference,
      toolResults: info.toolResults,
      request: null,
      progress: '',
      failure: null,
      notices: problems.map((problem) => problem.message),
      canAsk: this.#deps.canAsk(),
      canJudge: this.#deps.canAsk() && this.#deps.canJudge(),
      canScoreWithPython: this.#deps.canScoreWithPython(),
      samples: [
        {
          state: 'done',
          finishReason: null,
          tokens: info.responseLength,
          tokensEstimated: false,
          firstTokenAfter: null,
          tokensPerSecond: null,
          verdict: info.verdict,
          verdictBy: info.verdict === 'unknown' ? null : 'person',
          userReward: this.#userReward,
          reasoning: 'content',
        },
      ],
    };
  }

  async #compareHashes(): Promise<void> {
    const changed = new Set<number>();
    for (const [index, document] of this.#file.info.documents.entries()) {
      if (document.sha256 === null) continue;
      try {
        const now = await this.#deps.hashNow(this.resolve(document.path));
        if (now !== null && now !== document.sha256) changed.add(index);
      } catch (error) {
        this.#deps.log(`${document.path}: ${asPageTraceError(error).message}`);
      }
    }
    const same =
      changed.size === this.#changed.size && [...changed].every((index) => this.#changed.has(index));
    this.#changed = changed;
    if (!same) this.#sendUpdate();
  }
}

const dialectOf = ({ info, response }: TrajectoryFile): ResponseDialect =>
  responseDialect(info.dialect, response);
