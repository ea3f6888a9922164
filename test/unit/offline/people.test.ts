import { describe, expect, it } from 'vitest';
import { compose, NOTHING_FOUND } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import { row } from '../layout/build.ts';
import { page } from './support.ts';

const timetable = page(
  row(40, [100, 'Programme of the congress']),
  row(120, [100, 'Time'], [300, 'Session'], [900, 'Room']),
  row(150, [100, '09:00'], [300, 'Opening, Prof. Erik Sandvik'], [900, 'Great Hall']),
  row(180, [100, '10:15'], [300, 'Talk on bark beetles, Dr. Amara Diallo'], [900, 'Green Room']),
  row(210, [100, '11:30'], [300, 'Panel, chaired by Piotr Wolski'], [900, 'Great Hall']),
  row(240, [100, '13:00'], [300, 'Lunch'], [900, 'Canteen']),
);
const paper = page(
  row(40, [100, 'Counting Otters with Cheap Microphones on Small Rivers']),
  row(80, [250, 'Amara Diallo, Ben Fisher and Chiara Lombardi']),
  row(110, [300, 'Institute of River Ecology, Westby']),
  row(200, [100, 'Abstract']),
  row(240, [100, 'We count otters by their calls and show that three microphones are enough.']),
);
const byline = page(
  row(40, [100, 'Otters return to the Wend']),
  row(80, [100, 'by Hanna Brandt']),
  row(140, [100, 'Otters were seen on the river in spring for the first time since 1962.']),
);
const memo = page(
  row(40, [100, 'Memorandum']),
  row(100, [100, 'To: All wardens']),
  row(130, [100, 'From: Rosa Almeida']),
  row(160, [100, 'Subject: Winter hours']),
  row(240, [100, 'The gates will be closed at five from 1 November on.']),
);

function answer(question: string, read: ReturnType<typeof page>): string {
  return compose(find(question, [read]), 'plain');
}

describe('people in a timetable', () => {
  it.each([
    ['Who opens the congress?', 'Prof. Erik Sandvik'],
    ['Who gives the opening?', 'Prof. Erik Sandvik'],
    ['Who speaks on bark beetles?', 'Dr. Amara Diallo'],
    ['Who talks about bark beetles?', 'Dr. Amara Diallo'],
    ['Who chairs the panel?', 'Piotr Wolski'],
  ])('answers who does something in a timetable: %s', (question, expected) => {
    expect(expected).toContain(answer(question, timetable));
  });

  it('does not give the room of a timetable as a person', () => {
    expect(answer('Who cooks lunch?', timetable)).toBe(NOTHING_FOUND);
  });
});

describe('people in a memo', () => {
  it.each(['Who is the customer?', 'Who is the supplier?'])(
    'finds no buyer or seller in a memo: %s',
    (question) => {
      expect(answer(question, memo)).toBe(NOTHING_FOUND);
    },
  );

  it('answers to whom a memo is written', () => {
    expect(answer('Who is the recipient of the memo?', memo)).toBe('All wardens');
  });
});

describe('the author of a page', () => {
  it.each([
    ['Who wrote the paper?', paper, 'Amara Diallo, Ben Fisher and Chiara Lombardi'],
    ['Who are the authors of the paper?', paper, 'Amara Diallo, Ben Fisher and Chiara Lombardi'],
    ['Who is the first author?', paper, 'Amara Diallo'],
    ['Who wrote the article?', byline, 'Hanna Brandt'],
    ['Who is the author of the article?', byline, 'Hanna Brandt'],
    ['Who wrote the memo?', memo, 'Rosa Almeida'],
    ['Who sent the memo?', memo, 'Rosa Almeida'],
  ])('answers who wrote a page: %s', (question, read, expected) => {
    expect(answer(question, read)).toBe(expected);
  });
});
