import { parentPort, workerData } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { setDisplayLocale } from '../../core/displayLocale.ts';
import { serveCalls } from '../../workers/serve.ts';
import type { LanguageCalls, LanguageWorkerData } from '../calls.ts';
import { languageHandlers } from './handlers.ts';

if (!parentPort) throw new Error('The language worker runs in a worker thread only.');
const { strings, locale } = workerData as LanguageWorkerData;
config({ contents: { ...strings } });
setDisplayLocale(locale);
serveCalls<LanguageCalls>(parentPort, languageHandlers());
