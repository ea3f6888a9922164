import { readableAt } from '../../core/geometry/textHeight.ts';
import type { ImageSource, TrajectoryInfo } from '../../core/records/model.ts';
import { formatPageRanges } from '../../core/records/pageRanges.ts';
import { samplingLine } from '../../core/records/sampling.ts';
import type { InspectorImage, InspectorState } from '../../protocol/inspector.ts';
import type { InspectorSource } from './inspectorSource.ts';

/** The identity of a source, and the file from which its names are resolved. */
export type SourcePlace = Pick<InspectorSource, 'identity' | 'uri' | 'isFile' | 'subject'>;

/** The parts of a trajectory's info that a person can change in the inspector. */
export type InfoChange = Partial<Pick<TrajectoryInfo, 'reference' | 'reward' | 'dialect'>>;

/** A page image of the request, with what is known about it: sizes in pixels, null until the page was rendered. */
export type KnownImage = ImageSource &
  Pick<InspectorImage, 'width' | 'height' | 'tokens' | 'tokensEstimated' | 'textHeight' | 'readFrom'>;

/** A page image as the inspector lists it. */
export function listedImage(
  image: KnownImage,
  named: Pick<InspectorImage, 'document' | 'path' | 'isEarlier'>,
): InspectorImage {
  const { width, height, textHeight } = image;
  return {
    ...image,
    ...named,
    readableAt: width === null || height === null ? null : readableAt(textHeight, width, height),
  };
}

/** What a state says of a trajectory as its info has it. */
export function infoFacts(
  info: TrajectoryInfo,
): Pick<InspectorState, 'question' | 'model' | 'sampling' | 'numImages' | 'reference'> &
  Pick<InspectorState, 'references' | 'sentPrompt' | 'toolResults' | 'retrieval' | 'conversation'> {
  const { question, model, sampling, images, reference, toolResults, retrieval, conversation } = info;
  return {
    question,
    model,
    sampling: samplingLine(sampling),
    // No request is made without an image, so a record that names none does not say how many there were.
    numImages: info.runRecord?.numImages ?? (images.length === 0 ? null : images.length),
    reference,
    ...(info.runRecord && { references: info.runRecord.references, sentPrompt: info.runRecord.sentPrompt }),
    // Records of earlier versions have no such keys.
    toolResults: toolResults ?? null,
    retrieval: retrieval ?? null,
    ...(conversation && { conversation }),
  };
}

/** The pages of a document that were sent, as ranges. */
export function sentPages({ images }: TrajectoryInfo, position: number): string {
  return formatPageRanges(images.flatMap(({ document, page }) => (document === position ? [page] : [])));
}

/** What only some sources know: the parts of a state that have a default. */
export type RequestFacts = Pick<
  InspectorState,
  | 'server'
  | 'promptTokens'
  | 'cachedTokens'
  | 'imageTokens'
  | 'toolNames'
  | 'request'
  | 'failure'
  | 'progress'
  | 'notices'
  | 'inGroup'
  | 'pageChoice'
  | 'step'
>;

/** Nothing is known of the request. */
export const NO_REQUEST: RequestFacts = {
  server: null,
  promptTokens: null,
  cachedTokens: null,
  imageTokens: null,
  toolNames: null,
  request: null,
  failure: null,
  progress: null,
  notices: [],
};
