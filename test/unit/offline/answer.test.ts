import { describe, expect, it } from 'vitest';
import { defer } from '../../../src/core/deferred.ts';
import type { LayoutWord } from '../../../src/core/layout/model.ts';
import type { AnswerForm, PageToRead, ReadingEvent } from '../../../src/offline/model.ts';
import { createAnswerer } from '../../../src/offline/reading/answer.ts';
import { compose } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import type { PageLines } from '../../../src/offline/reading/pageWords.ts';
import { textLayerPage } from '../../../src/offline/reading/textLayerPage.ts';
import { row } from '../layout/build.ts';
import { page } from './support.ts';

const QUESTION = 'How much is a ticket for adults?';
const title = page(row(40, [100, 'Timetable']), row(100, [100, 'Trains leave every hour.']));
const prices = page(row(40, [100, 'Prices']), row(100, [100, 'A ticket for adults is 3.20 francs.']));

function words({ lines }: PageLines): LayoutWord[] {
  return lines.flatMap((line) => line.words);
}

/** A page whose image is a single byte: the position of its recognized text. */
function scan(index: number): PageToRead {
  return { image: Uint8Array.of(index), words: null };
}

async function collect(events: AsyncIterable<ReadingEvent>): Promise<ReadingEvent[]> {
  const all: ReadingEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe('the answer of the reader', () => {
  it('names each page before it is read, and states what is known of it before the next one is', async () => {
    const second = defer<PageLines>();
    const answer = createAnswerer((image) => (image[0] === 1 ? Promise.resolve(title) : second.promise));
    const task = { pages: [scan(1), scan(2)], question: QUESTION, form: 'think-answer' as const };
    const events = answer(task, new AbortController().signal)[Symbol.asyncIterator]();
    const seen: ReadingEvent[] = [];
    for (let count = 0; count < 4; count++) {
      const { value } = (await events.next()) as { value: ReadingEvent };
      seen.push(value);
    }
    expect(seen).toEqual([
      { type: 'text', text: `<think>The question is: “${QUESTION}”` },
      { type: 'status', status: 'Reading page 1 of 2' },
      { type: 'text', text: ' Image 1 begins with “Timetable”.' },
      { type: 'status', status: 'Reading page 2 of 2' },
    ]);
    second.resolve(prices);
    const rest = await collect({ [Symbol.asyncIterator]: () => events });
    expect(rest.at(-1)).toMatchObject({
      text: expect.stringMatching(/<answer>3\.20 francs<\/answer>$/) as string,
    });
  });

  it.each<AnswerForm>(['lang2act', 'action-rl', 'evisrag', 'think-answer', 'plain'])(
    'the streamed texts of the form %s are the whole trajectory',
    async (form) => {
      const answer = createAnswerer((image) => Promise.resolve(image[0] === 1 ? title : prices));
      const events = await collect(
        answer({ pages: [scan(1), scan(2)], question: QUESTION, form }, new AbortController().signal),
      );
      const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
      expect(text).toBe(compose(find(QUESTION, [title, prices]), form));
      expect(text).toContain('3.20 francs');
    },
  );

  it('images are recognized only for pages without the words of a text layer', async () => {
    const recognized: number[] = [];
    const answer = createAnswerer((image) => {
      recognized.push(image[0] ?? 0);
      return Promise.resolve(title);
    });
    const pages = [scan(1), { image: Uint8Array.of(2), words: words(prices) }];
    const events = await collect(
      answer({ pages, question: QUESTION, form: 'plain' }, new AbortController().signal),
    );
    expect(recognized).toEqual([1]);
    expect(events.at(-1)).toEqual({ type: 'text', text: '3.20 francs' });
  });

  it('the error of a page is thrown when its turn comes, and an aborted answer ends between pages', async () => {
    const answer = createAnswerer((image) =>
      image[0] === 1 ? Promise.resolve(title) : Promise.reject(new Error('It broke.')),
    );
    const task = { pages: [scan(1), scan(2), scan(3)], question: QUESTION, form: 'think-answer' as const };
    const seen: ReadingEvent[] = [];
    const failing = async (): Promise<void> => {
      for await (const event of answer(task, new AbortController().signal)) seen.push(event);
    };
    await expect(failing()).rejects.toThrow('It broke.');
    expect(seen.at(-1)).toEqual({ type: 'status', status: 'Reading page 2 of 3' });
    await expect(collect(answer({ ...task, pages: [scan(1)] }, AbortSignal.abort()))).rejects.toThrow();
  });
});

describe('a page from its text layer', () => {
  it('begins another line with a word that is not beside the one before it, to its right', () => {
    const layer = textLayerPage([...words(prices), ...words(title)]);
    expect(layer.text.split('\n')).toEqual([
      'Prices',
      'A ticket for adults is 3.20 francs.',
      'Timetable',
      'Trains leave every hour.',
    ]);
  });

  it('is kept, so that a second question does not lay it out again', () => {
    expect(textLayerPage(words(prices))).toBe(textLayerPage(structuredClone(words(prices))));
    expect(textLayerPage(words(title))).not.toBe(textLayerPage(words(prices)));
  });
});
