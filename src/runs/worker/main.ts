import { parentPort, workerData } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { setDisplayLocale } from '../../core/displayLocale.ts';
import type { RunsWorkerData } from '../index/calls.ts';
import { serveIndex } from './serveIndex.ts';
import { serveScoring } from './serveScoring.ts';

if (!parentPort) throw new Error('The worker of runs runs in a worker thread only.');
const data = workerData as RunsWorkerData;
config({ contents: { ...data.strings } });
setDisplayLocale(data.locale);
if (data.role === 'scoring') serveScoring(parentPort, data.limits);
else serveIndex(parentPort, data, new URL(import.meta.url));
