import { t } from '@vscode/l10n';
import { charactersPhrase, samplesPhrase } from '../core/countPhrases.ts';
import { wholeNumber } from '../core/displayLocale.ts';
import { oneLine } from '../core/oneLine.ts';
import { formatPageRanges } from '../core/records/pageRanges.ts';
import type { AskedQuestionRecord, ParentFile } from './model.ts';

/** After how much text a branch continues a response; null if it is asked from the beginning. */
export function continuedPhrase({ parent }: Pick<AskedQuestionRecord, 'parent'>): string | null {
  const end = parent?.end ?? null;
  return end === null ? null : t('continued after {0}', charactersPhrase(end));
}

/** What a branch comes from: a question, or a response in a file. */
interface Branched {
  readonly info: ParentFile['info'];
  readonly samples: readonly unknown[];
}

/**
 * In what a branch differs from the response in a file that it comes from, in a few words each. What the file does not
 * say does not differ.
 */
export function fileBranchChanges(branch: AskedQuestionRecord, { info }: ParentFile): readonly string[] {
  const now = branch.info;
  const known: ParentFile['info'] = {
    question: info.question ?? now.question,
    prompt: info.prompt ?? now.prompt,
    pixels: info.pixels ?? now.pixels,
    model: info.model ?? now.model,
    sampling: { ...now.sampling, ...info.sampling },
    documents: info.images.length === 0 ? now.documents : info.documents,
    images: info.images.length === 0 ? now.images : info.images,
  };
  return branchChanges(branch, { info: known, samples: [null] });
}

/** In what a branch differs from the question that it comes from, in a few words each: `without page 3`. */
export function branchChanges(branch: AskedQuestionRecord, parent: Branched): readonly string[] {
  const [now, before] = [branch.info, parent.info];
  const changes = [
    continuedPhrase(branch),
    now.question === before.question ? null : t('question “{0}”', oneLine(now.question ?? '', 60)),
    pageChange(now, before),
    now.prompt === before.prompt ? null : t('prompt {0}', now.prompt ?? t('none')),
    now.pixels?.maxPixels === before.pixels?.maxPixels || now.pixels === null
      ? null
      : t('up to {0} pixels', wholeNumber(now.pixels.maxPixels)),
    now.model === before.model ? null : (now.model ?? t('another model')),
    ...samplingChanges(now, before),
    branch.samples.length === parent.samples.length ? null : samplesPhrase(branch.samples.length),
  ].filter((change) => change !== null);
  return changes.length === 0 ? [t('asked again')] : changes;
}

/** How the pages of a question differ from those of an earlier one; null if they are the same. */
function pageChange(now: Branched['info'], before: Branched['info']): string | null {
  const [pages, earlier] = [pagesOf(now), pagesOf(before)];
  if (pages.join() === earlier.join()) return null;
  const left = earlier.filter((page) => !pages.includes(page));
  const isOne = now.documents.length === 1 && before.documents.length === 1;
  if (isOne && pages.length + left.length === earlier.length) {
    const ranges = formatPageRanges(left.map((page) => Number(page.split(' ')[1])));
    return left.length === 1 ? t('without page {0}', ranges) : t('without pages {0}', ranges);
  }
  return pages.length < earlier.length ? t('fewer pages') : t('other pages');
}

const pagesOf = ({ images }: Branched['info']): readonly string[] =>
  images.map(({ document, page }) => `${document} ${page}`);

function samplingChanges(
  { sampling: now }: Branched['info'],
  { sampling: before }: Branched['info'],
): string[] {
  const keys = ['temperature', 'top_p', 'repetition_penalty', 'max_tokens', 'seed'] as const;
  return keys
    .filter((key) => now[key] !== undefined && (now[key] ?? null) !== (before[key] ?? null))
    .map((key) => `${key} ${now[key] ?? t('none')}`);
}
