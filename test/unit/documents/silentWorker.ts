import { parentPort } from 'node:worker_threads';

// Keeps running without reporting that it is ready.
parentPort?.on('message', () => undefined);
