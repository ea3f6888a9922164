import { READ_FROM_NAMES } from '../core/records/readFrom.ts';
import { tokenCount } from '../core/tokenCount.ts';
import type { RewardProfile } from '../core/rewards/model.ts';
import type { InspectorImage, InspectorSample, InspectorState } from '../protocol/inspector.ts';
import { bullets, groupDigits, sampleParts } from './sampleMarkdown.ts';
import { inline, target } from './markdownText.ts';

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
    `# ${inline(state.question ?? '') || 'Trajectory without a question'}`,
    bullets(facts(options)),
    ...notices(state),
    ...(state.images.length === 0 ? [] : ['## Page images', ...images(options)]),
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
  if (state.samples.length === 1) return ['## Result', ...parts('##')];
  return [`## Sample ${index + 1} of ${state.samples.length}`, ...parts('###')];
}

function facts({ state, prompt, samples }: ExportOptions): string[] {
  const { documents, askedAt, model, server, sampling, promptTokens, cachedTokens, imageTokens, reference } =
    state;
  const parts = [
    ...(imageTokens === null ? [] : [`${groupDigits(imageTokens)} of images`]),
    ...(cachedTokens === null || cachedTokens === 0 ? [] : [`${groupDigits(cachedTokens)} cached`]),
  ];
  return [
    ...documents.map(
      ({ name, pages }) => `**Document:** ${inline(name)}${pages === '' ? '' : `, ${pagesOf(pages)}`}`,
    ),
    ...(model === null ? [] : [`**Model:** ${inline(model)}`]),
    ...(server === null ? [] : [`**Server:** ${inline(server)}`]),
    ...(prompt === null ? [] : [`**Prompt:** ${inline(prompt)}`]),
    `**Dialect:** ${state.dialect}${describeRecognition(state)}`,
    ...(sampling === '' ? [] : [`**Sampling:** ${inline(sampling)}`]),
    ...(askedAt === null ? [] : [`**Asked:** ${askedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}`]),
    ...(promptTokens === null
      ? []
      : [
          `**Prompt tokens:** ${groupDigits(promptTokens)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
        ]),
    `**Reference answer:** ${inline(reference ?? '') || 'none'}`,
    ...(state.samples.length === 1
      ? []
      : [
          `**Samples:** ${
            samples.length === state.samples.length
              ? `all ${state.samples.length}`
              : `${samples.map((index) => index + 1).join(', ')} of ${state.samples.length}`
          }`,
        ]),
  ];
}

/** How the dialect was found if nobody named it. */
function describeRecognition({ dialectConfidence }: InspectorState): string {
  if (dialectConfidence === null) return '';
  return dialectConfidence === 0
    ? ', assumed'
    : `, recognized from the text (${dialectConfidence.toFixed(2)})`;
}

const pagesOf = (pages: string): string => (/^\d+$/.test(pages) ? `page ${pages}` : `pages ${pages}`);

function notices({ documents, failure, notices: said }: InspectorState): string[] {
  const changed = documents.flatMap(({ name, changed: isOther }) =>
    isOther ? [`${name} has changed since this was asked: pages and images may be others now.`] : [],
  );
  const failed = failure === null ? [] : [`This question failed: ${failure.message}`];
  return [...failed, ...changed, ...said].map((sentence) => `> ${inline(sentence)}`);
}

function images({ state, images: exported }: ExportOptions): string[] {
  return state.images.map((image) => {
    const found = exported.find((one) => one.image === image.image);
    const title = `Image ${image.image}`;
    const shown = found && 'file' in found ? `![${title}](${target(found.file)})\n\n` : '';
    const missing = found && 'missing' in found ? `; not drawn: ${inline(found.missing)}` : '';
    return `${shown}${title}: ${imageFacts(image)}${missing}`;
  });
}

function imageFacts(image: InspectorImage): string {
  const { document, page, width, height, tokens, tokensEstimated, textHeight, readFrom } = image;
  return [
    `page ${page} of ${inline(document)}`,
    ...(width === null || height === null ? [] : [`${width} × ${height} px`]),
    ...(tokens === null ? [] : [tokenCount(tokens, tokensEstimated)]),
    ...(readFrom === undefined ? [] : [`read from: ${READ_FROM_NAMES[readFrom]}`]),
    textHeight === null ? 'text height unknown' : `text ${textHeight.toFixed(1)} px high`,
  ].join(', ');
}
