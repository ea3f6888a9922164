import { parentPort } from 'node:worker_threads';
import { createCallHandler } from '../../../src/documents/worker/callHandler.ts';
import { serve } from '../../../src/documents/worker/serve.ts';

if (!parentPort) throw new Error('The fontless worker runs in a worker thread only.');
serve(parentPort, createCallHandler({ fonts: () => [], log: () => undefined }));
