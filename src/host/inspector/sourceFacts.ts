import type { ImageSource } from '../../core/records/model.ts';
import type { InspectorImage, InspectorState } from '../../protocol/inspector.ts';

/** A page image of the request, with what is known about it: sizes in pixels, null until the page was rendered. */
export type KnownImage = ImageSource &
  Pick<InspectorImage, 'width' | 'height' | 'tokens' | 'tokensEstimated' | 'textHeight' | 'readFrom'>;

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
