import { t } from '@vscode/l10n';
import { wholeNumber } from '../core/displayLocale.ts';
import { tokenCount } from '../core/tokenCount.ts';
import type { RewardProfile } from '../core/rewards/model.ts';
import type { GroundingShown } from '../protocol/grounding.ts';
import type { InspectorDocument, InspectorImage, InspectorState } from '../protocol/inspector.ts';
import { fact, heading, list, paragraph, textOr, type Block, type Inline } from './blocks.ts';
import { reportIds, type PlaceOfClaim, type ReportIds } from './reportIds.ts';
import { sampleBlocks, type SampleContext } from './sampleReport.ts';

/** A page image of the export: its file, or why there is none. */
export type ExportedImage =
  | { readonly image: number; readonly file: string }
  | { readonly image: number; readonly missing: string };

/** What is exported. */
export interface ExportOptions {
  readonly state: ExportedState;
  /** Name of the prompt in the record. */
  readonly prompt: string | null;
  /** The composite reward that scores them; null if a built-in one does, or if it cannot be used. */
  readonly composite: RewardProfile | null;
  /** Which samples, from 0. */
  readonly samples: readonly number[];
  /** What the pages say of the claims of each of `samples`. */
  readonly groundings: readonly GroundingShown[];
  /** Their files are named after the report. */
  readonly images: readonly ExportedImage[];
}

/** What an export reads of the inspector's state. */
export type ExportedState = Omit<SampleContext, 'scoredBy'> &
  Pick<
    InspectorState,
    | 'samples'
    | 'documents'
    | 'images'
    | 'askedAt'
    | 'model'
    | 'server'
    | 'sampling'
    | 'promptTokens'
    | 'cachedTokens'
    | 'imageTokens'
    | 'dialectConfidence'
    | 'failure'
    | 'notices'
  >;

/**
 * A trajectory as a report: the question, its recipient, the page images, and each sample with its reward.
 * @param idsOf the ids of a sample's parts, by its index
 */
export function trajectoryReport(
  options: ExportOptions,
  placeOf: PlaceOfClaim = () => null,
  idsOf: (sample: number) => ReportIds = reportIds,
): readonly Block[] {
  const { state } = options;
  return [
    heading(1, textOr(state.question, t('Trajectory without a question'))),
    ...list(facts(options)),
    ...notices(state),
    ...(state.images.length === 0 ? [] : [heading(2, t('Page images'), 'images'), ...images(options)]),
    ...options.samples.flatMap((index, position) =>
      oneSample(index, position, options, { placeOf, ids: idsOf(index) }),
    ),
  ];
}

function oneSample(
  index: number,
  position: number,
  { state, composite, groundings }: ExportOptions,
  { placeOf, ids }: { readonly placeOf: PlaceOfClaim; readonly ids: ReportIds },
): readonly Block[] {
  const sample = state.samples[index];
  if (sample === undefined) return [];
  const isOnly = state.samples.length === 1;
  const title = isOnly ? t('Result') : t('Sample {0} of {1}', index + 1, state.samples.length);
  const reported = {
    sample,
    grounding: groundings[position] ?? ({ kind: 'none' } as const),
    ids,
    placeOf,
    depth: isOnly ? 2 : 3,
  };
  return [
    heading(2, title, reported.ids.section('result')),
    ...sampleBlocks(reported, { ...state, scoredBy: composite }),
  ];
}

function facts({ state, prompt, samples }: ExportOptions): (readonly Inline[])[] {
  const { documents, askedAt, model, server, sampling, promptTokens, cachedTokens, imageTokens, reference } =
    state;
  const parts = [
    ...(imageTokens === null ? [] : [t('{0} for images', wholeNumber(imageTokens))]),
    ...(cachedTokens === null || cachedTokens === 0 ? [] : [t('{0} cached', wholeNumber(cachedTokens))]),
  ];
  return [
    ...documents.map((document) => fact(t('Document'), describeDocument(document))),
    ...(model === null ? [] : [fact(t('Model'), model)]),
    ...(server === null ? [] : [fact(t('Server'), server)]),
    ...(prompt === null ? [] : [fact(t('Prompt'), prompt)]),
    fact(t('Dialect'), `${state.dialect}${describeRecognition(state)}`),
    ...(sampling === '' ? [] : [fact(t('Sampling'), sampling)]),
    ...(askedAt === null ? [] : [fact(t('Asked'), askedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC'))]),
    ...(promptTokens === null
      ? []
      : [
          fact(
            t('Prompt tokens'),
            `${wholeNumber(promptTokens)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
          ),
        ]),
    fact(t('Reference answer'), textOr(reference, t('none'))),
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

function describeDocument({ name, pages, missing }: InspectorDocument): string {
  const sent = pages === '' ? name.trim() : `${name.trim()}, ${pagesOf(pages)}`;
  return missing ? `${sent} (${t('it was not at hand')})` : sent;
}

/** How the dialect was found if nobody named it. */
function describeRecognition({ dialectConfidence }: ExportedState): string {
  if (dialectConfidence === null) return '';
  return dialectConfidence === 0
    ? ` (${t('assumed')})`
    : ` (${t('recognized from the text: {0}', dialectConfidence.toFixed(2))})`;
}

const pagesOf = (pages: string): string =>
  /^\d+$/.test(pages) ? t('page {0}', pages) : t('pages {0}', pages);

function notices({ documents, failure, notices: said }: ExportedState): readonly Block[] {
  const changed = documents.flatMap(({ name, changed: isOther }) =>
    isOther
      ? [t('{0} has changed since this question was asked; its pages and images may be different now.', name)]
      : [],
  );
  const failed = failure === null ? [] : [t('This question failed: {0}', failure.message)];
  return [...failed, ...changed, ...said].map((text) => ({ kind: 'notice', text }));
}

function images({ state, images: exported }: ExportOptions): readonly Block[] {
  return state.images.flatMap((image): Block[] => {
    const found = exported.find((one) => one.image === image.image);
    const title = t('Image {0}', image.image);
    const missing = found && 'missing' in found ? `; ${t('not drawn: {0}', found.missing)}` : '';
    return [
      ...(found && 'file' in found ? [{ kind: 'picture', title, file: found.file } as const] : []),
      paragraph(`${title}: ${imageFacts(image)}${missing}`),
    ];
  });
}

function imageFacts(image: InspectorImage): string {
  const { document, page, width, height, tokens, tokensEstimated, textHeight, readFrom } = image;
  return [
    t('page {0} of {1}', page, document),
    ...(width === null || height === null ? [] : [t('{0} × {1} px', width, height)]),
    ...(tokens === null ? [] : [tokenCount(tokens, tokensEstimated)]),
    ...(readFrom === undefined
      ? []
      : [readFrom === 'ocr' ? t('read by OCR') : t('read from the text layer')]),
    ...(textHeight === null ? [] : [t('text {0} px high', textHeight.toFixed(1))]),
  ].join(', ');
}
