import { parentPort } from 'node:worker_threads';
import { isPageTraceError } from '../../core/errors.ts';
import type { WorkerReply, WorkerRequest } from './messages.ts';
import { createDocumentRoom } from './room.ts';

const port = parentPort;
if (!port) throw new Error('The documents worker runs in a worker thread only.');

const post = (reply: WorkerReply, transfer: ArrayBuffer[] = []): void => {
  port.postMessage(reply, transfer);
};
const room = createDocumentRoom((line) => {
  post({ kind: 'log', line });
});

async function answer({ id, call, request }: WorkerRequest): Promise<void> {
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
}

// One at a time and in order: the asking side sends the next request when the last one is answered.
port.on('message', (message: WorkerRequest) => {
  void answer(message);
});
post({ kind: 'ready' });
