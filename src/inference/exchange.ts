import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { Dispatcher } from './dispatcher.ts';

/** A request, and how it is sent. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

/** What arrived: the headers, and the body as it arrives. */
export interface Received {
  readonly status: number;
  readonly ok: boolean;
  /** A header by its name in lower case; null if the answer lacks it. */
  readonly header: (name: string) => string | null;
  /** Without its compression. */
  readonly body: ReadableStream<Uint8Array>;
}

/** Bytes that wait to be read before the sender has to wait. */
const MOST_WAITING = 64 * 1024;

/** The most compressions of one body. More of them would only keep the processor busy. */
const MOST_CODINGS = 5;

/**
 * Sends a request and waits for the headers of its answer, which may be a redirect: nothing is followed, and nothing is
 * added to the headers but the compressions that are understood. This is undici's own interface; its `fetch` has the
 * rules of browsers in addition, which are 90 KB of code and serve no purpose here.
 * @throws undici's or the system's error, or the reason of the signal
 */
export function exchange(url: string, { dispatcher, signal, ...request }: Sent): Promise<Received> {
  const { origin, pathname, search, protocol } = new URL(url);
  const codings = protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate';
  const headers = { 'accept-encoding': codings, ...request.headers };
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const handler = new AnswerHandler(signal, resolve, reject);
    dispatcher.dispatch({ ...request, headers, origin, path: `${pathname}${search}` }, handler);
  });
}

/** Takes an answer from undici, and hands it on as a stream. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #resolve: (received: Received) => void;
  readonly #reject: (error: unknown) => void;
  #request: Dispatcher.DispatchController | null = null;
  #body: ReadableStreamDefaultController<Uint8Array> | null = null;
  #isOver = false;

  constructor(signal: AbortSignal, resolve: (received: Received) => void, reject: (error: unknown) => void) {
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    signal.addEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => {
    this.#reject(this.#signal.reason);
    this.#request?.abort(asError(this.#signal.reason));
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#request = controller;
    if (this.#signal.aborted) controller.abort(asError(this.#signal.reason));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // What comes before the answer, such as 103 Early Hints.
    if (status < 200) return;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (stream) => {
          this.#body = stream;
        },
        pull: () => {
          controller.resume();
        },
        cancel: (reason) => {
          this.#end();
          controller.abort(asError(reason));
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
    );
    const header = (name: string): string | null => {
      const value = headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
    };
    try {
      const ok = status < 300;
      this.#resolve({ status, ok, header, body: decoded(body, header('content-encoding') ?? '') });
    } catch (error) {
      this.#reject(error);
      controller.abort(asError(error));
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Uint8Array): void {
    if (this.#isOver || this.#body === null) return;
    this.#body.enqueue(piece);
    if ((this.#body.desiredSize ?? 0) <= 0) controller.pause();
  }

  onResponseEnd(): void {
    if (!this.#isOver) this.#body?.close();
    this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
    // A stream that fails drops what was not read. What arrived with the failure is read first.
    const body = this.#body;
    if (!this.#isOver) setImmediate(() => body?.error(error));
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#signal.removeEventListener('abort', this.#abort);
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** A body without its compressions, the last of which was applied last; as it is if one of them is not known. */
function decoded(body: ReadableStream<Uint8Array>, encoding: string): ReadableStream<Uint8Array> {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0) return body;
  if (codings.length > MOST_CODINGS) throw new Error(`The answer is compressed ${codings.length} times.`);
  const decoders = codings.reverse().map(decoderOf);
  const known = decoders.filter((decoder) => decoder !== null);
  if (known.length < decoders.length) return body;
  const read = known.reduce<Readable>(
    // The failure of a stream is that of the last one, which is read.
    (from, decoder) => pipeline(from, decoder, () => undefined),
    Readable.fromWeb(body),
  );
  return Readable.toWeb(read);
}

/** What undoes a compression, giving what it has at once, also where the body is cut off; null if it is not known. */
function decoderOf(coding: string): zlib.Gunzip | null {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH });
    case 'deflate':
      return zlib.createInflate({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH });
    case 'br':
      return zlib.createBrotliDecompress({
        flush: BROTLI_OPERATION_FLUSH,
        finishFlush: BROTLI_OPERATION_FLUSH,
      });
    default:
      return null;
  }
}
