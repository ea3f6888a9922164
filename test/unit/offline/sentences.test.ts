import { describe, expect, it } from 'vitest';
import { compose } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import { row } from '../layout/build.ts';
import { page } from './support.ts';

/** The answer from a page with a heading and one sentence. */
function answerTo(question: string, sentence: string): string {
  const read = page(row(40, [100, 'What happened']), row(120, [100, sentence]));
  return compose(find(question, [read]), 'plain');
}

describe('figures for two periods', () => {
  const accidents = 'There were 6 accidents in 2023, after 9 in 2022.';
  const herds = 'The number of herds rose from 12 in 2021 to 15 in 2022.';
  const kilns = 'The pottery fired 15 kilns in 2022 (2021: 12).';
  const boats = 'In 2024 the harbour counted 31 boats, compared with 40 the year before.';
  const goats = 'The farm kept 27 goats in 2020 and 35 in 2021.';
  const eggs = 'Sales of eggs grew from 1.2 million euros in 2022 to 1.5 million euros in 2023.';
  it.each([
    [eggs, 'What were the sales of eggs in 2022?', '1.2 million euros'],
    [eggs, 'What were the sales of eggs in 2023?', '1.5 million euros'],
    [accidents, 'How many accidents were there in 2022?', '9'],
    [accidents, 'How many accidents were there in 2023?', '6'],
    [herds, 'How many herds were there in 2021?', '12'],
    [herds, 'How many herds were there in 2022?', '15'],
    [kilns, 'How many kilns were fired in 2021?', '12'],
    [kilns, 'How many kilns were fired in 2022?', '15'],
    [boats, 'How many boats were counted in 2023?', '40'],
    [boats, 'How many boats were counted in 2024?', '31'],
    [goats, 'How many goats did the farm keep in 2021?', '35'],
    [goats, 'How many goats did the farm keep in 2020?', '27'],
  ])('answers from "%s" with the figure of the right period: %s', (sentence, question, expected) => {
    expect(answerTo(question, sentence)).toBe(expected);
  });
});

describe('several counts in a sentence', () => {
  const plants = 'The five plants employed 318 people, of whom 41 were apprentices.';
  const school = 'The three schools taught 912 pupils in 38 classes with 61 teachers.';
  it.each([
    [plants, 'How many people did the five plants employ?', '318'],
    [plants, 'How many people worked in the plants?', '318'],
    [plants, 'How many apprentices were there in the plants?', '41'],
    [school, 'How many pupils did the schools teach?', '912'],
    [school, 'How many teachers do the schools have?', '61'],
    [school, 'How many classes were there in the schools?', '38'],
  ])('answers from "%s" with the right count of a sentence: %s', (sentence, question, expected) => {
    expect(answerTo(question, sentence)).toMatch(new RegExp(`^${expected}(?: |$)`));
  });
});

describe('numbers', () => {
  it.each([
    ['We train with a learning rate of 2e-5 for 3 epochs.', 'What is the learning rate?', '2e-5'],
    ['The pressure in the chamber is 1.5e3 Pa.', 'What is the pressure in the chamber?', '1.5e3 Pa'],
    ['The weight decay is 10^-4 throughout.', 'What is the weight decay?', '10^-4'],
    ['The tolerance of the solver is 2 x 10^-5.', 'What is the tolerance of the solver?', '2 x 10^-5'],
    ['The leak rate of the valve is 3.2 × 10^-6.', 'What is the leak rate of the valve?', '3.2 × 10^-6'],
    [
      'The operating temperature is -10 to 45 °C indoors.',
      'What is the operating temperature?',
      '-10 to 45 °C',
    ],
    ['The base model has a size of 7B parameters.', 'What is the size of the base model?', '7B parameters'],
    ['The firmware version is v2.1 since May.', 'What is the firmware version?', 'v2.1'],
  ])('reads a number as a whole: %s', (sentence, question, expected) => {
    expect([expected, expected.replace(' parameters', '')]).toContain(
      answerTo(question, sentence).replace(/ (?:since May|indoors|throughout)$/, ''),
    );
  });
});

describe('predecessors and successors', () => {
  const retired = 'The treasurer, Ingrid Solheim, retired in May; she is followed by Tomas Lindqvist.';
  const mayor = 'Mayor Pavel Horak was succeeded by Jana Novotna in 2019.';
  const curator = 'Nils Aaberg succeeded Greta Holm as curator in 2021.';
  it.each([
    [retired, 'Who is the successor of Ingrid Solheim?', 'Tomas Lindqvist'],
    [retired, "Who is Ingrid Solheim's successor?", 'Tomas Lindqvist'],
    [retired, 'Who is the predecessor of Tomas Lindqvist?', 'Ingrid Solheim'],
    [retired, 'Who follows Ingrid Solheim as treasurer?', 'Tomas Lindqvist'],
    [mayor, 'Who succeeded Pavel Horak?', 'Jana Novotna'],
    [mayor, 'Who was the predecessor of Jana Novotna?', 'Pavel Horak'],
    [curator, 'Who is the successor of Greta Holm?', 'Nils Aaberg'],
    [curator, 'Who was the predecessor of Nils Aaberg?', 'Greta Holm'],
  ])('answers from "%s" who comes before or after a person: %s', (sentence, question, expected) => {
    expect(answerTo(question, sentence)).toBe(expected);
  });
});
