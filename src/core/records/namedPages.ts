import * as v from 'valibot';
import { isJsonObject } from './fieldPath.ts';
import type { DocumentReference, ImageSource, TrajectoryInfo } from './model.ts';
import type { Sample } from './sample.ts';

/** The documents that a sample names, and which of their pages were sent. */
export interface NamedPages {
  /** With paths as the record has them. */
  readonly documents: readonly DocumentReference[];
  /** Null if nothing says which pages were sent. `document` is a position in `documents`, from 0. */
  readonly images: readonly Pick<ImageSource, 'document' | 'page'>[] | null;
  /** Whether PageTrace recorded them, so that each document has its place among them. */
  readonly isRecorded: boolean;
}

/** The output of `pagetrace ask --json`. */
const askedSchema = v.object({
  documents: v.array(v.object({ path: v.string(), sha256: v.nullable(v.string()) })),
  images: v.array(v.object({ document: v.number(), page: v.number() })),
});

/** The keys of records that hold the paths of page images, in the order in which the images were sent. */
const IMAGE_KEYS = ['images', 'imgs', 'image_paths', 'used_topk_images', 'image', 'image_path'];

const pathsSchema = v.union([
  v.pipe(v.array(v.string()), v.minLength(1)),
  v.pipe(
    v.string(),
    v.transform((file) => [file]),
  ),
]);

/**
 * What a sample says about its documents and pages: the front matter of a trajectory file, the output of `pagetrace ask`,
 * the page images that its record lists, or what searches brought.
 */
export function namedPages(
  { record, retrieval }: Pick<Sample, 'record' | 'retrieval'>,
  info?: Pick<TrajectoryInfo, 'documents' | 'images'>,
): NamedPages {
  const recorded = info ?? readAsked(record);
  if (recorded !== null) {
    const { documents, images } = recorded;
    return { documents, images: images.length === 0 ? null : images, isRecorded: true };
  }
  const files = readImages(record) ?? retrieval?.images ?? null;
  if (files !== null && files.length > 0) {
    const names = [...new Set(files)];
    return {
      documents: names.map((path) => ({ path, sha256: null })),
      images: files.map((name) => ({ document: names.indexOf(name), page: 1 })),
      isRecorded: false,
    };
  }
  const fileName = retrieval?.fileName ?? null;
  return {
    documents: fileName === null ? [] : [{ path: fileName, sha256: null }],
    images: pagesOfAnswer(retrieval),
    isRecorded: false,
  };
}

/** The pages with the answer as pages of the first document; null if the record does not say. */
export function pagesOfAnswer(
  retrieval: Sample['retrieval'],
): readonly Pick<ImageSource, 'document' | 'page'>[] | null {
  const pages = (retrieval?.pages ?? []).map(Number).filter((page) => Number.isInteger(page) && page > 0);
  return pages.length === 0 ? null : pages.map((page) => ({ document: 0, page }));
}

function readAsked(record: unknown): Pick<TrajectoryInfo, 'documents' | 'images'> | null {
  // Most records have no such key, which takes less time to see than to validate.
  if (!isJsonObject(record) || !Object.hasOwn(record, 'documents')) return null;
  const asked = v.safeParse(askedSchema, record);
  if (!asked.success) return null;
  const { documents, images } = asked.output;
  return {
    documents,
    images: images.map(({ document, page }, at) => ({ image: at + 1, document: document - 1, page })),
  };
}

/** The paths of page images that a record lists, in the order in which they were sent; null if it lists none. */
export function readImages(record: unknown): readonly string[] | null {
  if (!isJsonObject(record)) return null;
  for (const key of IMAGE_KEYS) {
    if (!Object.hasOwn(record, key)) continue;
    const paths = v.safeParse(pathsSchema, record[key]);
    if (paths.success) return paths.output;
  }
  return null;
}
