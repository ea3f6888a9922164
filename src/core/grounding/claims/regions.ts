import type { Span } from '../../span.ts';
import type { ToolCall } from '../../trajectory/model.ts';
import { imageNumbers } from './prose.ts';
import { IMAGE } from './patterns.ts';

/** `Image 2`, also as a key with its value: `image=2`, `"image": 2`. */
const IMAGES = new RegExp(
  String.raw`${IMAGE}|(?<![\p{L}\p{N}])["']?image(?:_(?:id|index|number))?["']?\s?[:=]\s?["']?\d{1,3}(?!\p{Nd}|\.\d)["']?`,
  'giu',
);
const WORDS = /[\p{L}\p{N}]/u;
/** What joins an image and the description of a place in it, around the description. */
const BEFORE = /^(?:[\s:：,;.|/–—=-]|(?:and|und|的|中)(?=\s|$)){1,12}/iu;
const AFTER = /(?:[\s:：,;.|/–—=-]|(?<=\s|^)(?:and|und|in|of|on|from|auf|aus|von)){1,12}$/iu;

/** A description of a place in args. */
export interface Region {
  readonly span: Span;
  readonly image: number;
  readonly alsoCites: readonly number[];
}

/** The images that the args of a call name, as numbers, each once. */
export function imagesOfArgs({ args }: ToolCall): number[] {
  return [...new Set((args ?? '').match(IMAGES)?.flatMap(imageNumbers))];
}

/** The descriptions of places in the args of a call, each with the images that are named before it. */
export function readRegions({ args, argsSpan }: ToolCall): Region[] {
  if (args === null || argsSpan === null) return [];
  const mentions = [...args.matchAll(IMAGES)];
  const [first] = mentions;
  if (first === undefined) return [];
  const regions: Region[] = [];
  const put = (from: number, to: number, mention: string): void => {
    const [image, ...alsoCites] = imageNumbers(mention);
    const span = inkOf(args, from, to);
    if (image === undefined || span === null) return;
    regions.push({
      span: { start: argsSpan.start + span.start, end: argsSpan.start + span.end },
      image,
      alsoCites,
    });
  };
  put(0, first.index, first[0]);
  for (const [at, mention] of mentions.entries()) {
    put(mention.index + mention[0].length, mentions[at + 1]?.index ?? args.length, mention[0]);
  }
  return regions;
}

function inkOf(text: string, from: number, to: number): Span | null {
  const piece = text.slice(from, to);
  const start = BEFORE.exec(piece)?.[0].length ?? 0;
  const end = piece.slice(start).search(AFTER);
  const ink = end < 0 ? piece.slice(start) : piece.slice(start, start + end);
  return WORDS.test(ink) ? { start: from + start, end: from + start + ink.length } : null;
}
