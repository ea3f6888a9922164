import { describe, expect, it } from 'vitest';
import { compose, NOTHING_FOUND } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import { row } from '../layout/build.ts';
import { page } from './support.ts';

/** A table of two rows below a caption. */
function table(caption: string, one: string, other: string): ReturnType<typeof page> {
  return page(
    row(40, [100, caption]),
    row(120, [100, 'Place'], [400, '2023'], [600, '2024']),
    row(150, [100, one], [400, '311'], [600, '342']),
    row(180, [100, other], [400, '127'], [600, '118']),
  );
}

describe('a verb in the question and a noun on the page', () => {
  it.each([
    ['Loans by kind', 'Novels', 'How many novels were lent in 2024?'],
    ['Loans by kind', 'Novels', 'How many novels were borrowed in 2024?'],
    ['Sales by kind', 'Lamps', 'How many lamps were sold in 2024?'],
    ['Expenditure by kind', 'Heating', 'How much was spent on heating in 2024?'],
    ['Payments by kind', 'Grants', 'How much was paid in grants in 2024?'],
    ['Construction by kind', 'Bungalows', 'How many bungalows were built in 2024?'],
    ['Births by ward', 'Eastfield', 'How many children were born in Eastfield in 2024?'],
    ['Deaths by ward', 'Eastfield', 'How many people died in Eastfield in 2024?'],
    ['Purchases by kind', 'Tractors', 'How many tractors were bought in 2024?'],
    ['New hires by trade', 'Welders', 'How many welders were hired in 2024?'],
    ['Departures by trade', 'Welders', 'How many welders left in 2024?'],
    ['Production by kind', 'Bicycles', 'How many bicycles were produced in 2024?'],
    ['Output by kind', 'Bicycles', 'How many bicycles were made in 2024?'],
    ['Visitors by garden', 'Rosehill', 'How many people visited Rosehill in 2024?'],
    ['Losses by flock', 'Ewes', 'How many ewes were lost in 2024?'],
    ['Donations by kind', 'Blankets', 'How many blankets were given in 2024?'],
    ['Arrivals by line', 'Ferries', 'How many ferries arrived in 2024?'],
    ['Thefts by kind', 'Mopeds', 'How many mopeds were stolen in 2024?'],
    ['Flights by kind', 'Gliders', 'How many gliders flew in 2024?'],
  ])('a verb in the question matches a noun on the page (%s, %s): %s', (caption, label, question) => {
    expect(compose(find(question, [table(caption, label, 'Other')]), 'plain')).toBe('342');
  });

  it.each([
    ['Loans by kind', 'Novels', 'How many films were lent in 2024?'],
    ['Births by ward', 'Eastfield', 'How many children were born in Westfield in 2024?'],
  ])(
    'a verb in the question does not match another thing on the page (%s, %s): %s',
    (caption, label, question) => {
      expect(compose(find(question, [table(caption, label, 'Other')]), 'plain')).toBe(NOTHING_FOUND);
    },
  );
});
