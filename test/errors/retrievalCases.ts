import fs from 'node:fs';
import path from 'node:path';
import { findFittingPages } from '../../src/cli/verbs/ask/fittingPages.ts';
import { evalChoiceOption } from '../../src/cli/verbs/eval/pageChooser.ts';
import { choiceOption } from '../../src/cli/retrieval/choiceOption.ts';
import { openRetriever } from '../../src/cli/retrieval/openRetriever.ts';
import { Bm25Retriever } from '../../src/retrieval/bm25Retriever.ts';
import { parseChoice } from '../../src/retrieval/choosePages.ts';
import { chooseOraclePages } from '../../src/retrieval/oraclePages.ts';
import { embedQuestion } from '../../src/retrieval/pooling.ts';
import { SegmentFolder } from '../../src/retrieval/segmentFolder.ts';
import { vectorFolder, VectorIndex } from '../../src/retrieval/vectorIndex.ts';
import { temporaryFolder } from '../support/files.ts';
import { silentTerminal } from '../support/silentTerminal.ts';
import { testDeps } from '../unit/inference/helpers.ts';
import { memoryDocument } from '../unit/asking/build.ts';
import { TextDocument, wordsOnLine } from '../unit/retrieval/build.ts';
import { PoolingServer, type PoolingFault } from '../support/poolingServer.ts';
import { area, failureOf, type Failure } from './errorCase.ts';

const NEVER = new AbortController().signal;

/** Asks a server for the vectors of a question, which answers with `fault`. */
async function embeddingFailure(fault: PoolingFault): Promise<Failure> {
  const server = new PoolingServer();
  server.fault = () => fault;
  const url = await server.start();
  try {
    const error = await failureOf(() => embedQuestion('Why?', { url, model: 'm', deps: testDeps() }, NEVER));
    const { reason, hint, remedy } = error;
    return { reason, message: error.message.replace(new URL(url).host, 'gpu:8000'), hint, remedy };
  } finally {
    await server.close();
  }
}

/** Finds pages by an index that was cut short; it is made again, and interrupts nothing. */
async function damagedIndexFailure(): Promise<Failure> {
  const folder = temporaryFolder();
  const document = new TextDocument('report.pdf', ['a page with more than a few words of text']);
  let message = '';
  const retriever = (): Bm25Retriever =>
    new Bm25Retriever({
      folder: new SegmentFolder(folder),
      recognizer: null,
      onProgress: () => undefined,
      onNotice: (sentence) => {
        message = sentence;
      },
    });
  await retriever().index([document], NEVER);
  for (const name of fs.readdirSync(folder)) fs.truncateSync(path.join(folder, name), 40);
  await retriever().index([document], NEVER);
  return { reason: 'file-unreadable', message, editorOnly: true };
}

/** Asks about the pages that fit a question, of which there is none. */
async function unfitFailure(): Promise<Failure> {
  const words = wordsOnLine('a page with more than a few words of text about other things');
  const document = {
    ...memoryDocument('report.pdf', 3),
    text: (page: number) => Promise.resolve({ page, words, pictures: [] }),
  };
  const said: string[] = [];
  const terminal = silentTerminal({ say: (line) => said.push(line) });
  const asked = [{ path: 'report.pdf', document, pages: [1, 2, 3] }];
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  await findFittingPages('Zebras?', asked, 1, {}, environment, terminal, NEVER);
  const [message = '', hint] = said[0]?.split(/(?<=\.) (?=[A-Z])/u) ?? [];
  return { reason: 'bad-input', message, hint, editorOnly: true };
}

/** The cases of finding pages. */
export const retrievalCases = [
  ...area('Finding pages', {
    'an index that was cut short (it is made again)': damagedIndexFailure,
    'a search that finds nothing (the first pages are sent)': unfitFailure,
    'an index that is removed while it is read': () =>
      failureOf(() => {
        const document = { name: 'report.pdf', hash: 'a', model: 'm' };
        const question = { dimensions: 1, values: Uint16Array.of(1) };
        return new VectorIndex(vectorFolder(temporaryFolder()), () => undefined).findNearest({
          question,
          documents: [document],
          most: 1,
        });
      }),
    'a server that is no embedding server': () =>
      embeddingFailure({ status: 404, body: '{"detail":"Not Found"}' }),
    'a model that the embedding server does not have': () =>
      embeddingFailure({
        status: 404,
        body: '{"error":{"message":"The model `m` does not exist.","type":"NotFoundError","code":404}}',
      }),
    'an embedding server that answers nonsense': () =>
      embeddingFailure({ body: '{}', headers: { 'content-type': 'application/json' } }),
    'no embedding server': () =>
      failureOf(() => openRetriever({ retriever: 'hybrid' }, {}, silentTerminal(), NEVER)),
    'a choice without a number': () => failureOf(() => parseChoice('auto:x')),
    'a choice beside page numbers': () => failureOf(() => choiceOption(['auto:3', '1-3'], {})),
    'page numbers for a data set': () => failureOf(() => evalChoiceOption({ pages: '1-3' })),
    'oracle retrieval without gold pages': () =>
      failureOf(() => chooseOraclePages('q', [{ pageCount: 3 }], null, { most: 3, seed: 0 })),
  }),
];
