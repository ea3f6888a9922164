import path from 'node:path';
import { RETRIEVERS } from '../../core/records/pageChoice.ts';
import { modelToAsk } from '../../inference/modelToAsk.ts';
import { publicFetch } from '../../inference/publicFetch.ts';
import { createLanguageData, createPageReader } from '../../ocr/createPageReader.ts';
import { USUAL_BM25 } from '../../retrieval/bm25.ts';
import { Bm25Retriever } from '../../retrieval/bm25Retriever.ts';
import type { IndexProgress, Retriever } from '../../retrieval/model.ts';
import { PassageIndex } from '../../retrieval/passageIndex.ts';
import { PassageSearch } from '../../retrieval/passageSearch.ts';
import { SegmentFolder } from '../../retrieval/segmentFolder.ts';
import { vectorFolder, VectorIndex } from '../../retrieval/vectorIndex.ts';
import { vectorRetriever } from '../../retrieval/vectorRetriever.ts';
import { readOcrOptions, showPages } from '../grounding/textRecognition.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { numberOption, refuseWithout, reportIdle, wordOption } from '../arguments/arguments.ts';
import { cacheFolder } from '../arguments/cacheFolder.ts';
import { UsageError } from '../arguments/usageError.ts';
import { openServer } from '../verbs/ask/server.ts';
import type { RetrieverValues } from './retrieverOptions.ts';

/** A retriever, and what ends it. */
export interface OpenRetriever {
  readonly retriever: Retriever;
  /** Finds passages of the text, whatever finds pages. */
  readonly passages: PassageSearch;
  readonly close: () => Promise<void>;
}

/**
 * The retriever that the options name. Text recognition starts with the first page that needs it.
 * @throws PageTraceError `bad-input` for options that are wrong; the errors of connecting to the embedding server
 */
export async function openRetriever(
  values: RetrieverValues,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<OpenRetriever> {
  const name = wordOption('retriever', values.retriever, RETRIEVERS, 'bm25');
  const parameters = {
    k1: numberOption('k1', values.k1, { least: 0, most: 100 }, USUAL_BM25.k1),
    b: numberOption('b', values.b, { least: 0, most: 1 }, USUAL_BM25.b),
  };
  const reading = readOcrOptions(values, environment);
  refuseWithout(values, 'embedding-server', ['embedding-model'], { hint: 'Name the server' });
  const address = values['embedding-server'];
  if (name !== 'bm25' && address === undefined)
    throw new UsageError(`--retriever ${name} needs --embedding-server.`, {
      hint: 'Name a vLLM that serves a model such as ColQwen3, or find pages with --retriever bm25.',
    });
  if (name === 'bm25')
    reportIdle(values, '--retriever bm25', ['embedding-server', 'embedding-model'], terminal);
  if (name === 'embeddings')
    reportIdle(values, '--retriever embeddings', ['k1', 'b', 'ocr-language', 'ocr-data'], terminal);
  const folder = values['index-folder'] ?? path.join(cacheFolder(environment), 'index');
  const common = {
    onProgress: ({ name: document, page, of }: IndexProgress) => {
      terminal.count(`Reading page ${page} of ${of} of ${document}`);
    },
    onNotice: terminal.say,
  };
  const reader = createPageReader(reading, createLanguageData(reading, environment, publicFetch({})));
  const recognizer = showPages(reader, terminal);
  const byTerms = new Bm25Retriever({ ...common, folder: new SegmentFolder(folder), recognizer }, parameters);
  const passages = new PassageSearch(new PassageIndex(parameters), { ...common, recognizer });
  if (name === 'bm25' || address === undefined)
    return { retriever: byTerms, passages, close: () => reader.close() };
  const server = await openServer(
    {
      server: address,
      ...(values['embedding-model'] === undefined ? {} : { model: values['embedding-model'] }),
    },
    { PAGETRACE_API_KEY: environment['PAGETRACE_EMBEDDING_API_KEY'] },
    terminal,
    signal,
  );
  return {
    retriever: vectorRetriever({
      onProgress: common.onProgress,
      store: new VectorIndex(vectorFolder(folder), common.onNotice),
      byTerms: name === 'hybrid' ? byTerms : null,
      server: { url: address, model: modelToAsk(server.status), deps: server.deps },
    }),
    passages,
    close: async () => {
      await Promise.all([reader.close(), server.close()]);
    },
  };
}
