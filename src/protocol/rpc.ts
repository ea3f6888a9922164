import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { asPageTraceError, PageTraceError, type ErrorReason } from '../core/errors.ts';

/*
 * A small RPC between the extension and a webview, over any carrier of messages.
 *
 *   // in the extension: answers what the webview asks, and passes on every other message
 *   const server = serveRpc<InspectorMethods>(wire, inspectorMethods, { image: async ({ image }, signal) => … }, {
 *     plain: (message) => receive(message),
 *   });
 *   // in the webview
 *   const client = createRpcClient<InspectorMethods>(wire, { timeout: 30_000, plain: (message) => receive(message) });
 *   const { src } = await client.call('image', { image: 1 }, { signal });
 *
 * On the wire: `{id, method, args}`, `{id, cancel: true}`, `{id, ok: true, value}`, `{id, ok: false, error}`.
 * Every other message is the surface's own (it has a `type` and no `id`) and goes to `plain` as it came.
 */

/** The transport below a channel: a webview's postMessage and onmessage, or a pair of arrays in a test. */
export interface Wire {
  send(message: unknown): void;
  /** Returns a function that stops listening. */
  listen(receive: (message: unknown) => void): () => void;
}

/** An error as it is sent. */
export interface WireError {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly hint?: string;
}

/** The part of an AbortSignal that this room, which has neither DOM nor Node types, needs. */
export interface SignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The platform's own AbortSignal if its types are known (the extension, a webview, a test). */
export type RpcSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : SignalLike;

// Both platforms have these; only their types are missing in this room.
declare const AbortController: new () => { readonly signal: RpcSignal; abort(): void };
declare function setTimeout(run: () => void, milliseconds: number): unknown;
declare function clearTimeout(handle: unknown): void;

/** A map of methods: by name, the arguments and the result. */
export type MethodMap<M> = { [K in keyof M]: { args: unknown; value: unknown } };

/** The schemas that check the arguments of each method before a handler gets them. */
export type RpcSchemas<M extends MethodMap<M>> = {
  readonly [K in keyof M]: v.GenericSchema<unknown, M[K]['args']>;
};

/** The handlers of each method. `signal` aborts when the caller has canceled or the channel is closed. */
export type RpcHandlers<M extends MethodMap<M>> = {
  readonly [K in keyof M]: (args: M[K]['args'], signal: RpcSignal) => M[K]['value'] | Promise<M[K]['value']>;
};

export interface RpcServer {
  /** Stops listening and aborts the running handlers. */
  dispose(): void;
}

export interface RpcServerOptions {
  /** Receives every message that is not RPC, unvalidated. */
  readonly plain?: (message: unknown) => void;
  /** What to do next about an error, in the words of the serving side; otherwise the error's own hint is used. */
  readonly hintOf?: (error: PageTraceError) => string | null;
}

export interface RpcClient<M extends MethodMap<M>> {
  /**
   * Sends one request. Rejects with a PageTraceError: the serving side's own, `timeout`, or `cancelled` (by `signal`,
   * which also tells the serving side to stop, or because the client was disposed of).
   */
  call<K extends keyof M & string>(
    method: K,
    args: M[K]['args'],
    options?: RpcCallOptions,
  ): Promise<M[K]['value']>;
  /** Stops listening and rejects every open request. */
  dispose(): void;
}

export interface RpcCallOptions {
  readonly signal?: RpcSignal;
  /** Milliseconds, instead of the client's own; Infinity for a request that a person answers. */
  readonly timeout?: number;
}

export interface RpcClientOptions {
  /** The default timeout of a request, in milliseconds. */
  readonly timeout: number;
  /** Receives every message that is not RPC, unvalidated. */
  readonly plain?: (message: unknown) => void;
}

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const request = v.strictObject({ id, method: v.string(), args: v.unknown() });
const cancel = v.strictObject({ id, cancel: v.literal(true) });
const reply = v.union([
  v.object({ id, ok: v.literal(true), value: v.unknown() }),
  v.object({
    id,
    ok: v.literal(false),
    error: v.object({
      reason: v.custom<ErrorReason>((reason) => typeof reason === 'string'),
      message: v.string(),
      hint: v.optional(v.string()),
    }),
  }),
]);

const isRpc = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'id' in message && !('type' in message);

/**
 * Answers the requests that arrive over `wire`. Arguments that a schema rejects, an unknown method, and anything that a
 * handler throws become a failed reply; no message from the other side can throw here.
 */
export function serveRpc<M extends MethodMap<M>>(
  wire: Wire,
  schemas: RpcSchemas<M>,
  handlers: RpcHandlers<M>,
  options: RpcServerOptions = {},
): RpcServer {
  const hintOf = options.hintOf ?? (({ hint }: PageTraceError) => hint ?? null);
  const running = new Map<number, { readonly signal: RpcSignal; abort(): void }>();
  let disposed = false;

  const isMethod = (name: string): name is keyof M & string =>
    Object.hasOwn(schemas, name) && Object.hasOwn(handlers, name);

  const answer = async (method: string, args: unknown, signal: RpcSignal): Promise<unknown> => {
    if (!isMethod(method)) {
      throw new PageTraceError('bad-input', t('The view asked for something unknown: {0}.', method));
    }
    const checked = v.safeParse(schemas[method], args);
    if (!checked.success) {
      const said = checked.issues.map((issue) => issue.message).join(' ');
      throw new PageTraceError(
        'bad-input',
        t('The view asked for {0} in a form that is not understood.', method),
        {
          said,
        },
      );
    }
    return handlers[method](checked.output, signal);
  };

  const serve = async (asked: v.InferOutput<typeof request>): Promise<void> => {
    const controller = new AbortController();
    running.set(asked.id, controller);
    let sent: unknown;
    try {
      sent = { id: asked.id, ok: true, value: await answer(asked.method, asked.args, controller.signal) };
    } catch (thrown) {
      const error = asPageTraceError(thrown);
      const hint = hintOf(error);
      const wireError: WireError = {
        reason: error.reason,
        message: error.message,
        ...(hint === null ? {} : { hint }),
      };
      sent = { id: asked.id, ok: false, error: wireError };
    }
    running.delete(asked.id);
    if (!disposed && !controller.signal.aborted) wire.send(sent);
  };

  const stop = wire.listen((message) => {
    if (!isRpc(message)) {
      options.plain?.(message);
      return;
    }
    const asked = v.safeParse(request, message);
    if (asked.success) {
      if (!running.has(asked.output.id)) void serve(asked.output);
      return;
    }
    const cancelled = v.safeParse(cancel, message);
    if (cancelled.success) running.get(cancelled.output.id)?.abort();
  });

  return {
    dispose() {
      disposed = true;
      stop();
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: PageTraceError): void;
}

/** Sends requests over `wire` and matches the answers to them. */
export function createRpcClient<M extends MethodMap<M>>(wire: Wire, options: RpcClientOptions): RpcClient<M> {
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  let disposed = false;

  const stop = wire.listen((message) => {
    if (!isRpc(message)) {
      options.plain?.(message);
      return;
    }
    const answered = v.safeParse(reply, message);
    if (!answered.success) return;
    const waiter = waiting.get(answered.output.id);
    if (waiter === undefined) return;
    if (answered.output.ok) {
      waiter.resolve(answered.output.value);
    } else {
      const { reason, message: sentence, hint } = answered.output.error;
      waiter.reject(new PageTraceError(reason, sentence, hint === undefined ? {} : { hint }));
    }
  });

  const ask = (method: string, args: unknown, call: RpcCallOptions): Promise<unknown> => {
    const { signal } = call;
    if (disposed) return Promise.reject(new PageTraceError('cancelled', t('The view was closed.')));
    if (signal?.aborted === true) return Promise.reject(new PageTraceError('cancelled', 'Cancelled.'));
    return new Promise((resolve, reject) => {
      const callId = nextId++;
      const giveUp = (error: PageTraceError): void => {
        settle();
        wire.send({ id: callId, cancel: true });
        reject(error);
      };
      const onAbort = (): void => {
        giveUp(new PageTraceError('cancelled', 'Cancelled.'));
      };
      const limit = call.timeout ?? options.timeout;
      const onTimeout = (): void => {
        giveUp(
          new PageTraceError('timeout', t('No answer to {0} came within {1} s.', method, limit / 1000), {
            hint: t('Close the view and open it again.'),
          }),
        );
      };
      // A timer with Infinity would fire immediately.
      const timer = limit === Infinity ? undefined : setTimeout(onTimeout, limit);
      const settle = (): void => {
        if (timer !== undefined) clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        waiting.delete(callId);
      };
      waiting.set(callId, {
        resolve: (value) => {
          settle();
          resolve(value);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      signal?.addEventListener('abort', onAbort);
      wire.send({ id: callId, method, args });
    });
  };

  return {
    call: <K extends keyof M & string>(method: K, args: M[K]['args'], call: RpcCallOptions = {}) =>
      ask(method, args, call),
    dispose() {
      disposed = true;
      stop();
      for (const waiter of [...waiting.values()]) {
        waiter.reject(new PageTraceError('cancelled', t('The view was closed.')));
      }
    },
  };
}
