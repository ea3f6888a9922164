import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { showPages } from '../../../src/cli/grounding/textRecognition.ts';
import { ground } from '../../../src/cli/verbs/ground/ground.ts';
import type { PageRecognizer } from '../../../src/grounding/model.ts';
import { temporaryFolder } from '../../support/files.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

const IMAGE = fileURLToPath(new URL('../../fixtures/pillow/images/rgb.png', import.meta.url));

it('a terminal shows which page is being read before it is read, and what was read is passed on', async () => {
  const happened: string[] = [];
  const recognizer: PageRecognizer = {
    name: 'eng 200',
    recognize: (_document, { page }) => {
      happened.push(`read ${page}`);
      return Promise.resolve([]);
    },
    close: () => {
      happened.push('closed');
      return Promise.resolve();
    },
  };
  const shown = showPages(recognizer, {
    count: (line) => {
      happened.push(line);
    },
  });
  const document = { name: 'scans.pdf' } as Parameters<PageRecognizer['recognize']>[0];
  const read = (page: number) => shown.recognize(document, { hash: '', page, pictures: null }, undefined);
  expect([shown.name, await read(2), await read(7)]).toEqual(['eng 200', [], []]);
  await shown.close();
  expect(happened).toEqual([
    'Recognizing the text of page 2 of scans.pdf',
    'read 2',
    'Recognizing the text of page 7 of scans.pdf',
    'read 7',
    'closed',
  ]);
});

it.each([
  ['with --ocr', ['--ocr'], ['Recognizing the text of page 1 of rgb.png']],
  ['without it', [], []],
])('pagetrace ground shows the page that it recognizes, %s', async (_, options, shown) => {
  const folder = temporaryFolder();
  const counted: string[] = [];
  // No data of a language is there, so that nothing is recognized in the end.
  const data = options.length === 0 ? [] : ['--ocr-data', path.join(folder, 'missing')];
  await ground(['-', '--document', IMAGE, '--format', 'json', ...options, ...data], {
    terminal: silentTerminal({
      count: (line) => {
        counted.push(line);
      },
    }),
    stdin: answerInput(),
    environment: { XDG_CACHE_HOME: folder },
    interrupted: new AbortController().signal,
  });
  expect(counted.filter((line) => line.startsWith('Recognizing'))).toEqual(shown);
});

async function* answerInput(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from('<answer>518.9</answer>'));
}
