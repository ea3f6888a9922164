import path from 'node:path';
import { t } from '@vscode/l10n';
import { readHeldPath } from '../core/datasets/heldPath.ts';
import type { HeldImage } from '../core/datasets/model.ts';
import { PageTraceError } from '../core/errors.ts';
import { DocumentWorker } from './documentWorker.ts';
import {
  DEFAULT_DOCUMENT_LIMITS,
  type DocumentLimits,
  type Documents,
  type DocumentSource,
  type OpenDocument,
  type OpenOptions,
} from './model.ts';
import { openInWorker } from './openDocument.ts';
import type { WorkerSource } from './worker/messages.ts';

export interface DocumentsOptions {
  /**
   * The worker's script: `documents-worker.js` next to the bundles, or `src/documents/worker/main.ts` in the sources.
   */
  readonly worker: URL;
  readonly limits?: Partial<DocumentLimits>;
  /** Called with what the engine prints, for a log. */
  readonly log?: (line: string) => void;
  /** Reads an image that is in a Parquet file, which is named by its place there; missing if none can be read. */
  readonly readHeld?: (held: HeldImage) => Promise<Uint8Array>;
  /** The strings of the display language, by the English ones; English if missing. */
  readonly strings?: Readonly<Record<string, string>>;
}

/**
 * Opens documents. All of them share one worker thread, which is started with the first document and handles one call
 * at a time: a thread for each document would need the engine's memory each time, and drawing is limited by the
 * processor anyway.
 */
export function createDocuments(options: DocumentsOptions): Documents {
  const limits: DocumentLimits = { ...DEFAULT_DOCUMENT_LIMITS, ...options.limits };
  const worker = new DocumentWorker(
    options.worker,
    limits,
    options.log ?? (() => undefined),
    options.strings,
  );
  let open = 0;
  let idle: NodeJS.Timeout | undefined;
  let nextDocument = 1;

  const onClose = (): void => {
    open--;
    if (open > 0) return;
    idle = setTimeout(() => void worker.stop(), limits.idleRelease);
    idle.unref();
  };

  return {
    async open(source: DocumentSource, { password, signal }: OpenOptions = {}): Promise<OpenDocument> {
      const name = source.kind === 'path' ? path.basename(source.path) : source.name;
      const bytes = await bytesOfHeld(source, options);
      const shared = shareSource(bytes === null ? source : { kind: 'bytes', name, bytes }, limits.maxBytes);
      clearTimeout(idle);
      open++;
      try {
        return await openInWorker({
          worker,
          limits,
          document: nextDocument++,
          name,
          source: shared,
          password: password ?? null,
          signal,
          onClose,
        });
      } catch (error) {
        onClose();
        throw error;
      }
    },
    async dispose() {
      clearTimeout(idle);
      await worker.dispose();
    },
  };
}

/** The bytes of an image that a Parquet file has; null for another source. */
async function bytesOfHeld(
  source: DocumentSource,
  { readHeld }: Pick<DocumentsOptions, 'readHeld'>,
): Promise<Uint8Array | null> {
  const held = source.kind === 'path' ? readHeldPath(source.path) : null;
  return held === null || readHeld === undefined ? null : readHeld(held);
}

/** Copies bytes into memory that both threads share, so that they are still available when the worker is replaced. */
function shareSource(source: DocumentSource, maxBytes: number): WorkerSource {
  if (source.kind === 'path') return { kind: 'path', path: path.resolve(source.path) };
  const { name, bytes } = source;
  if (bytes.length > maxBytes) {
    const megabytes = Math.floor(maxBytes / 1024 / 1024);
    throw new PageTraceError(
      'document-too-large',
      t(
        '{0} has {1} MB, more than the {2} MB that can be opened from memory.',
        name,
        Math.ceil(bytes.length / 1024 / 1024),
        megabytes,
      ),
      { hint: t('Save it as a local file and open that: files are read on demand and may be larger.') },
    );
  }
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return { kind: 'bytes', name, bytes: shared };
}
