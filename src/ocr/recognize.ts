import * as v from 'valibot';
import { scaleBox, type ImageBox } from '../core/geometry/box.ts';
import { readImage } from './engine.ts';
import { toPgm } from './grayImage.ts';
import { letterHeight } from './leaders.ts';
import type { OcrLine, OcrPage } from './model.ts';
import { prepareImage, type Preparation } from './prepareImage.ts';
import { mergeReadings, readSchema, reliableBoxes } from './secondReading.ts';
import { keepUnreadMarks } from './unreadMarks.ts';

const boxSchema = v.object({ x0: v.number(), y0: v.number(), x1: v.number(), y1: v.number() });

/** Tesseract's result. It has no blocks if the image has no text. */
const pageSchema = v.object({
  text: v.string(),
  blocks: v.nullable(
    v.array(
      v.object({
        paragraphs: v.array(
          v.object({
            lines: v.array(
              v.object({
                words: v.array(v.object({ text: v.string(), confidence: v.number(), bbox: boxSchema })),
                bbox: boxSchema,
              }),
            ),
          }),
        ),
      }),
    ),
  ),
});

/**
 * Reads an image, and then again the parts that the first reading left out or has little confidence in.
 * @throws PageTraceError as prepareImage says; Error if Tesseract fails
 */
export async function recognize(image: Uint8Array, options: Preparation): Promise<OcrPage> {
  const { bytes, dpi, scale, pixels } = await prepareImage(image, options);
  const first = await readImage(bytes, 'automatic', dpi);
  if (pixels === null || !v.is(readSchema, first)) return toPage(first, scale);
  const { gray, components } = pixels;
  const left = keepUnreadMarks(gray, components, reliableBoxes(first), letterHeight(components));
  if (left === null) return toPage(first, scale);
  const second = await readImage(toPgm(left), 'sparse', dpi);
  return toPage(v.is(readSchema, second) ? mergeReadings(first, second) : first, scale);
}

/** @param scale the number of pixels that Tesseract read for each pixel of the original image, along each side */
function toPage(read: unknown, scale: number): OcrPage {
  const { text, blocks } = v.parse(pageSchema, read);
  const toBox = ({ x0, y0, x1, y1 }: v.InferOutput<typeof boxSchema>): ImageBox =>
    scaleBox({ left: x0, top: y0, right: x1, bottom: y1 }, 1 / scale, 1 / scale);
  const lines: OcrLine[] = [];
  let paragraph = 0;
  for (const block of blocks ?? []) {
    for (const part of block.paragraphs) {
      for (const line of part.lines) {
        const words = line.words
          .map(({ text, bbox, confidence }) => ({ text, box: toBox(bbox), confidence }))
          .filter(({ text }) => text.trim() !== '');
        if (words.length > 0) lines.push({ words, box: toBox(line.bbox), paragraph });
      }
      paragraph += 1;
    }
  }
  return { text, lines };
}
