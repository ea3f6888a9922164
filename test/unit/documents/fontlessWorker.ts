import { parentPort } from 'node:worker_threads';
import { createDocumentRoom } from '../../../src/documents/worker/room.ts';
import { serve } from '../../../src/documents/worker/serve.ts';

if (!parentPort) throw new Error('The fontless worker runs in a worker thread only.');
serve(parentPort, createDocumentRoom({ fonts: () => [], log: () => undefined }));
