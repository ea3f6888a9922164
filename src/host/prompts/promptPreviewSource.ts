import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { estimateTokens } from '../../core/prompts/lint/tokens.ts';
import { DEFAULT_SAMPLING } from '../../core/records/sampling.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { PreviewedPrompt } from '../../languageWorker/calls.ts';
import type { PreviewOf, PromptPreviews } from '../../languageWorker/promptPreviews.ts';
import type {
  FromPrompt,
  PreviewImage,
  PromptPreviewState,
  TokenCount,
  ToPrompt,
} from '../../protocol/prompt.ts';
import { imageFamily, imageTokens } from '../../inference/imageTokens.ts';
import type { ServerStatus } from '../../inference/model.ts';
import type { LanguageThread } from '../shared/languageThread.ts';
import type { Servers } from '../servers/servers.ts';
import type { ActiveDocument } from '../document/documentEditor.ts';
import type { RenderedPage } from '../document/pageImages.ts';

/** What the preview of a prompt needs. */
export interface PromptPreviewDeps {
  /** The worker that renders the prompt. */
  readonly language: Pick<LanguageThread, 'worker'>;
  /** The document whose pages stand for the images: the last one that was viewed; null if there is none. */
  readonly document: () => ActiveDocument | null;
  readonly onDidChangeDocument: vscode.Event<unknown>;
  readonly renderPage: (uri: vscode.Uri, page: number, pixels: PixelBudget) => Promise<RenderedPage>;
  /** The server that counts tokens, once one is connected. */
  readonly counting: Pick<Servers, 'lastStatus' | 'inference' | 'onDidChange' | 'mayReceive' | 'agreeToSend'>;
  readonly budget: () => PixelBudget;
  /** Milliseconds without typing before the preview is updated. */
  readonly rests: number;
  readonly log: (line: string) => void;
}

const QUESTION = 'What was total revenue in 2024?';
/** The number of images if no document is open. */
const USUAL_IMAGES = 2;
/** The most pages that the papers send. */
const MOST_PAGES = 5;
/** How many counts are stored, so that only the count of changed text is requested while typing. */
const MOST_COUNTS = 200;
/** Pixels for each token of an image in the papers' models (Qwen2.5-VL). */
const PIXELS_A_TOKEN = 28 * 28;

/** The content of the preview of one prompt file: it follows the text, the open document, and the server. */
export class PromptPreviewSource implements vscode.Disposable {
  readonly key: string;
  readonly name: string;
  readonly #document: vscode.TextDocument;
  readonly #deps: PromptPreviewDeps;
  readonly #change = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#change.event;
  readonly #listening: vscode.Disposable;
  readonly #textCounts = new Map<string, number>();
  readonly #imageSizes = new Map<string, { readonly width: number; readonly height: number }>();
  #question = QUESTION;
  #images = USUAL_IMAGES;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** The prompt as it was last rendered, or why it could not be; null before the first time. */
  #shown: PreviewedPrompt | PageTraceError | null = null;
  /** How often the prompt was to be rendered. */
  #latest = 0;
  #closed = false;
  /** Whether the server could count tokens, but the person has not agreed to send prompts to it. */
  #needsConsent = false;

  private constructor(document: vscode.TextDocument, deps: PromptPreviewDeps) {
    this.#document = document;
    this.#deps = deps;
    this.key = document.uri.toString();
    this.name = path.posix.basename(document.uri.path);
    this.#listening = vscode.Disposable.from(
      this.#change,
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === this.#document && event.contentChanges.length > 0) this.#scheduleRefresh();
      }),
      vscode.workspace.onDidCloseTextDocument((closed) => {
        if (closed !== this.#document) return;
        this.#closed = true;
        this.#change.fire();
      }),
      deps.onDidChangeDocument(() => void this.#refresh()),
      deps.counting.onDidChange(() => {
        this.#textCounts.clear();
        void this.#refresh();
      }),
    );
  }

  /** The preview of a prompt, once it is rendered for the first time. */
  static async open(document: vscode.TextDocument, deps: PromptPreviewDeps): Promise<PromptPreviewSource> {
    const source = new PromptPreviewSource(document, deps);
    await source.#refresh();
    return source;
  }

  dispose(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#listening.dispose();
  }

  /** The message for the page. */
  message(): ToPrompt {
    if (this.#closed)
      return { type: 'failed', message: t('{0} is closed. Open it, then its preview.', this.name) };
    const shown = this.#shown;
    return shown === null || shown instanceof Error
      ? { type: 'failed', message: [shown?.message, shown?.hint].join(' ').trim() }
      : { type: 'state', state: this.#state(shown) };
  }

  /** Performs what the person requested in the preview. */
  async receive(message: Exclude<FromPrompt, { type: 'ready' }>): Promise<void> {
    switch (message.type) {
      case 'question':
        this.#question = message.text;
        await this.#refresh();
        break;
      case 'images':
        this.#images = message.count;
        await this.#refresh();
        break;
      case 'allowCounting': {
        const { lastStatus } = this.#deps.counting;
        // The counts follow when the servers say that something has changed.
        if (lastStatus !== null) await this.#deps.counting.agreeToSend(lastStatus);
        break;
      }
      case 'reveal': {
        const place = await (await this.#previews()).placeOf(message.at, this.#previewOf());
        if (place !== null) await this.#select(place, place);
        break;
      }
      default:
        await this.#select(message.start, message.end);
    }
  }

  /**
   * The page image for image k, as a data URL.
   * @throws PageTraceError if there is none
   */
  async image(image: number): Promise<{ src: string }> {
    const shown = this.#pages()[image - 1];
    if (!shown) throw new PageTraceError('bad-input', t('There is no page for Image {0}.', image));
    const { src, width, height } = await this.#deps.renderPage(shown.uri, shown.page, this.#budget());
    const key = sizeKey(shown.uri, shown.page, this.#budget());
    if (!this.#imageSizes.has(key)) {
      this.#imageSizes.set(key, { width, height });
      this.#change.fire();
    }
    return { src };
  }

  #budget(): PixelBudget {
    return this.#rendered?.prompt.pixels ?? this.#deps.budget();
  }

  #pages(): readonly { readonly uri: vscode.Uri; readonly page: number }[] {
    const shown = this.#deps.document();
    if (!shown) return [];
    const pages = shown.selection.length > 0 ? shown.selection : [shown.page];
    return pages.slice(0, MOST_PAGES).map((page) => ({ uri: shown.uri, page }));
  }

  /** The prompt as it was last rendered; null if it could not be. */
  get #rendered(): PreviewedPrompt | null {
    return this.#shown instanceof Error ? null : this.#shown;
  }

  #previewOf(): PreviewOf {
    const { uri, version } = this.#document;
    return {
      document: { uri: uri.toString(), version, text: this.#document.getText() },
      question: this.#question,
      numImages: this.#pages().length || this.#images,
    };
  }

  async #previews(): Promise<PromptPreviews> {
    const [{ PromptPreviews: Previews }, worker] = await Promise.all([
      import('../../languageWorker/promptPreviews.ts'),
      this.#deps.language.worker(),
    ]);
    return new Previews(worker);
  }

  #scheduleRefresh(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#refresh();
    }, this.#deps.rests);
  }

  /** Renders the prompt as it is now, unless it is to be rendered again in the meantime. */
  async #refresh(): Promise<void> {
    this.#latest += 1;
    const mine = this.#latest;
    const isLatest = (): boolean => mine === this.#latest;
    const shown = await this.#previews()
      .then((previews) => previews.preview(this.#previewOf(), isLatest))
      .catch(asPageTraceError);
    if (!isLatest()) return;
    this.#shown = shown;
    this.#change.fire();
    // Without counts, the preview shows estimates.
    void this.#countTexts().catch((error: unknown) => {
      this.#deps.log(`The tokens of a prompt could not be counted: ${String(error)}`);
    });
  }

  /**
   * Has the server count the new parts, and sends an update if a count has changed. Nothing is sent to a server that the
   * person has not agreed to, and nothing is asked: the preview offers it.
   */
  async #countTexts(): Promise<void> {
    const { counting } = this.#deps;
    const { lastStatus } = counting;
    const needsConsent = lastStatus?.kind === 'vllm' && !(await counting.mayReceive(lastStatus.baseUrl));
    if (needsConsent !== this.#needsConsent) {
      this.#needsConsent = needsConsent;
      this.#change.fire();
    }
    if (needsConsent) return;
    const texts = (this.#rendered?.preview.parts ?? []).flatMap((part) =>
      part.type === 'text' ? [part.text] : [],
    );
    let counted = false;
    for (const text of texts) {
      if (this.#textCounts.has(text)) continue;
      const tokens = await this.#countText(text);
      if (tokens === null) continue;
      const [oldest] = this.#textCounts.keys();
      if (this.#textCounts.size >= MOST_COUNTS && oldest !== undefined) this.#textCounts.delete(oldest);
      this.#textCounts.set(text, tokens);
      counted = true;
    }
    if (counted) this.#change.fire();
  }

  async #countText(text: string): Promise<number | null> {
    const { counting } = this.#deps;
    const { lastStatus } = counting;
    const model = modelOf(lastStatus);
    if (!lastStatus || model === null) return null;
    const { countText } = await import('../../inference/countText.ts');
    return countText(lastStatus, model, text, counting.inference);
  }

  #state({ prompt, preview }: PreviewedPrompt): PromptPreviewState {
    const pages = this.#pages();
    const images = Array.from({ length: pages.length || this.#images }, (_, index): PreviewImage => {
      const page = pages[index];
      return {
        image: index + 1,
        page: page ? { document: path.posix.basename(page.uri.path), page: page.page } : null,
        count: this.#imageCount(page),
      };
    });
    const parts = preview.parts.map((part) => ({
      ...part,
      count: part.type === 'text' ? this.#textCount(part.text) : (images[part.image - 1]?.count ?? null),
    }));
    const counts = parts.flatMap(({ count }) => count ?? []);
    return {
      key: this.key,
      name: this.name,
      description: prompt.description,
      dialect: prompt.dialect,
      reward: prompt.reward,
      question: this.#question,
      images,
      countChosen: pages.length === 0,
      parts,
      problems: preview.problems,
      cut: preview.cut,
      total: {
        tokens: counts.reduce((sum, { tokens }) => sum + tokens, 0),
        exact: counts.length === parts.length && counts.every(({ exact }) => exact),
      },
      couldCount: this.#needsConsent ? (this.#deps.counting.lastStatus?.address.name ?? null) : null,
      modelLength: modelLengthOf(this.#deps.counting.lastStatus) ?? prompt.modelLength,
      maxTokens: prompt.sampling.max_tokens ?? DEFAULT_SAMPLING.max_tokens,
    };
  }

  #textCount(text: string): TokenCount {
    const counted = this.#textCounts.get(text);
    return counted === undefined
      ? { tokens: estimateTokens(text), exact: false }
      : { tokens: counted, exact: true };
  }

  /** Tokens of an image: of the page as it was rendered, otherwise the most that the budget allows. */
  #imageCount(page: { readonly uri: vscode.Uri; readonly page: number } | undefined): TokenCount {
    const size = page && this.#imageSizes.get(sizeKey(page.uri, page.page, this.#budget()));
    const { lastStatus } = this.#deps.counting;
    const model = modelOf(lastStatus);
    const family = lastStatus && model !== null ? imageFamily(model, lastStatus.models) : null;
    const counted = size && family ? imageTokens(size.width, size.height, family) : null;
    if (counted !== null) return { tokens: counted, exact: true };
    const area = size ? size.width * size.height : this.#budget().maxPixels;
    return { tokens: Math.ceil(area / PIXELS_A_TOKEN), exact: false };
  }

  async #select(start: number, end: number): Promise<void> {
    const range = new vscode.Range(this.#document.positionAt(start), this.#document.positionAt(end));
    const open = vscode.window.visibleTextEditors.find((editor) => editor.document === this.#document);
    await vscode.window.showTextDocument(this.#document, {
      selection: range,
      ...(open?.viewColumn ? { viewColumn: open.viewColumn } : { viewColumn: vscode.ViewColumn.One }),
    });
  }
}

/** The model that questions go to: the one that the server's settings name, otherwise its first. */
function modelOf(status: ServerStatus | null): string | null {
  return status === null ? null : (status.address.model ?? status.models[0]?.id ?? null);
}

function modelLengthOf(status: ServerStatus | null): number | null {
  const model = modelOf(status);
  return status?.models.find(({ id }) => id === model)?.maxModelLength ?? null;
}

function sizeKey(uri: vscode.Uri, page: number, { minPixels, maxPixels }: PixelBudget): string {
  return `${uri.toString()}\n${page}\n${minPixels}\n${maxPixels}`;
}
