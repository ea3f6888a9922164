import { t } from '@vscode/l10n';
import { pagesPhrase } from '../../core/countPhrases.ts';
import { wholeNumber } from '../../core/displayLocale.ts';
import { PageTraceError } from '../../core/errors.ts';
import { PAPER_BUDGET } from '../../core/geometry/pixelBudget.ts';
import { oneLine } from '../../core/oneLine.ts';
import type { Sampling } from '../../core/records/sampling.ts';
import { samplingLine } from '../../core/records/sampling.ts';
import { askText, pickItem, pickItems } from '../shared/workbench.ts';
import { conversationOf, isSearched, type Draft } from './draft.ts';
import { choosePromptName, chooseSamples, chooseSampling } from './draftChoices.ts';

/** The least and the most pixels of a page image that can be chosen, as in front matter. */
const LEAST_PIXELS = 784;
const MOST_PIXELS = 100_000_000;

type Change = 'pages' | 'pixels' | 'question' | 'prompt' | 'sampling' | 'samples';

export interface ChangeOptions {
  /** Whether the server samples and receives images within a budget, as the offline reader does not. */
  readonly samples: boolean;
  /** The sampling of the prompt and the settings. */
  readonly effective: Sampling;
}

/**
 * Lets the person choose one change of a question that was asked, and make it.
 * @returns null if nothing is changed
 * @throws PageTraceError `bad-input` if all pages are left out
 */
export async function chooseChange(
  draft: Draft,
  { samples, effective }: ChangeOptions,
): Promise<Draft | null> {
  const pageTotal = draft.documents.reduce((sum, { pages }) => sum + pages.length, 0);
  const { temperature, top_p } = { ...effective, ...draft.sampling };
  const rows: readonly { label: string; description: string; change: Change }[] = [
    ...(pageTotal > 1 && !isSearched(draft)
      ? [{ label: t('Leave out pages…'), description: pagesPhrase(pageTotal), change: 'pages' as const }]
      : []),
    { label: t('Another question…'), description: oneLine(draft.question, 60), change: 'question' },
    { label: t('Another prompt…'), description: draft.promptName, change: 'prompt' },
    ...(samples
      ? [
          { label: t('Another pixel budget…'), description: budgetPhrase(draft), change: 'pixels' as const },
          {
            label: t('Other sampling…'),
            description: samplingLine({ temperature, top_p }),
            change: 'sampling' as const,
          },
        ]
      : []),
    ...(samples && conversationOf(draft) === null
      ? [
          {
            label: t('Another number of samples…'),
            description: String(draft.samples),
            change: 'samples' as const,
          },
        ]
      : []),
  ];
  const choice = await pickItem(rows, {
    title: t('What If'),
    placeHolder: t('Choose what is different this time. The question is asked again and compared.'),
  });
  if (choice === undefined) return null;
  const changed = await make(choice.change, draft, effective);
  return changed === draft ? null : changed;
}

/** The draft with one change; the same draft if the person changes nothing. */
async function make(change: Change, draft: Draft, effective: Sampling): Promise<Draft> {
  switch (change) {
    case 'pages':
      return leaveOutPages(draft);
    case 'pixels':
      return chooseBudget(draft);
    case 'question': {
      const question = await askText({
        title: t('What If: Another Question'),
        value: draft.question,
        ignoreFocusOut: true,
      });
      const text = question?.trim() ?? '';
      return text === '' || text === draft.question ? draft : { ...draft, question: text };
    }
    case 'prompt': {
      const name = await choosePromptName(draft.promptName);
      return name === null || name === draft.promptName ? draft : { ...draft, promptName: name };
    }
    case 'sampling': {
      const changed = await chooseSampling(draft, effective);
      return JSON.stringify(changed.sampling) === JSON.stringify(draft.sampling) ? draft : changed;
    }
    case 'samples': {
      const changed = await chooseSamples(draft);
      return changed.samples === draft.samples ? draft : changed;
    }
  }
}

async function leaveOutPages(draft: Draft): Promise<Draft> {
  const items = draft.documents.flatMap(({ name, pages }, document) =>
    pages.map((page, index) => ({ label: t('Page {0} of {1}', page, name), document, index })),
  );
  const chosen = await pickItems(items, {
    title: t('What If: Leave Out Pages'),
    placeHolder: t('Choose the pages that are not sent this time'),
    // The list before it may give the focus back to a view after this one is shown.
    ignoreFocusOut: true,
  });
  if (chosen === undefined || chosen.length === 0) return draft;
  if (chosen.length === items.length)
    throw new PageTraceError('bad-input', t('All pages would be left out.'), {
      hint: t('Keep at least one page to send.'),
    });
  const isLeftOut = (document: number, index: number): boolean =>
    chosen.some((item) => item.document === document && item.index === index);
  const documents = draft.documents
    .map((document, position) => ({
      ...document,
      pages: document.pages.filter((_, index) => !isLeftOut(position, index)),
    }))
    .filter(({ pages }) => pages.length > 0);
  return { ...draft, documents };
}

async function chooseBudget(draft: Draft): Promise<Draft> {
  const { minPixels, maxPixels } = draft.pixels ?? PAPER_BUDGET;
  const typed = await askText({
    title: t('What If: Another Pixel Budget'),
    ignoreFocusOut: true,
    prompt: t(
      'The most pixels of a page image, from {0} to {1}',
      wholeNumber(LEAST_PIXELS),
      wholeNumber(MOST_PIXELS),
    ),
    value: String(2 * maxPixels),
    validateInput: (value) =>
      readPixels(value) === null
        ? t('Enter a whole number from {0} to {1}.', wholeNumber(LEAST_PIXELS), wholeNumber(MOST_PIXELS))
        : null,
  });
  const most = typed === undefined ? null : readPixels(typed);
  if (most === null || most === draft.pixels?.maxPixels) return draft;
  return { ...draft, pixels: { minPixels: Math.min(minPixels, most), maxPixels: most } };
}

/** A number of pixels as a person types it, with or without separators; null if it is none that can be chosen. */
function readPixels(text: string): number | null {
  const digits = text.replace(/[\s,._']/gu, '');
  if (!/^\d{1,9}$/u.test(digits)) return null;
  const pixels = Number(digits);
  return pixels >= LEAST_PIXELS && pixels <= MOST_PIXELS ? pixels : null;
}

const budgetPhrase = ({ pixels }: Draft): string =>
  pixels === null ? '' : t('up to {0} pixels', wholeNumber(pixels.maxPixels));
