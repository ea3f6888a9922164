import { parentPort, workerData } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { setDisplayLocale } from '../../core/displayLocale.ts';
import type { RunsWorkerData } from '../index/calls.ts';
import { serveIndex } from './serveIndex.ts';

if (!parentPort) throw new Error('The worker of runs runs in a worker thread only.');
const data = workerData as RunsWorkerData;
config({ contents: { ...data.strings } });
setDisplayLocale(data.locale);
serveIndex(parentPort, data);
