import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { asPageTraceError } from '../../../src/core/errors.ts';
import type { Word } from '../../../src/core/geometry/word.ts';
import { Recognition } from '../../../src/host/grounding/recognition.ts';
import { RecognitionProgress } from '../../../src/host/grounding/recognitionProgress.ts';
import { LanguageData } from '../../../src/ocr/languageData.ts';
import { readerName } from '../../../src/ocr/pageReader.ts';
import { memoryDocument } from '../../unit/asking/build.ts';
import { memento, until, useFolder, useSettings, useStubs } from '../support/given.ts';

const folder = useFolder();
const set = useSettings();
const stub = useStubs();

let trusted: boolean;
let answers: boolean;
let asked: string[];
let told: string[];
let fetched: string[];
let changes: number;
let recognition: Recognition;

/** Data of a registry that cannot be reached. */
function createData(languages: string, mayFetch: boolean): LanguageData {
  return new LanguageData({
    shipped: [{ code: 'eng', file: 'eng.traineddata.gz' }],
    folder: languages,
    given: null,
    registry: () => Promise.resolve('https://npm.example/'),
    fetch: mayFetch
      ? (url) => {
          fetched.push(url);
          return Promise.reject(new TypeError('fetch failed'));
        }
      : null,
  });
}

const RECOGNIZED: readonly Word[] = [
  {
    text: '518.9',
    box: { left: 1, top: 2, right: 30, bottom: 12 },
    height: 10,
    line: 0,
    confidence: 90,
  },
];

const placeOf = (): string => path.join(folder.file('storage').fsPath, 'recognition');

beforeEach(() => {
  trusted = true;
  answers = true;
  changes = 0;
  [asked, told, fetched] = [[], [], []];
  recognition = new Recognition(
    {
      context: {
        globalStorageUri: folder.file('storage'),
        globalState: { ...memento(), setKeysForSync: () => undefined },
      },
      trusted: () => trusted,
      changed: () => {
        changes += 1;
      },
      notices: {
        error: (error) => {
          told.push(asPageTraceError(error).message);
          return Promise.resolve();
        },
      },
    },
    createData,
    ({ languages }) => ({
      name: readerName(languages),
      recognize: () => Promise.resolve(RECOGNIZED),
      kept: () => Promise.resolve(RECOGNIZED),
      close: () => Promise.resolve(),
    }),
  );
  stub(
    vscode.window,
    'showWarningMessage',
    (message: string, { detail }: vscode.MessageOptions, button: string) => {
      asked.push(`${message} ${detail ?? ''}`);
      return Promise.resolve(answers ? button : undefined);
    },
  );
});

afterEach(() => recognition.close());

describe('the data for recognizing the text of pages', () => {
  it('of English is not asked for, because it ships', async () => {
    assert.equal(await recognition.prepare(), true);
    assert.deepEqual([asked, told, fetched], [[], [], []]);
    assert.equal(recognition.name, 'eng 200');
  });

  it('is not fetched if the person does not allow it, and asked for again', async () => {
    await set('pagetrace', 'recognition.languages', ['chi_sim', 'deu', 'klingon']);
    assert.equal(recognition.name, 'chi_sim+deu 200');
    answers = false;
    assert.deepEqual(await Promise.all([recognition.prepare(), recognition.prepare()]), [false, false]);
    assert.equal(await recognition.prepare(), false);
    const question =
      'Fetch the data for recognizing Simplified Chinese and German? PageTrace fetches @tesseract.js-data/chi_sim and @tesseract.js-data/deu (31 MB) from https://npm.example/ once, and checks the hash. Pages are not sent anywhere.';
    assert.deepEqual(asked, [question, question]);
    assert.deepEqual([told, fetched], [[], []]);
  });

  it('is fetched after the person has allowed it once; without a network, one sentence says so', async () => {
    await set('pagetrace', 'recognition.languages', ['deu']);
    assert.equal(await recognition.prepare(), false);
    assert.equal(await recognition.prepare(), false);
    assert.equal(asked.length, 1);
    const url = 'https://npm.example/@tesseract.js-data/deu/-/deu-1.0.0.tgz';
    assert.deepEqual(fetched, [url, url]);
    const sentence = `The data for recognizing German could not be fetched from ${url}.`;
    assert.deepEqual(told, [sentence, sentence]);
  });

  it('is not asked for if it is there', async () => {
    await set('pagetrace', 'recognition.languages', ['deu']);
    await fs.mkdir(placeOf(), { recursive: true });
    await fs.writeFile(path.join(placeOf(), 'deu.traineddata.gz'), '');
    assert.equal(await recognition.prepare(), true);
    assert.deepEqual([asked, told, fetched], [[], [], []]);
  });

  it('is asked for when other languages are set after text was recognized, and text is recognized again', async () => {
    answers = false;
    await set('pagetrace', 'recognition.languages', ['eng', 'deu']);
    assert.deepEqual([asked.length, changes], [0, 0]);
    await set('pagetrace', 'recognition.languages', ['eng']);
    await recognition.prepare();
    await set('pagetrace', 'recognition.languages', ['deu']);
    await until('the change', () => changes === 1);
    assert.equal(asked.length, 1);
  });

  it('is neither asked for nor fetched in Restricted Mode', async () => {
    await set('pagetrace', 'recognition.languages', ['deu']);
    trusted = false;
    assert.equal(await recognition.prepare(), false);
    assert.deepEqual([asked, fetched], [[], []]);
    assert.deepEqual(told, ['The data for recognizing German is not fetched in Restricted Mode.']);
  });
});

describe('the words of a page that text recognition read', () => {
  it('are recalled once it has read them, in the languages that are set', async () => {
    const document = memoryDocument('scan.pdf', 3);
    const part = { hash: 'abc', page: 2, pictures: null };
    assert.deepEqual(await recognition.recall('abc', 2), []);
    assert.deepEqual(await recognition.recognize(document, part, undefined), RECOGNIZED);
    assert.deepEqual(await recognition.recall('abc', 2), RECOGNIZED);
    assert.deepEqual(await recognition.recall('abc', 1), []);
    assert.deepEqual(await recognition.recall('def', 2), []);
    await set('pagetrace', 'recognition.languages', ['deu']);
    assert.deepEqual(await recognition.recall('abc', 2), []);
  });
});

describe('the notification about pages that are being recognized', () => {
  let canceled: vscode.CancellationTokenSource;
  let messages: string[];
  let notifications: Thenable<unknown>[];
  beforeEach(() => {
    canceled = new vscode.CancellationTokenSource();
    [messages, notifications] = [[], []];
    type Task = Parameters<typeof vscode.window.withProgress>[1];
    stub(vscode.window, 'withProgress', async (_options: vscode.ProgressOptions, task: Task) => {
      // As in VS Code, the task starts later.
      await Promise.resolve();
      const shown = task({ report: ({ message }) => messages.push(message ?? '') }, canceled.token);
      notifications.push(shown);
      return shown;
    });
  });

  it('names each page, and goes away after the last one', async () => {
    const progress = new RecognitionProgress();
    for (const page of ['a.pdf, page 1', 'a.pdf, page 2'])
      assert.equal(await progress.follow(page, undefined, () => Promise.resolve(page)), page);
    await Promise.all(notifications);
    assert.equal(notifications.length, 1);
    assert.equal(messages.at(-1), 'a.pdf, page 2');
  });

  it('ends the page that is being read and skips the next ones if it is canceled, until the person wants them', async () => {
    const progress = new RecognitionProgress();
    const read = (page: string): Promise<string> =>
      progress
        .follow(page, undefined, (signal) =>
          signal.aborted
            ? Promise.resolve(page)
            : new Promise<string>((_resolve, reject) => {
                signal.addEventListener('abort', () => {
                  reject(new Error('gone'));
                });
                setTimeout(() => {
                  canceled.cancel();
                });
              }),
        )
        .catch((error: unknown) => asPageTraceError(error).message);
    const sentence = 'Text recognition was stopped, and some pages were not read.';
    assert.deepEqual([await read('1'), await read('2')], [sentence, sentence]);
    progress.restart();
    assert.equal(await progress.follow('2', undefined, () => Promise.resolve('words')), 'words');
  });

  it('does not stand for the other errors of a page, or for a request that is canceled', async () => {
    const progress = new RecognitionProgress();
    const gone = new AbortController();
    await assert.rejects(
      progress.follow('1', gone.signal, (signal) => {
        gone.abort(new Error('gone'));
        return Promise.reject(signal.reason as Error);
      }),
      /gone/,
    );
    await assert.rejects(
      progress.follow('1', undefined, () => Promise.reject(new Error('damaged'))),
      /damaged/,
    );
  });
});
