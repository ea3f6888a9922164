import { describe, expect, it } from 'vitest';
import { compose, NOTHING_FOUND } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import type { OcrPage } from '../../../src/ocr/model.ts';
import { row } from '../layout/build.ts';
import { page } from './support.ts';

function answerTo(question: string, read: OcrPage): string {
  return compose(find(question, [read]), 'plain');
}

/** A page with a heading and one sentence. */
function pageWith(sentence: string): OcrPage {
  return page(row(40, [100, 'Report of the year']), row(120, [100, sentence]));
}

describe('quantities with a unit', () => {
  const train = 'The fastest train of the line reached 214 km/h on a test run.';
  const tower = 'The tower was built at an elevation of 1,204 metres above the lake.';
  const lease = 'The lease can be ended with sixty days of notice.';
  const caretaker = 'Repairs are done by the caretaker within three working days.';
  const seal = 'A broken seal costs the tenant 4 percent of the deposit for each month.';
  const bins = 'Rubbish is collected every Monday and Thursday before eight.';
  it.each([
    [train, 'How fast was the fastest train?', '214 km/h'],
    [tower, 'How high above sea level is the tower?', '1,204 metres'],
    [lease, 'How much notice must be given to end the lease?', 'sixty days'],
    [lease, 'How much notice is needed to terminate the lease?', 'sixty days'],
    [caretaker, 'How long until repairs are done?', 'three working days'],
    [seal, 'What is the penalty for a broken seal?', '4 percent of the deposit'],
    [bins, 'On which days is rubbish collected?', 'Monday and Thursday'],
    [train, 'How fast is the bus?', NOTHING_FOUND],
    [seal, 'What is the penalty for a late payment?', NOTHING_FOUND],
    [tower, 'How deep is the lake?', NOTHING_FOUND],
  ])('answers from "%s" with a quantity and its unit: %s', (sentence, question, expected) => {
    expect(answerTo(question, pageWith(sentence))).toBe(expected);
  });
});

describe('labels whose verb is not on the page', () => {
  const log = page(
    row(40, [100, 'Lightship log']),
    row(100, [100, 'Call sign:'], [400, 'LS-4']),
    row(130, [100, 'Radio channel:'], [400, '16']),
    row(160, [100, 'Radio frequency:'], [400, '156.8 MHz']),
  );
  it.each([
    ['On what radio frequency does the ship broadcast?', '156.8 MHz'],
    ['On which radio channel does the lightship listen?', '16'],
  ])('answers from a label whose verb is not on the page: %s', (question, expected) => {
    expect(answerTo(question, log)).toBe(expected);
  });
});

describe('narrower things', () => {
  const loans = page(
    row(40, [100, 'Loans by branch']),
    row(120, [100, 'Branch'], [400, 'Books'], [600, 'Films']),
    row(150, [100, 'Northgate'], [400, '311'], [600, '342']),
    row(180, [100, 'Low Bridge'], [400, '127'], [600, '118']),
  );
  it.each([
    ['How many films were lent at Low Bridge?', '118'],
    ['How many different books were lent at Northgate?', '311'],
    ['How many digital films were borrowed at Low Bridge?', NOTHING_FOUND],
    ['How many electronic books were lent at Northgate?', NOTHING_FOUND],
  ])('answers only for the narrower thing that is asked for: %s', (question, expected) => {
    expect(answerTo(question, loans)).toBe(expected);
  });
});

describe('questions with "which" and a noun', () => {
  const fleet = page(
    row(40, [100, 'Fleet and repairs']),
    row(120, [100, 'Boat'], [300, 'Builder'], [500, 'Bought'], [700, 'State']),
    row(150, [100, 'Heron'], [300, 'Aske'], [500, '2014'], [700, 'in use']),
    row(180, [100, 'Plover'], [300, 'Lund'], [500, '2017'], [700, 'in repair']),
    row(210, [100, 'Curlew'], [300, 'Aske'], [500, '2019'], [700, 'in use']),
    row(320, [100, 'The repair of the boat ramp cost 9,200 euros and was paid by the port.']),
  );
  it('answers "which" and a noun with a name, not with a sentence about money', () => {
    expect(answerTo('Which boat is being repaired?', fleet)).toBe('Plover');
  });
});
