import { describe, expect, it } from 'vitest';
import { isValueOfQuantity, isValueOfAnother } from '../../../src/offline/reading/attributes.ts';
import { extract } from '../../../src/offline/reading/extract.ts';
import { analyze, splitQuestion } from '../../../src/offline/reading/question.ts';
import { isVerb } from '../../../src/offline/reading/verbs.ts';
import { stem } from '../../../src/offline/reading/words.ts';

describe('a question', () => {
  it.each([
    ['Who chairs the board?', 'person'],
    ['When was the mill built?', 'date'],
    ['What is the deadline for abstracts?', 'date'],
    ['How long does the journey take?', 'duration'],
    ['How often are the nests visited?', 'frequency'],
    ['What share of the trips is made by bus?', 'percent'],
    ['What does a ticket cost?', 'money'],
    ['How many visitors came?', 'number'],
    ['Where is she buried?', 'place'],
    ['Which optimiser is used?', 'text'],
  ])('the question "%s" asks for a value of the kind %s', (question, kind) => {
    expect(analyze(question).kind).toBe(kind);
  });

  it('a question requires its names and numbers on the page, but not its verbs', () => {
    const { concepts, years } = analyze('How much did the mill in Torsby earn in 2023?');
    expect(years).toEqual(['2023']);
    expect(concepts.filter(({ required }) => required).map(({ text }) => text)).toEqual(['Torsby', '2023']);
    expect(concepts.find(({ text }) => text === 'earn')).toMatchObject({ isVerb: true });
  });

  it.each([
    ['Which town has the highest rate?', 'most'],
    ['Which year had the lowest losses?', 'least'],
    ['What is the rate of the town?', null],
    ['How many of them are oldest?', null],
  ])('the question "%s" asks for an extreme: %s', (question, extreme) => {
    expect(analyze(question).extreme).toBe(extreme);
  });

  it('two questions in one sentence are separated', () => {
    expect(splitQuestion('What was the profit, and who is the auditor?')).toEqual([
      'What was the profit',
      'who is the auditor?',
    ]);
  });

  it.each([
    ['employed', true],
    ['carries', true],
    ['running', true],
    ['built', true],
    ['department', false],
    ['management', false],
    ['revenue', false],
  ])('says whether "%s" is a verb: %s', (word, verb) => {
    expect(isVerb(word)).toBe(verb);
  });
});

describe('units', () => {
  it.each([
    ['price', '£8.20', true],
    ['price', '12.50', true],
    ['price', '32 minutes', false],
    ['weight', '3.8 kg', true],
    ['voltage', '18 V DC', true],
    ['share', '46%', true],
    ['length', '178 mm', true],
    ['length', '94 dB', false],
  ])('says whether a %s can have the value %s: %s', (word, value, can) => {
    expect(isValueOfQuantity(stem(word), value)).toBe(can);
  });

  it('recognizes a value of another quantity by its unit', () => {
    expect(isValueOfAnother(stem('price'), '32 minutes')).toBe(true);
    expect(isValueOfAnother(stem('price'), '94')).toBe(false);
    expect(isValueOfAnother(stem('flange'), '32 minutes')).toBe(false);
  });
});

describe('extract', () => {
  it.each([
    ['The busiest month was July, with 61,200 guests.', 'Which month was the busiest?', 'July'],
    ['We use the AdamW optimiser throughout.', 'Which optimiser is used?', 'AdamW'],
    ['The board proposes a dividend of 1.40 euros a share.', 'What dividend is proposed?', '1.40 euros'],
    [
      'The tower, which weighs 1,140 tonnes, was set on eight beams.',
      'How much does the tower weigh?',
      '1,140 tonnes',
    ],
    [
      'It was built in 1871 by the engineer Josepha Lindqvist.',
      'Who built the lighthouse?',
      'Josepha Lindqvist',
    ],
    ['It was for her dog, a terrier called Moss.', 'What was the name of her dog?', 'Moss'],
    ['Farleigh has no railway station.', 'Which town has no railway station?', 'Farleigh'],
    [
      'Tickets cost 3.20 francs for adults and 1.60 francs for children.',
      'What do children pay?',
      '1.60 francs',
    ],
  ])('extracts the part that is asked for from the sentence: %s', (sentence, question, expected) => {
    expect(extract(sentence, analyze(question))?.text).toBe(expected);
  });
});
