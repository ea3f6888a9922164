import type { MessagePort } from 'node:worker_threads';
import { asPageTraceError } from '../core/errors.ts';
import { faultOf } from './fault.ts';
import type { WorkerCalls, WorkerReply, WorkerRequest } from './messages.ts';

/** The functions that answer the calls of a worker. */
export type CallHandlers<Calls extends WorkerCalls<Calls>> = {
  readonly [Name in keyof Calls]: (
    request: Calls[Name]['request'],
  ) => Calls[Name]['value'] | Promise<Calls[Name]['value']>;
};

/**
 * Answers the calls that come through `port`. Nothing is queued here, because the other thread sends a call only after
 * the previous one was answered.
 */
export function serveCalls<Calls extends WorkerCalls<Calls>>(
  port: MessagePort,
  handlers: CallHandlers<Calls>,
): void {
  const post = (reply: WorkerReply): void => {
    port.postMessage(reply);
  };
  const answer = async ({ id, call, request }: WorkerRequest): Promise<void> => {
    try {
      // The types of the other thread's function ensure that there is such a call with such a request.
      const value: unknown = await handlers[call as keyof Calls](request);
      post({ kind: 'value', id, value });
    } catch (error) {
      post({ kind: 'fault', id, fault: faultOf(asPageTraceError(error)) });
    }
  };
  port.on('message', (message: WorkerRequest) => {
    void answer(message);
  });
  post({ kind: 'ready' });
}
