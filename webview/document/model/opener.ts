import { t } from '@vscode/l10n';
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
  /** The page at which the document will be shown. */
  readonly page: () => number;
  readonly onLoading: () => void;
  /** Called when a version is open; `size` is that of `page`. The previous version is closed directly after this. */
  readonly onOpened: (document: ViewedDocument, page: number, size: Size) => void;
  readonly onFailed: (failure: OpenFailure) => void;
  /** Called when a part of the file could not be read; pages that need it stay blank. */
  readonly onLost: (error: PageTraceError) => void;
  /** Called when a version was announced before the message with the addresses of pdf.js. */
  readonly onUnknown: () => void;
}

/** Opens one version of the document after another; only the last requested one is ever shown. */
export interface Opener {
  /** Opens a version. `assets` is null if they have not changed. */
  readonly open: (file: FileVersion, assets: DocumentAssets | null) => void;
  readonly dispose: () => void;
}

/** Opens versions with what `load` returns for the first of them. */
export function createOpener(deps: OpenerDeps): Opener {
  const { rpc } = deps;
  let loaded: Promise<OpenDocument> | null = null;
  let opening: AbortController | null = null;
  /** The shown document, and the controller that ends its requests. */
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
      // A person types the password, which may take any amount of time.
      password: async (wrong) => (await rpc.call('password', { wrong }, { timeout: Infinity })).password,
      onLost: (error) => {
        if (!signal.aborted) deps.onLost(asPageTraceError(error));
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
    deps.onOpened(document, page, size);
    past?.requests.abort();
    await past?.document.close();
  };

  const failed = (error: unknown): void => {
    opening = null;
    if (error instanceof OpenError) {
      deps.onFailed(error.failure);
      return;
    }
    // If loading pdf.js failed, the next version tries it again.
    loaded = null;
    const { message, hint } = asPageTraceError(error);
    deps.onFailed({ kind: 'damaged', message, hint: hint ?? t('Close the view and open the file again.') });
  };

  return {
    open(file, assets) {
      opening?.abort();
      opening = null;
      if (assets !== null) loaded ??= deps.load(assets);
      if (loaded === null) {
        deps.onUnknown();
        return;
      }
      const requests = new AbortController();
      opening = requests;
      deps.onLoading();
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
