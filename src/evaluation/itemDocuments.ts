import path from 'node:path';
import type { AskedDocument } from '../asking/model.ts';
import type { DatasetItem } from '../core/datasets/model.ts';
import { documentKey, type OpenDocuments } from './openDocuments.ts';
import type { PageImages } from './pageImages.ts';

/** What opening the documents of an item needs. */
export interface TakeDeps {
  /** The folder that the paths of the data set are relative to. */
  readonly folder: string;
  readonly documents: OpenDocuments;
  readonly pageImages: PageImages;
}

/** Documents of an item that are open, without pages, and what gives them back. */
export interface TakenDocuments {
  readonly documents: readonly AskedDocument[];
  readonly release: () => void;
}

/**
 * Opens the documents of an item.
 * @throws PageTraceError the errors of the documents room
 */
export async function takeItemDocuments(
  { documents: named }: DatasetItem,
  { folder, documents, pageImages }: TakeDeps,
  signal: AbortSignal,
): Promise<TakenDocuments> {
  const releases: (() => void)[] = [];
  const release = (): void => {
    for (const each of releases) each();
  };
  try {
    const taken: AskedDocument[] = [];
    for (const each of named) {
      const place = { path: path.resolve(folder, each.path), held: each.held ?? null };
      const { document, release: giveBack } = await documents.take(place, signal);
      releases.push(giveBack);
      taken.push({ path: place.path, document: pageImages.of(document, documentKey(place)), pages: [] });
    }
    return { documents: taken, release };
  } catch (error) {
    release();
    throw error;
  }
}
