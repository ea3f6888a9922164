import { t } from '../../t.ts';
import { imagesPhrase } from '../../countPhrases.ts';
import type { Finding } from '../../span.ts';
import { finding } from '../findings.ts';
import type { EvidenceItem } from '../partModel.ts';
import { trimmedSpan } from './reader.ts';
import type { Content, Reading } from './reader.ts';

/** How the reward recognizes the beginning of an item, anywhere in the text. */
const MARK = /\[(\d{1,6})\]:/g;
/** What a person would read as the beginning of an item, at the start of a line. */
const NEAR_MARK =
  /^[ \t]*(?:[-*][ \t]+)?(?:\*\*)?(?:\[(\d{1,6})\](?!:)|\[?image[ \t]*#?(\d{1,6})\]?(?:\*\*)?[ \t]*:)/gim;

/** How EVisRAG says that an image has no relevant information. */
const IRRELEVANT = /^no relevant information\b/i;

/**
 * The items of evidence (`[i]: ...`) in a block, each up to the next one, and findings about items that the reward does
 * not see.
 */
export function readEvidence(content: Content): Reading {
  const { text, start, open } = content;
  const marks = [...text.matchAll(MARK)];
  const parts = marks.map((mark, index): EvidenceItem => {
    const isLast = index === marks.length - 1;
    const from = mark.index + mark[0].length;
    const to = marks[index + 1]?.index ?? text.length;
    const body = trimmedSpan({ text: text.slice(from, to), start: start + from });
    return {
      kind: 'evidence-item',
      span: { start: start + mark.index, end: body.start === body.end ? start + from : body.end },
      speaker: 'model',
      open: open && isLast,
      image: Number(mark[1]),
      mark: { start: start + mark.index, end: start + from },
      body,
      relevant: !IRRELEVANT.test(text.slice(body.start - start, body.end - start)),
    };
  });
  return { parts, findings: [...unreadItems(content, parts), ...cutItems(content, parts)] };
}

/**
 * Findings about the images that have or lack items; `numImages` is how many images the request has, null if not known.
 */
export function evidenceFindings(
  items: readonly EvidenceItem[],
  end: number,
  numImages: number | null,
): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<number>();
  let highest = 0;
  for (const { image, mark, body } of items) {
    if (seen.has(image)) {
      findings.push(
        finding(
          'evidence-doubled',
          mark,
          t('Image {0} already has a line, and the reward reads only the first one. Merge them.', image),
          { image },
        ),
      );
    } else if (numImages !== null && (image < 1 || image > numImages)) {
      findings.push(
        finding(
          'image-out-of-range',
          mark,
          t(
            'Image {0} does not exist because the request has only {1}; remove the line.',
            image,
            imagesPhrase(numImages),
          ),
        ),
      );
    } else if (image < highest) {
      findings.push(
        finding(
          'evidence-out-of-order',
          mark,
          t(
            'The line for Image {0} comes after the one for Image {1}; put the images in order.',
            image,
            highest,
          ),
        ),
      );
    }
    seen.add(image);
    highest = Math.max(highest, image);
    if (body.start === body.end) {
      findings.push(
        finding(
          'evidence-empty',
          mark,
          t('The line for Image {0} is empty; write its evidence, or `no relevant information`.', image),
        ),
      );
    }
  }
  for (let image = 1; image <= Math.min(numImages ?? highest, MOST_IMAGES); image++) {
    if (seen.has(image)) continue;
    findings.push(
      finding(
        'evidence-missing',
        { start: end, end },
        t('Image {0} has no line; write `[{0}]: ` and its evidence, or `no relevant information`.', image),
        { image },
      ),
    );
  }
  return findings;
}

/** The largest number of images for which each missing item is reported. */
const MOST_IMAGES = 64;

/**
 * Findings about lines that look like items but that the reward does not read, and about text before the first item.
 */
function unreadItems({ text, start, span }: Content, items: readonly EvidenceItem[]): Finding[] {
  const findings: Finding[] = [];
  for (const near of text.matchAll(NEAR_MARK)) {
    const image = near[1] ?? near[2] ?? '';
    const indent = near[0].length - near[0].trimStart().length;
    const at = start + near.index;
    findings.push(
      finding(
        'evidence-unread',
        { start: at + indent, end: at + near[0].length },
        t('The reward does not recognize this item; write `[{0}]: `.', image),
      ),
    );
  }
  if (findings.length > 0) return findings;
  const first = items[0]?.span.start ?? start + text.length;
  const before = trimmedSpan({ text: text.slice(0, first - start), start });
  if (before.start === before.end) return [];
  if (items.length > 0) {
    return [
      finding(
        'text-before-evidence',
        before,
        t(
          'This text belongs to no image, so the reward does not read it; move it after a mark such as `[1]: ` or remove it.',
        ),
      ),
    ];
  }
  return [
    finding(
      'evidence-unread',
      span,
      t(
        'The reward finds no items here; write a line `[i]: ` for each image, with its evidence or `no relevant information`.',
      ),
    ),
  ];
}

/** Findings about items that name the next image in brackets, because the reward cuts item i at `[i+1]`. */
function cutItems({ text, start }: Content, items: readonly EvidenceItem[]): Finding[] {
  return items.flatMap(({ image, body }) => {
    const next = `[${image + 1}]`;
    const at = text.slice(body.start - start, body.end - start).indexOf(next);
    if (at < 0) return [];
    const from = body.start + at;
    return [
      finding(
        'evidence-cut',
        { start: from, end: from + next.length },
        t('The reward ends the item of Image {0} at {1}; write Image {2} instead.', image, next, image + 1),
      ),
    ];
  });
}
