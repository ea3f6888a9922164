import { asPageTraceError, type PageTraceError } from '../../../src/core/errors.ts';
import type { DocumentAssets, DocumentMethods } from '../../../src/protocol/document.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import { A4, OpenError, type OpenDocument, type OpenFailure, type ViewedDocument } from './viewedDocument.ts';

/** A version of the file, as the extension names it. */
interface FileVersion {
  readonly size: number;
  readonly version: number;
}

export interface OpenerDeps {
  readonly rpc: RpcClient<DocumentMethods>;
  readonly load: (assets: DocumentAssets) => Promise<OpenDocument>;
  /** The page that will be looked at. */
  readonly page: () => number;
  readonly loading: () => void;
  /** A version is open; `size` is that of `page`. The one before it is closed right after. */
  readonly opened: (document: ViewedDocument, page: number, size: Size) => void;
  readonly failed: (failure: OpenFailure) => void;
  /** A part of the file could not be read. */
  readonly lost: (error: PageTraceError) => void;
  /** A version came before it was known where pdf.js is. */
  readonly unknown: () => void;
}

/** Opens one version of the document after another; only the last one asked for is ever shown. */
export interface Opener {
  /** Opens a version. `assets` are null when they are those of before. */
  readonly open: (file: FileVersion, assets: DocumentAssets | null) => void;
  readonly dispose: () => void;
}

/** Opens versions with what `load` loads at the first of them. */
export function createOpener(deps: OpenerDeps): Opener {
  const { rpc } = deps;
  let loaded: Promise<OpenDocument> | null = null;
  let opening: AbortController | null = null;
  /** What is shown, and what ends its requests. */
  let shown: { readonly document: ViewedDocument; readonly requests: AbortController } | null = null;

  const openVersion = async (
    { size: bytes, version }: FileVersion,
    using: Promise<OpenDocument>,
    requests: AbortController,
  ): Promise<void> => {
    const { signal } = requests;
    const open = await using;
    const document = await open({
      size: bytes,
      signal,
      range: async (begin, end, by) =>
        (await rpc.call('range', { version, begin, end }, { signal: by })).bytes,
      // A person types it: there is no hurry.
      password: async (wrong) => (await rpc.call('password', { wrong }, { timeout: Infinity })).password,
      lost: (error) => {
        if (!signal.aborted) deps.lost(asPageTraceError(error));
      },
    });
    const page = Math.min(Math.max(1, deps.page()), document.pageCount);
    const size = await document.size(page).catch(() => A4);
    if (signal.aborted) {
      await document.close();
      return;
    }
    const past = shown;
    shown = { document, requests };
    opening = null;
    deps.opened(document, page, size);
    past?.requests.abort();
    await past?.document.close();
  };

  const failed = (error: unknown): void => {
    opening = null;
    if (error instanceof OpenError) {
      deps.failed(error.failure);
      return;
    }
    // What could not be loaded is loaded again for the next version.
    loaded = null;
    const { message, hint } = asPageTraceError(error);
    deps.failed({ kind: 'damaged', message, hint: hint ?? 'Close the view and open the file again.' });
  };

  return {
    open(file, assets) {
      opening?.abort();
      opening = null;
      if (assets !== null) loaded ??= deps.load(assets);
      if (loaded === null) {
        deps.unknown();
        return;
      }
      const requests = new AbortController();
      opening = requests;
      deps.loading();
      openVersion(file, loaded, requests).catch((error: unknown) => {
        if (!requests.signal.aborted) failed(error);
      });
    },
    dispose() {
      opening?.abort();
      shown?.requests.abort();
      void shown?.document.close();
    },
  };
}
