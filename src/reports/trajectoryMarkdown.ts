import { t } from '@vscode/l10n';
import { wholeNumber } from '../core/displayLocale.ts';
import { tokenCount } from '../core/tokenCount.ts';
import type { RewardProfile } from '../core/rewards/model.ts';
import type { InspectorImage, InspectorSample, InspectorState } from '../protocol/inspector.ts';
import { bullets, sampleParts } from './sampleMarkdown.ts';
import { escapeMarkdown, fact, linkTarget } from '../language/markdown.ts';

/** A page image of the export: its file, or why there is none. */
export type ExportedImage =
  { readonly image: number; readonly file: string } | { readonly image: number; readonly missing: string };

/** What is exported in addition to what the inspector shows. */
export interface ExportOptions {
  readonly state: InspectorState;
  /** Name of the prompt in the record. */
  readonly prompt: string | null;
  /** The composite reward that scores them; null if a built-in one does, or if it cannot be used. */
  readonly composite: RewardProfile | null;
  /** Which samples, from 0. */
  readonly samples: readonly number[];
  /** Their files are named after the Markdown file. */
  readonly images: readonly ExportedImage[];
}

/**
 * A trajectory as a Markdown document: the question, its recipient, the page images, and each sample with its reward.
 */
export function trajectoryMarkdown(options: ExportOptions): string {
  const { state, samples, composite } = options;
  const chosen = samples.flatMap((index) => {
    const sample = state.samples[index];
    return sample ? [{ index, sample }] : [];
  });
  return [
    `# ${escapeMarkdown(state.question ?? '') || t('Trajectory without a question')}`,
    bullets(facts(options)),
    ...notices(state),
    ...(state.images.length === 0 ? [] : [`## ${t('Page images')}`, ...images(options)]),
    ...chosen.flatMap(({ index, sample }) => oneSample(sample, index, { state, composite })),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function oneSample(
  sample: InspectorSample,
  index: number,
  { state, composite }: Pick<ExportOptions, 'state' | 'composite'>,
): string[] {
  const parts = (heading: string): string[] =>
    sampleParts(sample, { ...state, scoredBy: composite }, heading);
  if (state.samples.length === 1) return [`## ${t('Result')}`, ...parts('##')];
  return [`## ${t('Sample {0} of {1}', index + 1, state.samples.length)}`, ...parts('###')];
}

function facts({ state, prompt, samples }: ExportOptions): string[] {
  const { documents, askedAt, model, server, sampling, promptTokens, cachedTokens, imageTokens, reference } =
    state;
  const parts = [
    ...(imageTokens === null ? [] : [t('{0} for images', wholeNumber(imageTokens))]),
    ...(cachedTokens === null || cachedTokens === 0 ? [] : [t('{0} cached', wholeNumber(cachedTokens))]),
  ];
  return [
    ...documents.map(({ name, pages }) =>
      fact(
        t('Document'),
        `${escapeMarkdown(name)}${pages === '' ? '' : `, ${pagesOf(escapeMarkdown(pages))}`}`,
      ),
    ),
    ...(model === null ? [] : [fact(t('Model'), escapeMarkdown(model))]),
    ...(server === null ? [] : [fact(t('Server'), escapeMarkdown(server))]),
    ...(prompt === null ? [] : [fact(t('Prompt'), escapeMarkdown(prompt))]),
    fact(t('Dialect'), `${state.dialect}${describeRecognition(state)}`),
    ...(sampling === '' ? [] : [fact(t('Sampling'), escapeMarkdown(sampling))]),
    ...(askedAt === null
      ? []
      : [fact(t('Asked'), escapeMarkdown(askedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')))]),
    ...(promptTokens === null
      ? []
      : [
          fact(
            t('Prompt tokens'),
            `${wholeNumber(promptTokens)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
          ),
        ]),
    fact(t('Reference answer'), escapeMarkdown(reference ?? '') || t('none')),
    ...(state.samples.length === 1
      ? []
      : [
          fact(
            t('Samples'),
            samples.length === state.samples.length
              ? t('all {0}', state.samples.length)
              : t('{0} of {1}', samples.map((index) => index + 1).join(', '), state.samples.length),
          ),
        ]),
  ];
}

/** How the dialect was found if nobody named it. */
function describeRecognition({ dialectConfidence }: InspectorState): string {
  if (dialectConfidence === null) return '';
  return dialectConfidence === 0
    ? ` (${t('assumed')})`
    : ` (${t('recognized from the text: {0}', dialectConfidence.toFixed(2))})`;
}

const pagesOf = (pages: string): string =>
  /^\d+$/.test(pages) ? t('page {0}', pages) : t('pages {0}', pages);

function notices({ documents, failure, notices: said }: InspectorState): string[] {
  const changed = documents.flatMap(({ name, changed: isOther }) =>
    isOther
      ? [t('{0} has changed since this question was asked; its pages and images may be different now.', name)]
      : [],
  );
  const failed = failure === null ? [] : [t('This question failed: {0}', failure.message)];
  return [...failed, ...changed, ...said].map((sentence) => `> ${escapeMarkdown(sentence)}`);
}

function images({ state, images: exported }: ExportOptions): string[] {
  return state.images.map((image) => {
    const found = exported.find((one) => one.image === image.image);
    const title = t('Image {0}', image.image);
    const shown = found && 'file' in found ? `![${title}](${linkTarget(found.file)})\n\n` : '';
    const missing =
      found && 'missing' in found ? `; ${t('not drawn: {0}', escapeMarkdown(found.missing))}` : '';
    return `${shown}${title}: ${imageFacts(image)}${missing}`;
  });
}

function imageFacts(image: InspectorImage): string {
  const { document, page, width, height, tokens, tokensEstimated, textHeight, readFrom } = image;
  return [
    t('page {0} of {1}', page, escapeMarkdown(document)),
    ...(width === null || height === null ? [] : [t('{0} × {1} px', width, height)]),
    ...(tokens === null ? [] : [tokenCount(tokens, tokensEstimated)]),
    ...(readFrom === undefined
      ? []
      : [readFrom === 'ocr' ? t('read by OCR') : t('read from the text layer')]),
    textHeight === null ? t('text height unknown') : t('text {0} px high', textHeight.toFixed(1)),
  ].join(', ');
}
