import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { DocumentReference, ImageSource } from '../../core/records/model.ts';
import type { InputItem } from '../../runs/reading/inputs.ts';

/** A document that a sample names. */
export interface NamedDocument {
  readonly name: string;
  /** SHA-256 of the content that the question was asked about; null if it is not known. */
  readonly sha256: string | null;
  /** The paths at which it may be, the likeliest first. */
  readonly paths: readonly string[];
}

/** The documents that a sample names, and which of their pages were sent. */
export interface NamedPages {
  readonly documents: readonly NamedDocument[];
  /** Null if nothing says which pages were sent. */
  readonly images: readonly Pick<ImageSource, 'document' | 'page'>[] | null;
}

/** Where the documents of samples are, according to the person. */
export interface DocumentPlaces {
  /** Documents instead of those that a sample names, in their order. */
  readonly documents: readonly string[];
  /** Folders in which documents and page images are looked for. */
  readonly folders: readonly string[];
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

/** What a sample says about its documents and pages, and what the person says instead. */
export function namedPages(
  { place, sample, info }: Extract<InputItem, { readonly sample: unknown }>,
  places: DocumentPlaces,
): NamedPages {
  const base = place.file === '-' ? '.' : path.dirname(place.file);
  const named = ({ path: name, sha256 }: DocumentReference): NamedDocument => ({
    name,
    sha256,
    paths: candidatePaths(name, base, places.folders),
  });
  const recorded = info ?? readAsked(sample.record);
  if (recorded !== null) {
    return insteadOf(
      {
        documents: recorded.documents.map(named),
        images: recorded.images.length === 0 ? null : recorded.images,
      },
      places,
    );
  }
  const { fileName = null, pages = null, images: retrieved = null } = sample.retrieval ?? {};
  const numbers = (pages ?? []).map(Number).filter((page) => Number.isInteger(page) && page > 0);
  const ofDocument = numbers.length === 0 ? null : numbers.map((page) => ({ document: 0, page }));
  if (places.documents.length > 0) return insteadOf({ documents: [], images: ofDocument }, places);
  const files = readImages(sample.record) ?? retrieved;
  if (files !== null && files.length > 0) {
    const names = [...new Set(files)];
    return {
      documents: names.map((name) => named({ path: name, sha256: null })),
      images: files.map((name) => ({ document: names.indexOf(name), page: 1 })),
    };
  }
  return {
    documents: fileName === null ? [] : [named({ path: fileName, sha256: null })],
    images: ofDocument,
  };
}

/** The documents that the person names, each instead of the one in its place. */
function insteadOf({ documents, images }: NamedPages, places: DocumentPlaces): NamedPages {
  const given = places.documents.map((file, at): NamedDocument => ({
    name: file,
    sha256: documents[at]?.sha256 ?? null,
    paths: [file],
  }));
  return { documents: [...given, ...documents.slice(given.length)], images };
}

function readAsked(
  record: unknown,
): { readonly documents: readonly DocumentReference[]; readonly images: readonly ImageSource[] } | null {
  const asked = v.safeParse(askedSchema, record);
  if (!asked.success) return null;
  const { documents, images } = asked.output;
  return {
    documents,
    images: images.map(({ document, page }, at) => ({ image: at + 1, document: document - 1, page })),
  };
}

function readImages(record: unknown): readonly string[] | null {
  if (typeof record !== 'object' || record === null) return null;
  const held = new Map<string, unknown>(Object.entries(record));
  for (const key of IMAGE_KEYS) {
    const paths = v.safeParse(pathsSchema, held.get(key));
    if (paths.success) return paths.output;
  }
  return null;
}

/** Where a file may be that a record names: beside the record's own file, then in the folders, with its path and without. */
function candidatePaths(name: string, base: string, folders: readonly string[]): readonly string[] {
  const file = /^file:\/\//i.test(name) ? fileURLToPath(name) : name;
  return [
    path.resolve(base, file),
    ...folders.flatMap((folder) => [
      ...(path.isAbsolute(file) ? [] : [path.resolve(folder, file)]),
      path.resolve(folder, path.basename(file.replaceAll('\\', '/'))),
    ]),
  ];
}
