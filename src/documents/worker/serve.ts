import type { MessagePort } from 'node:worker_threads';
import { isPageTraceError } from '../../core/errors.ts';
import type { WorkerReply, WorkerRequest } from './messages.ts';
import type { DocumentRoom } from './room.ts';

/**
 * Answers requests that come through `port`. They are taken as they come: the asking side sends the next one when the
 * last one is answered.
 */
export function serve(port: MessagePort, room: DocumentRoom): void {
  const post = (reply: WorkerReply, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(reply, transfer);
  };
  const answer = async ({ id, call, request }: WorkerRequest): Promise<void> => {
    try {
      const { value, transfer } = await room.handle(call, request);
      post({ kind: 'value', id, value, heapBytes: room.heapBytes() }, transfer);
    } catch (error) {
      if (isPageTraceError(error)) {
        const { reason, message, hint, said } = error;
        post({ kind: 'fault', id, fault: { reason, message, hint, said }, heapBytes: room.heapBytes() });
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
