import { parentPort } from 'node:worker_threads';

// Stays alive and never says that it is ready.
parentPort?.on('message', () => undefined);
