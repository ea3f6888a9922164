import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { promptText } from '../../src/asking/promptFiles.ts';
import { prepareQuestion } from '../../src/asking/prepare.ts';
import { AskedQuestion } from '../../src/asking/askedQuestion.ts';
import { ask } from '../../src/cli/verbs/ask/ask.ts';
import { readAsk, numberOption } from '../../src/cli/arguments/arguments.ts';
import { budgetOption, openFiles } from '../../src/cli/arguments/documents.ts';
import { requireApart, requireWritable } from '../../src/cli/output/outputFile.ts';
import { readPrompt } from '../../src/cli/verbs/ask/prompt.ts';
import { DEFAULT_SAMPLING } from '../../src/core/records/sampling.ts';
import { PAPER_BUDGET } from '../../src/core/geometry/pixelBudget.ts';
import { parsePromptFile, renderPrompt } from '../../src/core/prompts/promptFile.ts';
import { parseTrajectoryFile } from '../../src/core/records/trajectoryFile.ts';
import { createDocuments } from '../../src/documents/documents.ts';
import { AskCommands, type AskCommandsDeps } from '../../src/host/asking/askCommands.ts';
import { ApiKeys } from '../../src/host/servers/apiKeys.ts';
import { RecentStore, type RecentStoreDeps } from '../../src/asking/recentStore.ts';
import { encodingOf } from '../../src/runs/reading/encoding.ts';
import { readInputs, WITHOUT_OPTIONS } from '../../src/runs/reading/inputs.ts';
import type { ReadTable } from '../../src/runs/reading/placedRecord.ts';
import { recognizeInput } from '../../src/runs/reading/recognize.ts';
import { readSampleAt } from '../../src/runs/reading/sampleAt.ts';
import { readTable } from '../../src/runs/reading/tableRecords.ts';
import { Servers, type ServersDeps } from '../../src/host/servers/servers.ts';
import { startOfflineReader } from '../../src/offline/start.ts';
import { preparedQuestion } from '../unit/asking/build.ts';
import { fixture, temporaryFolder, DOCUMENTS_WORKER } from '../support/files.ts';
import { plainStatus } from '../unit/inference/helpers.ts';
import { area, otherArea, failureOf, type Failure } from './errorCase.ts';
import { silentTerminal } from '../support/silentTerminal.ts';
import { zipFile } from '../support/zipFile.ts';

/** A signal that is never aborted. */
const NEVER = new AbortController().signal;

const silent = silentTerminal();

/** Fills a prompt file for a question about one page. */
function fillingFailure(text: string): Promise<Failure> {
  return failureOf(() => renderPrompt(parsePromptFile('mine', text).prompt, 'How many?', 1));
}

/** Reads a file of records that begins with `head`. */
function recognitionFailure(head: string, name = 'rollouts.jsonl'): Promise<Failure> {
  return failureOf(() => recognizeInput(name, { head, encoding: encodingOf(new Uint8Array()) }, null));
}

/** Reads a file of records with these bytes. */
async function readingFailure(
  bytes: string | Uint8Array,
  table: ReadTable | null = readTable,
): Promise<Failure> {
  const file = path.join(temporaryFolder(), 'rollouts');
  fs.writeFileSync(file, bytes);
  for await (const items of readInputs([file], { ...WITHOUT_OPTIONS, readTable: table })) {
    for (const item of items) {
      if (!('error' in item)) continue;
      const { reason, message, hint, remedy } = item.error;
      return { reason, message: message.replace(file, 'rollouts'), hint, remedy };
    }
  }
  throw new Error('Nothing went wrong.');
}

/** Reads a sample of a file whose records are others by now. */
async function movedRecordFailure(): Promise<Failure> {
  const file = path.join(temporaryFolder(), 'rollouts.jsonl');
  fs.writeFileSync(file, '{"response": "longer than before"}\n');
  const { reason, message, hint } = await failureOf(() =>
    readSampleAt({ file, line: 1, bytes: { start: 0, length: 17 }, sample: null }, {}),
  );
  return { reason, message: message.replace(file, 'rollouts.jsonl'), hint };
}

/** The first problem of a trajectory file, as the Problems panel shows it. */
function frontMatter(text: string): Promise<Failure> {
  const [problem] = parseTrajectoryFile(text).problems;
  if (!problem) throw new Error('The front matter has no problem.');
  return Promise.resolve({ reason: 'front-matter-broken', message: problem.message, editorOnly: true });
}

/** A store of recent trajectories in `folder` that keeps a question which is being answered. */
async function keepQuestion(folder: string, onFailed: RecentStoreDeps['onFailed']) {
  const store = new RecentStore(folder, {
    limits: () => ({ maxCount: 10, maxBytes: 1e6, flushEvery: 1 }),
    log: () => undefined,
    onDidChange: () => undefined,
    onFailed,
    now: Date.now,
  });
  const asked = AskedQuestion.start(preparedQuestion(), {
    now: Date.now,
    request: null,
    curl: null,
    forecast: null,
  });
  await store.keep(asked);
  return { store, asked };
}

/** Deletes a recent trajectory whose response is still streaming. */
async function deletionFailure(): Promise<Failure> {
  const { store, asked } = await keepQuestion(path.join(temporaryFolder(), 'recent'), (error) => {
    throw error;
  });
  const { reason, message, hint } = await failureOf(() => store.remove(asked.id));
  await store.dispose();
  return { reason, message, hint, editorOnly: true };
}

/** Keeps a question where a file stands in place of the folder. */
function savingFailure(): Promise<Failure> {
  const file = path.join(temporaryFolder(), 'recent');
  fs.writeFileSync(file, '');
  return new Promise((resolve) => {
    void keepQuestion(file, ({ reason, message, hint }) => {
      resolve({ reason, message, hint, editorOnly: true });
    });
  });
}

/** Starts an offline reader that runs the given script. */
function startFailure(script: string, startTimeout = 20_000): Promise<Failure> {
  const file = path.join(temporaryFolder(), 'reader.cjs');
  fs.writeFileSync(file, script);
  return failureOf(() => startOfflineReader({ script: file, startTimeout }));
}

const prompt = parsePromptFile('mine', '{{ content }}').prompt;
/** A question without its documents. */
const QUESTION = {
  text: 'What?',
  prompt,
  status: plainStatus('http://127.0.0.1:8000'),
  model: 'm',
  sampling: DEFAULT_SAMPLING,
  samples: 1,
  pixels: PAPER_BUDGET,
  reference: null,
} as const;
const untrusted = { trusted: () => false };

export const otherCases = [
  ...area('Prompts', {
    'a front matter that is no YAML': () => fillingFailure('---\ntoolbox: [unclosed\n---\n{{ content }}'),
    'a value that no prompt can have': () => fillingFailure('---\ndialect: latin\n---\n{{ content }}'),
    'a template that is no Jinja': () => fillingFailure('{% for image in %}{{ content }}'),
    'a template that fails': () => fillingFailure('{{ content }}{{ missing() }}'),
    'a template without the question': () => fillingFailure('Describe the page.'),
    'bytes that are not UTF-8': () => failureOf(() => promptText('mine.jinja', Uint8Array.of(0xff, 0xfe))),
    'more images than pages': () => fillingFailure('<image><image>{{ content }}'),
    'a prompt file that is not there': () =>
      failureOf(() => readPrompt('none.jinja', silent, new AbortController().signal)),
  }),
  ...area('Front matter of trajectory files', {
    'no YAML': () => frontMatter('---\nquestion: [unclosed\n---\ntext'),
    'a value that cannot be': () => frontMatter('---\nverdict: maybe\n---\ntext'),
    'no keys': () => frontMatter('---\njust words\n---\ntext'),
    'an unknown key, which is kept': () => frontMatter('---\ncolor: red\n---\ntext'),
  }),
  ...area('Questions', {
    'no page': () => failureOf(() => prepareQuestion({ ...QUESTION, documents: [] }, { renderPrompt })),
    'canceling while pages are rendered': () =>
      failureOf(async () => {
        const documents = createDocuments({ worker: DOCUMENTS_WORKER });
        const document = await documents.open({ kind: 'path', path: fixture('data-sheet.pdf') });
        try {
          await prepareQuestion(
            { ...QUESTION, documents: [{ path: 'data-sheet.pdf', document, pages: [1] }] },
            { renderPrompt, signal: AbortSignal.abort() },
          );
        } finally {
          await documents.dispose();
        }
      }),
  }),
  ...area('Recent trajectories', {
    'deleting one that is still being answered': deletionFailure,
    'saving one where that is not possible': savingFailure,
  }),
  ...area('The offline reader', {
    'its process ends at once': () => startFailure('process.exit(3)'),
    'its process says why it cannot start': () =>
      startFailure(
        `console.log(JSON.stringify({ error: 'Text recognition lacks its file eng.traineddata.gz.' }))`,
      ),
    'its process says nothing': () => startFailure('setInterval(() => undefined, 1000)', 300),
  }),
  ...area('Restricted Mode', {
    asking: () => failureOf(() => new AskCommands(untrusted as AskCommandsDeps).ask()),
    'connecting, and starting the offline reader': () =>
      failureOf(() => new Servers(untrusted as ServersDeps).connect()),
    'saving a key': () =>
      failureOf(() =>
        new ApiKeys({} as ConstructorParameters<typeof ApiKeys>[0], untrusted.trusted).set(
          'http://127.0.0.1:8000',
          'secret',
        ),
      ),
  }),
  ...otherArea('Files of records', {
    'a file that is no text': () => recognitionFailure('PK\0\0'),
    'a text of neither kind': () => recognitionFailure('Some notes.\n', 'notes.md'),
    'a YAML file': () => recognitionFailure('- response: a\n'),
    'a file packed with gzip that is cut off': () =>
      readingFailure(gzipSync('{"response": "a"}\n').subarray(0, 12)),
    'a damaged Parquet file': () => readingFailure('PAR1 damaged'),
    'a damaged archive': () => readingFailure('PK\u0003\u0004 damaged'),
    'an archive without samples': () => readingFailure(zipFile([{ name: 'a.txt', text: 'x' }])),
    'a table where its library is not at hand': () => readingFailure('PAR1', null),
    'a record at a place where another one is now': movedRecordFailure,
  }),
  ...area('The command line', {
    'an unknown option': () => failureOf(() => readAsk(['What?', 'a.pdf', '--color'])),
    'no question': () => failureOf(() => ask([' ', 'a.pdf'], {}, silent, NEVER)),
    'no file': () => failureOf(() => ask(['What?'], {}, silent, NEVER)),
    'a file before the question': () => failureOf(() => ask(['package.json', 'What?'], {}, silent, NEVER)),
    'a key for no server': () =>
      failureOf(() => ask(['What?', 'a.pdf', '--api-key-file', 'key.txt'], {}, silent, NEVER)),
    'a model of no server': () => failureOf(() => ask(['What?', 'a.pdf', '--model', 'm'], {}, silent, NEVER)),
    'an option twice': () => failureOf(() => readAsk(['What?', 'a.pdf', '--out', 'a', '--out', 'b'])),
    'an option without its value': () => failureOf(() => readAsk(['What?', 'a.pdf', '--model'])),
    'a number out of range': () =>
      failureOf(() => numberOption('samples', '99', { least: 1, most: 64, whole: true }, 1)),
    'pixels the wrong way round': () =>
      failureOf(() => budgetOption({ 'min-pixels': '9000', 'max-pixels': '1000' })),
    'more --pages than files': () =>
      failureOf(() =>
        openFiles(
          createDocuments({ worker: DOCUMENTS_WORKER }),
          ['a.pdf'],
          ['1', '2'],
          undefined,
          silent,
          NEVER,
        ),
      ),
    'a value that begins with a dash': () => failureOf(() => readAsk(['What?', 'a.pdf', '--seed', '-1'])),
    'nothing after --out': () => failureOf(() => requireWritable('')),
    'the document after --out': () => failureOf(() => requireApart(['a.pdf'], ['a.pdf'])),
    'a folder after --out': () => failureOf(() => requireWritable(temporaryFolder())),
  }),
];
