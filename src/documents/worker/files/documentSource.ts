import fs from 'node:fs';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../../core/errors.ts';
import { fileError } from '../../regularFile.ts';
import { beginsAsPdf, damagedPdf, emptyFile, PDF_HEADER_WITHIN } from '../../../core/unreadable.ts';
import { folderEntriesSync } from '../../folderEntries.ts';
import { type ByteSource, fileSource, readWhole, sharedSource } from './byteSource.ts';
import type { WorkerSource } from '../messages.ts';

/** One image of a document of images, read when its page is asked for. */
export interface ImageFile {
  readonly name: string;
  /** Its name in messages, after its page and folder if it is in one. */
  readonly title: string;
  /** Its path; null for bytes. */
  readonly path: string | null;
  /** The first `limit` bytes, or all. */
  readonly read: (limit?: number) => Uint8Array;
}

/** The kind of a source, with its content. */
export type FoundSource =
  | {
      readonly kind: 'pdf';
      readonly name: string;
      readonly bytes: ByteSource;
      readonly files: readonly string[];
    }
  | {
      readonly kind: 'images';
      readonly images: readonly ImageFile[];
      /** Sentences about files of a folder that were left out. */
      readonly notices: readonly string[];
    };

const IMAGE_NAME = /\.(?:png|jpe?g|webp)$/i;

/**
 * Opens a source and recognizes it by its bytes, not its name.
 * @throws PageTraceError `file-not-found`, `file-unreadable`, `document-damaged`, `document-unsupported`,
 * `document-too-large` for a folder with too many files
 */
export function findSource(source: WorkerSource): FoundSource {
  if (source.kind === 'bytes') {
    const bytes = sharedSource(source.bytes);
    return identify(source.name, bytes, null);
  }
  const name = path.basename(source.path);
  try {
    if (fs.statSync(source.path).isDirectory()) return folderImages(source.path);
    return identify(name, fileSource(source.path), source.path);
  } catch (error) {
    throw fileError(name, error);
  }
}

function identify(name: string, bytes: ByteSource, file: string | null): FoundSource {
  const head = new Uint8Array(Math.min(PDF_HEADER_WITHIN, bytes.size));
  const type = typeOf(head.subarray(0, bytes.read(head, 0)));
  if (type === 'pdf') return { kind: 'pdf', name, bytes, files: file === null ? [] : [file] };
  if (type === 'image') {
    const image = file === null ? memoryImage(name, bytes) : fileImage(file, name);
    if (file !== null) bytes.close();
    return { kind: 'images', images: [image], notices: [] };
  }
  bytes.close();
  if (bytes.size === 0) {
    const { message, hint } = emptyFile(name);
    throw new PageTraceError('document-damaged', message, { hint });
  }
  if (/\.pdf$/i.test(name)) {
    const { message, hint } = damagedPdf(name, false);
    throw new PageTraceError('document-damaged', message, { hint });
  }
  throw new PageTraceError('document-unsupported', t('{0} is not a PDF, PNG, JPEG or WebP file.', name), {
    hint: t('Choose a PDF, an image in one of these formats, or a folder of such images.'),
  });
}

function typeOf(head: Uint8Array): 'pdf' | 'image' | null {
  // One character for each byte; TextDecoder's "latin1" is Windows-1252, which maps 0x80 to 0x9f elsewhere.
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n') || text.startsWith('\xff\xd8\xff')) return 'image';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image';
  return beginsAsPdf(head) ? 'pdf' : null;
}

function memoryImage(name: string, bytes: ByteSource): ImageFile {
  const whole = (): Uint8Array => readWhole(bytes);
  return {
    name,
    title: name,
    path: null,
    read: (limit) => (limit === undefined ? whole() : whole().subarray(0, limit)),
  };
}

function fileImage(file: string, title: string): ImageFile {
  return {
    name: path.basename(file),
    title,
    path: file,
    read(limit) {
      try {
        const source = fileSource(file);
        try {
          const bytes = new Uint8Array(Math.min(source.size, limit ?? source.size));
          return bytes.subarray(0, source.read(bytes, 0));
        } finally {
          source.close();
        }
      } catch (error) {
        throw fileError(title, error);
      }
    },
  };
}

/**
 * The images of a folder in order of their names, with numbers in names ordered by value; hidden files and broken links
 * are left out.
 */
function folderImages(folder: string): FoundSource {
  const collator = new Intl.Collator('en', { numeric: true });
  const names = folderEntriesSync(folder)
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && IMAGE_NAME.test(entry.name))
    .map((entry) => entry.name)
    .sort((a, b) => collator.compare(a, b) || (a < b ? -1 : 1));
  const lost = new Set(names.filter((name) => leadsNowhere(path.join(folder, name))));
  const folderName = path.basename(folder) || folder;
  const images = names
    .filter((name) => !lost.has(name))
    .map((name, index) =>
      fileImage(path.join(folder, name), t('Page {0} of {1}: {2}', index + 1, folderName, name)),
    );
  const notices = [...lost].map((name) => t('{0} is a broken link and is left out.', name));
  if (images.length > 0) return { kind: 'images', images, notices };
  throw new PageTraceError(
    'document-unsupported',
    t('{0} contains no PNG, JPEG or WebP files.', folderName),
    {
      hint: t('Choose a folder that contains the images directly, not in subfolders.'),
    },
  );
}

/**
 * Whether a file of a folder does not exist, as behind a broken link; a file that may not be read is an error of its
 * page.
 */
function leadsNowhere(file: string): boolean {
  try {
    return fs.statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ELOOP';
  }
}
