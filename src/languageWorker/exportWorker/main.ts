import { parentPort, workerData } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { setDisplayLocale } from '../../core/displayLocale.ts';
import { serveCalls } from '../../workers/serve.ts';
import type { ExportCalls, LanguageWorkerData } from '../calls.ts';
import { exportHandlers } from './handlers.ts';

if (!parentPort) throw new Error('The export worker runs in a worker thread only.');
const { strings, locale } = workerData as LanguageWorkerData;
config({ contents: { ...strings } });
setDisplayLocale(locale);
serveCalls<ExportCalls>(parentPort, exportHandlers);
