import { t } from '@vscode/l10n';
import { pagesPhrase } from '../../core/countPhrases.ts';
import { imagePageRaster, pdfPageRaster } from '../../core/geometry/imageSize.ts';
import type { Size } from '../../core/geometry/size.ts';
import { medianTextHeight, textHeightInImage } from '../../core/geometry/textHeight.ts';
import { OFFLINE_BUDGET } from '../../offline/model.ts';
import type { RenderPrompt } from '../../core/prompts/model.ts';
import type { DocumentCache } from '../document/documentCache.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Servers } from '../servers/servers.ts';
import { pixelsFor, samplingFor } from '../shared/settings.ts';
import {
  askable,
  describeDraft,
  describeImages,
  describeNarrowed,
  describeTokens,
  isNarrowed,
  isSearched,
  type Draft,
  type DraftImage,
  type DraftTokens,
} from './draft.ts';
import { describeTurns } from './draftConversation.ts';
import type { DraftFacts } from './questionInput.ts';

export interface DraftFactsDeps {
  readonly servers: Servers;
  readonly prompts: Prompts;
  readonly openDocuments: DocumentCache;
  readonly renderPrompt: RenderPrompt;
}

/** The most pages whose text is read for its height: the others look like them, and reading takes time. */
const MOST_HEIGHTS = 20;

/**
 * Calls `show` with the facts about a draft: at once with what is known without looking at the pages, then with tokens
 * and text heights, and again when the server in use changes. A server that is not connected yet is asked once for its
 * models. Returns a function that stops this.
 */
export function watchDraft(
  composed: Draft,
  deps: DraftFactsDeps,
  show: (facts: DraftFacts) => void,
): () => void {
  const { servers } = deps;
  const stopped = new AbortController();
  const { signal } = stopped;
  let latest = 0;
  const update = async (): Promise<void> => {
    latest += 1;
    const mine = latest;
    const hasModel = servers.current() !== null;
    const draft = askable(composed, hasModel);
    const title = describeDraft(draft, serverAndModel(servers));
    const facts: DraftFacts = {
      title,
      turns: describeTurns(composed, hasModel),
      narrowed: isSearched(draft) ? [] : narrowedOf(draft),
      tokens: describeTokens(pageTotal(draft), null),
      images: t('Counting tokens…'),
    };
    const isCurrent = (): boolean => mine === latest && !signal.aborted;
    if (isSearched(draft)) {
      const pages = draft.documents.reduce((sum, { pageCount }) => sum + pageCount, 0);
      show({
        ...facts,
        tokens: t('No page is sent with the question'),
        images: t('The model searches {0}.', pagesPhrase(pages)),
      });
      return;
    }
    show(facts);
    const counted = await countDraft(draft, deps);
    if (isCurrent()) show({ ...facts, ...counted });
    const images = await imagesWithText(draft, deps, isCurrent);
    const imageLimit = servers.lastStatus?.imageLimit ?? null;
    if (isCurrent())
      show({ ...facts, ...counted, images: describeImages(images, pageTotal(draft), imageLimit) });
  };
  // What cannot be counted is left out; the error is reported when the question is asked.
  const tryUpdate = (): void => {
    void update().catch(() => undefined);
  };
  const following = servers.onDidChange(tryUpdate);
  tryUpdate();
  if (servers.current() !== null && servers.lastStatus === null && servers.trouble === null)
    void servers.ready(signal).catch(() => undefined);
  return () => {
    stopped.abort();
    following.dispose();
  };
}

function serverAndModel(servers: Servers): string {
  const model = modelInUse(servers);
  return servers.current() && model ? `${servers.name}, ${model}` : servers.name;
}

function modelInUse(servers: Servers): string | null {
  return servers.current()?.model ?? servers.lastStatus?.models[0]?.id ?? null;
}

function narrowedOf({ documents }: Draft): DraftFacts['narrowed'] {
  return documents.flatMap((document, index) =>
    isNarrowed(document)
      ? [
          {
            document: index,
            sentence: describeNarrowed(document, documents.length === 1),
            pageCount: document.pageCount,
          },
        ]
      : [],
  );
}

function pageTotal({ documents }: Draft): number {
  return documents.reduce((sum, { pages }) => sum + pages.length, 0);
}

async function budgetOf(draft: Draft, { servers, prompts }: DraftFactsDeps) {
  return servers.current() === null
    ? OFFLINE_BUDGET
    : (draft.pixels ?? pixelsFor(await prompts.read(draft.promptName)));
}

/** Tokens and room, from the sizes of the pages: nothing is rendered. */
async function countDraft(draft: Draft, deps: DraftFactsDeps): Promise<Pick<DraftFacts, 'tokens'>> {
  const { servers, prompts, openDocuments, renderPrompt } = deps;
  if (servers.current() === null) return { tokens: describeTokens(pageTotal(draft), null) };
  const prompt = await prompts.read(draft.promptName);
  const budget = await budgetOf(draft, deps);
  const sizes: Size[] = [];
  for (const { uri, pages } of draft.documents) {
    await openDocuments.with(uri, async (document) => {
      const raster = document.kind === 'pdf' ? pdfPageRaster : imagePageRaster;
      for (const page of pages) sizes.push(raster(await document.pageInfo(page), { budget }).image);
    });
  }
  const { estimateRequest } = await import('../../inference/forecast.ts');
  const estimate = estimateRequest(
    servers.lastStatus ?? { models: [] },
    modelInUse(servers) ?? '',
    sizes,
    await renderPrompt(prompt, draft.question, sizes.length),
  );
  const tokens: DraftTokens = {
    images: estimate.guessed.reduce((sum, each) => sum + each, 0),
    areImagesExact: estimate.isFamilyKnown,
    total: estimate.total,
    modelLength: estimate.maxModelLength,
    maxTokens: { ...samplingFor(prompt), ...draft.sampling }.max_tokens,
  };
  return { tokens: describeTokens(sizes.length, tokens) };
}

/** The first pages with the height of their text. */
async function imagesWithText(
  draft: Draft,
  deps: DraftFactsDeps,
  isCurrent: () => boolean,
): Promise<readonly DraftImage[]> {
  const budget = await budgetOf(draft, deps);
  const images: DraftImage[] = [];
  for (const { uri, pages } of draft.documents) {
    await deps.openDocuments.with(uri, async (document) => {
      const raster = document.kind === 'pdf' ? pdfPageRaster : imagePageRaster;
      for (const page of pages) {
        if (images.length >= MOST_HEIGHTS || !isCurrent()) return;
        const info = await document.pageInfo(page);
        const { image } = raster(info, { budget });
        const height = medianTextHeight((await document.text(page)).words);
        images.push({
          width: image.width,
          height: image.height,
          textHeight: height === null ? null : textHeightInImage(height, info, image),
        });
      }
    });
  }
  return images;
}
