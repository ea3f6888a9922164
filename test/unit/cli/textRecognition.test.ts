import { expect, it } from 'vitest';
import { showPages } from '../../../src/cli/grounding/textRecognition.ts';
import type { PageRecognizer } from '../../../src/grounding/model.ts';

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
