import path from 'node:path';
import { publicFetch } from '../../inference/publicFetch.ts';
import { createLanguageData, createPageReader } from '../../ocr/createPageReader.ts';
import { USUAL_BM25 } from '../../retrieval/bm25.ts';
import { Bm25Retriever } from '../../retrieval/bm25Retriever.ts';
import type { Retriever } from '../../retrieval/model.ts';
import { SegmentFolder } from '../../retrieval/segmentFolder.ts';
import { readOcrOptions, showPages } from '../grounding/textRecognition.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { numberOption } from '../arguments/arguments.ts';
import { cacheFolder } from '../arguments/cacheFolder.ts';
import type { RetrieverValues } from './retrieverOptions.ts';

/** A retriever, and what ends it. */
export interface OpenRetriever {
  readonly retriever: Retriever;
  readonly close: () => Promise<void>;
}

/**
 * The retriever that the options name. Nothing is started before the first document.
 * @throws PageTraceError `bad-input` for options that are wrong
 */
export function openRetriever(
  values: RetrieverValues,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): OpenRetriever {
  const parameters = {
    k1: numberOption('k1', values.k1, { least: 0, most: 100 }, USUAL_BM25.k1),
    b: numberOption('b', values.b, { least: 0, most: 1 }, USUAL_BM25.b),
  };
  const reading = readOcrOptions(values, environment);
  const reader = createPageReader(reading, createLanguageData(reading, environment, publicFetch({})));
  const folder = values['index-folder'] ?? path.join(cacheFolder(environment), 'index');
  return {
    retriever: new Bm25Retriever(
      {
        folder: new SegmentFolder(folder),
        recognizer: showPages(reader, terminal),
        onProgress: ({ name, page, of }) => {
          terminal.count(`Reading page ${page} of ${of} of ${name}`);
        },
        onNotice: terminal.say,
      },
      parameters,
    ),
    close: () => reader.close(),
  };
}
