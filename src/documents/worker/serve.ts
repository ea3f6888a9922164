import type { MessagePort } from 'node:worker_threads';
import { isPageTraceError } from '../../core/errors.ts';
import type { WorkerReply, WorkerRequest } from './messages.ts';
import type { CallHandler } from './callHandler.ts';

/**
 * Answers the requests that come through `port`. Nothing is queued here, because the other thread sends a request only
 * after the previous one was answered.
 */
export function serve(port: MessagePort, handler: CallHandler): void {
  const post = (reply: WorkerReply, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(reply, transfer);
  };
  const answer = async ({ id, call, request }: WorkerRequest): Promise<void> => {
    try {
      const { value, transfer } = await handler.handle(call, request);
      post({ kind: 'value', id, value, heapBytes: handler.heapBytes() }, transfer);
    } catch (error) {
      if (isPageTraceError(error)) {
        const { reason, message, hint, said } = error;
        post({ kind: 'fault', id, fault: { reason, message, hint, said }, heapBytes: handler.heapBytes() });
      } else {
        post({ kind: 'broken', id, said: error instanceof Error ? error.message : String(error) });
      }
    }
  };
  port.on('message', (message: WorkerRequest) => {
    void answer(message);
  });
  post({ kind: 'ready' });
}
