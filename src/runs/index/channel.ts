import { defer, type Deferred } from '../../core/deferred.ts';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { t } from '@vscode/l10n';
import type { MessagePort, Transferable, Worker } from 'node:worker_threads';
import { errorOf, faultOf, type Fault } from '../../workers/fault.ts';

/** The calls that the other side answers, by name. */
export type ChannelCalls<Calls> = {
  readonly [Name in keyof Calls]: { readonly request: unknown; readonly value: unknown };
};

/** A port of a channel: a worker, or the parent's port within it. */
export type ChannelPort = MessagePort | Worker;

type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly request: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: Fault }
  | { readonly kind: 'event'; readonly event: unknown };

/** A value whose buffers are moved to the other thread, not copied. They can no longer be used here. */
export class Transferred<Value> {
  readonly value: Value;
  readonly buffers: readonly Transferable[];

  constructor(value: Value, buffers: readonly Transferable[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** The functions that answer calls. `signal` is aborted when nobody waits any longer. */
export type ChannelHandlers<Calls extends ChannelCalls<Calls>> = {
  readonly [Name in keyof Calls]: (
    request: Calls[Name]['request'],
    signal: AbortSignal,
  ) =>
    | Calls[Name]['value']
    | Transferred<Calls[Name]['value']>
    | Promise<Calls[Name]['value'] | Transferred<Calls[Name]['value']>>;
};

/** Makes calls to another thread, any number at once, and hears its events. */
export class ChannelClient<Calls extends ChannelCalls<Calls>, Event> {
  readonly #port: ChannelPort;
  readonly #open = new Map<number, Deferred<unknown>>();
  #ended: PageTraceError | null = null;
  #nextId = 1;

  constructor(port: ChannelPort, onEvent: (event: Event) => void, onReady: () => void) {
    this.#port = port;
    port.on('message', (message: Message) => {
      switch (message.kind) {
        case 'ready':
          onReady();
          break;
        case 'event':
          onEvent(message.event as Event);
          break;
        case 'value':
          this.#take(message.id)?.resolve(message.value);
          break;
        case 'fault':
          this.#take(message.id)?.reject(errorOf(message.fault));
          break;
        default:
      }
    });
  }

  /**
   * @throws PageTraceError what the other side threw, `cancelled`, or what `end` was given
   */
  async call<Name extends keyof Calls & string>(
    name: Name,
    request: Calls[Name]['request'],
    {
      signal,
      buffers = [],
    }: { readonly signal?: AbortSignal; readonly buffers?: readonly Transferable[] } = {},
  ): Promise<Calls[Name]['value']> {
    if (this.#ended !== null) throw this.#ended;
    if (signal?.aborted) throw cancelledError();
    const id = this.#nextId++;
    const answer = defer<Calls[Name]['value']>();
    this.#open.set(id, answer);
    const abort = (): void => {
      this.#port.postMessage({ kind: 'cancel', id } satisfies Message);
      this.#take(id)?.reject(cancelledError());
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      this.#port.postMessage({ kind: 'call', id, name, request } satisfies Message, buffers);
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Rejects all calls, and those to come: the other thread has ended. */
  end(error: PageTraceError): void {
    this.#ended ??= error;
    for (const answer of this.#open.values()) answer.reject(error);
    this.#open.clear();
  }

  #take(id: number): Deferred<unknown> | undefined {
    const answer = this.#open.get(id);
    this.#open.delete(id);
    return answer;
  }
}

/**
 * Answers calls that come through `port`, each as soon as it comes, and returns the function that sends events.
 */
export function serveChannel<Calls extends ChannelCalls<Calls>>(
  port: ChannelPort,
  handlers: ChannelHandlers<Calls>,
): (event: unknown) => void {
  const open = new Map<number, AbortController>();
  const answer = async (id: number, name: string, request: unknown): Promise<void> => {
    const controller = new AbortController();
    open.set(id, controller);
    try {
      // The types of the other thread's function ensure that there is such a call with such a request.
      const value: unknown = await handlers[name as keyof Calls](request, controller.signal);
      if (value instanceof Transferred)
        port.postMessage({ kind: 'value', id, value: value.value } satisfies Message, value.buffers);
      else port.postMessage({ kind: 'value', id, value } satisfies Message);
    } catch (error) {
      port.postMessage({ kind: 'fault', id, fault: faultOf(asPageTraceError(error)) } satisfies Message);
    } finally {
      open.delete(id);
    }
  };
  port.on('message', (message: Message) => {
    if (message.kind === 'call') void answer(message.id, message.name, message.request);
    else if (message.kind === 'cancel') open.get(message.id)?.abort();
  });
  port.postMessage({ kind: 'ready' } satisfies Message);
  return (event) => {
    port.postMessage({ kind: 'event', event } satisfies Message);
  };
}

function cancelledError(): PageTraceError {
  return new PageTraceError('cancelled', t('This was canceled.'));
}
