import type { Span } from '../../../src/core/span.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import type { DrawnBox } from './boxes.ts';
import type { ParsedText } from './parsedText.ts';
import { lastAt, stepAt } from './stepIndex.ts';

/** A place on a page image: the image, and how far down, as a fraction of its height. */
export interface PagePlace {
  readonly image: number;
  readonly offset: number;
}

/** The part of a page that is shown above a region. */
const ABOVE = 0.1;

/**
 * The place that a step or a part of one speaks of: the image that it names first, and the region in it if one is known;
 * null if it names no image of the request.
 * @param boxesOn the boxes that are drawn on an image
 */
export function pagePlaceOf(
  parsed: Pick<ParsedText, 'steps' | 'parts'>,
  span: Span,
  images: readonly InspectorImage[],
  boxesOn: (image: InspectorImage) => readonly DrawnBox[],
): PagePlace | null {
  const part = parsed.parts.item(lastAt(parsed.parts, span.start));
  const ofPart = part?.span.start === span.start && 'image' in part ? part.image : null;
  const named = ofPart ?? stepAt(parsed.steps, span.start)?.images[0] ?? null;
  const only = images.length === 1 ? images[0] : undefined;
  const boxes = (image: InspectorImage): readonly DrawnBox[] =>
    boxesOn(image).filter((box) => box.span !== null && isInside(box.span, span));
  const image =
    images.find((candidate) => candidate.image === named) ??
    (only !== undefined && boxes(only).length > 0 ? only : undefined);
  if (image === undefined) return null;
  const [box] = boxes(image);
  const offset =
    box === undefined || image.height === null ? 0 : Math.min(1, Math.max(0, box.top / image.height - ABOVE));
  return { image: image.image, offset };
}

const isInside = (inner: Span, outer: Span): boolean =>
  outer.start <= inner.start && inner.start < Math.max(outer.end, outer.start + 1);
