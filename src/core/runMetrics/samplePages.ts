import { isJsonObject, valueAt } from '../records/fieldPath.ts';
import type { Sample } from '../records/sample.ts';
import { goldPageNames, imageName } from '../rewards/vragRl/imageNames.ts';
import { readTextList } from '../textList.ts';

/** The pages of a sample, under names that are the same for the same page. */
export interface SamplePages {
  /** Those that were retrieved, in order; null if the record does not say, or has no names to compare. */
  readonly retrieved: readonly string[] | null;
  /** Those with the answer; null if the record does not say. */
  readonly gold: ReadonlySet<string> | null;
}

const UNKNOWN: SamplePages = { retrieved: null, gold: null };

/**
 * Where records have the images with the answer, those that were retrieved, and those that the model was given, which may
 * be fewer.
 */
const GOLD_IMAGES = ['gt_image_paths', 'meta_info.gt_image_paths'];
const USED_IMAGES = ['retrieved_image_paths', 'used_topk_images', 'top3_image_paths'];

/**
 * The retrieved pages of a sample and those with the answer: those that its fields name (`retrieved_images`,
 * `reference_page` and `file_name`), otherwise the paths of images in records of Lang2Act.
 */
export function samplePages({ retrieval, record }: Pick<Sample, 'retrieval' | 'record'>): SamplePages {
  if (retrieval?.pages != null) {
    const { images, fileName, pages } = retrieval;
    const numbers = new Set(pages.map((page) => page.trim()));
    // Page numbers are compared as they are; the names of images have the document's name and the page.
    if (images === null) return { retrieved: null, gold: numbers };
    if (images.every((image) => /^\s*\d+\s*$/.test(image)))
      return { retrieved: images.map((image) => image.trim()), gold: numbers };
    return fileName === null
      ? { retrieved: null, gold: numbers }
      : { retrieved: images.map(imageName), gold: new Set(goldPageNames(fileName, pages)) };
  }
  if (!isJsonObject(record)) return UNKNOWN;
  const gold = pathsAt(record, GOLD_IMAGES);
  if (gold === null) return UNKNOWN;
  const used = retrieval?.images ?? pathsAt(record, USED_IMAGES);
  const names = new Set(gold);
  if (used === null) return { retrieved: null, gold: names };
  const own = (path: string): string =>
    gold.find((each) => path.endsWith(`/${each}`) || each.endsWith(`/${path}`)) ?? path;
  return { retrieved: used.map((path) => (names.has(path) ? path : own(path))), gold: names };
}

/** Where records have the images that the model was given. */
const SENT_IMAGES = ['used_topk_images', 'image_paths', 'top3_image_paths'];

/** The share of the pages with the answer that the model was given; null if the record does not say. */
export function goldSent(sample: Pick<Sample, 'retrieval' | 'record'>): number | null {
  const { record, retrieval } = sample;
  const named = retrieval?.pages == null ? pathsAt(record, SENT_IMAGES) : null;
  const { retrieved: sent, gold } = samplePages(
    named === null ? sample : { retrieval: { images: named, fileName: null, pages: null }, record },
  );
  if (sent === null || gold === null || gold.size === 0) return null;
  return new Set(sent.filter((page) => gold.has(page))).size / gold.size;
}

/** The paths in the first of some lists that a record has; null if it has none. */
function pathsAt(record: unknown, paths: readonly string[]): readonly string[] | null {
  for (const path of paths) {
    const value = readTextList(valueAt(record, path));
    if (typeof value === 'string' && value !== '') return [value];
    if (Array.isArray(value)) return value.filter((each) => typeof each === 'string');
  }
  return null;
}
