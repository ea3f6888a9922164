import path from 'node:path';
import { t } from '@vscode/l10n';
import type { AskedDocument } from '../asking/model.ts';
import { heldPath } from '../core/datasets/heldPath.ts';
import type { DatasetItem } from '../core/datasets/model.ts';
import { PageTraceError } from '../core/errors.ts';
import type { OpenDocuments } from './openDocuments.ts';
import type { PageImages } from './pageImages.ts';

/** What opening the documents of an item needs. */
export interface TakeDeps {
  /** The folder that the paths of the data set are relative to. */
  readonly folder: string;
  readonly documents: OpenDocuments;
  readonly pageImages: PageImages;
  /** Whether a document has the content that earlier questions of the run were answered about, if there are any. */
  readonly isSameContent?: (file: string, sha256: string) => boolean;
}

/** Documents of an item that are open, without pages, and what gives them back. */
export interface TakenDocuments {
  readonly documents: readonly AskedDocument[];
  readonly release: () => void;
}

/**
 * Opens the documents of an item.
 * @throws PageTraceError the errors of the documents room; `bad-input` for a document that was replaced
 */
export async function takeItemDocuments(
  { documents: named }: DatasetItem,
  { folder, documents, pageImages, isSameContent }: TakeDeps,
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
      const sha256 = await document.hash();
      // Images in Parquet files may share a name.
      if (place.held === null && isSameContent?.(place.path, sha256) === false)
        throw changedError(document.name);
      const { path: file, held } = place;
      taken.push({
        path: held === null ? file : heldPath(held),
        document: pageImages.of(document, sha256),
        pages: [],
      });
    }
    return { documents: taken, release };
  } catch (error) {
    release();
    throw error;
  }
}

function changedError(name: string): PageTraceError {
  return new PageTraceError(
    'bad-input',
    t('{0} has changed since questions of this run were answered about it.', name),
    { hint: t('Restore it, or have all questions answered again in another file.') },
  );
}
