import type { TurnImage } from '../../../src/core/records/conversation.ts';
import { partitionPoint } from '../../../src/core/binarySearch.ts';
import type { InspectorState } from '../../../src/protocol/inspector.ts';
import type { ParsedText } from './parsedText.ts';

type Shown = Pick<InspectorState, 'conversation' | 'documents' | 'images'>;

/** The image for which the tokens at an offset of a response stand; null if that is not known. */
export function imageAt(
  { conversation }: Pick<Shown, 'conversation'>,
  parsed: Pick<ParsedText, 'imageTokens'>,
  at: number,
): TurnImage | null {
  const added = conversation?.turns.flatMap(({ images }) => images) ?? [];
  if (added.length === 0) return null;
  const { imageTokens } = parsed;
  // If the model has written such tokens itself, they are not counted as the images are.
  if (imageTokens.length > added.length) return null;
  return added[partitionPoint(imageTokens.length, (index) => (imageTokens[index] ?? 0) < at)] ?? null;
}

/** The number in the strip of the page that an added image shows; null if the page is not there. */
export function pageOfAdded({ documents, images }: Shown, { document, page }: TurnImage): number | null {
  const name = documents[document]?.name;
  return images.find((each) => each.page === page && each.document === name)?.image ?? null;
}

/**
 * The number in the strip of image k of a conversation. Images count in the order in which they were sent, crops among
 * them, and the strip has the pages.
 */
export function numberInStrip(shown: Shown, image: number): number {
  const added = shown.conversation?.turns
    .flatMap(({ images }) => images)
    .find((each) => each.image === image);
  return added === undefined ? image : (pageOfAdded(shown, added) ?? image);
}
