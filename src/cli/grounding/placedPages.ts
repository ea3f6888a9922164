import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readHeldPath } from '../../core/datasets/heldPath.ts';
import type { ImageSource } from '../../core/records/model.ts';
import { namedPages, pagesOfAnswer } from '../../core/records/namedPages.ts';
import type { InputItem } from '../../runs/reading/inputs.ts';

/** A document that a sample names. */
export interface NamedDocument {
  readonly name: string;
  /** SHA-256 of the content that the question was asked about; null if it is not known. */
  readonly sha256: string | null;
  /** The paths at which it may be, the likeliest first. */
  readonly paths: readonly string[];
}

/** The documents of a sample with the places where they may be, and which of their pages were sent. */
export interface PlacedPages {
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

/** What a sample says about its documents and pages, and what the person says instead. */
export function placedPages(
  { place, sample, info }: Extract<InputItem, { readonly sample: unknown }>,
  { documents: given, folders }: DocumentPlaces,
): PlacedPages {
  const base = place.file === '-' ? '.' : path.dirname(place.file);
  const { documents, images, isRecorded } = namedPages(sample, info);
  const named = documents.map(({ path: name, sha256 }): NamedDocument => ({
    name,
    sha256,
    paths: candidatePaths(name, base, folders),
  }));
  if (given.length === 0) return { documents: named, images };
  // Other records name each page image as a document; the person names the document that has all of them.
  return isRecorded
    ? { documents: insteadOf(named, given), images }
    : { documents: insteadOf([], given), images: pagesOfAnswer(sample.retrieval) };
}

/** The documents that the person names, each instead of the one in its place. */
function insteadOf(documents: readonly NamedDocument[], files: readonly string[]): readonly NamedDocument[] {
  const given = files.map((file, at): NamedDocument => ({
    name: file,
    sha256: documents[at]?.sha256 ?? null,
    paths: [file],
  }));
  return [...given, ...documents.slice(given.length)];
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

/** The first path at which there is something, also in a Parquet file; pipes and devices do not count. */
export async function firstPresent(paths: readonly string[]): Promise<string | null> {
  for (const each of paths) {
    const stats = await fs.stat(readHeldPath(each)?.file ?? each).catch(() => null);
    if (stats !== null && (stats.isFile() || stats.isDirectory())) return path.resolve(each);
  }
  return null;
}
