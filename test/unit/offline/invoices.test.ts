import { describe, expect, it } from 'vitest';
import { compose, NOTHING_FOUND } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import { row } from '../layout/build.ts';
import { page } from './support.ts';

/** The left edge of a text that ends at `right`, for cells that are aligned right. */
function flush(right: number, text: string): [number, string] {
  return [right - text.replaceAll(' ', '').length * 10 - 6 * (text.split(' ').length - 1), text];
}

const items = page(
  row(40, [100, 'Invoice 4471']),
  row(90, [100, 'Bill to'], [700, 'Seller']),
  row(115, [100, 'Marlow Joinery'], [700, 'Ashdown Timber']),
  row(140, [100, '14 Mill Lane'], [700, '3 Forest Road']),
  row(165, [100, 'Hexton'], [700, 'Oakham']),
  row(260, [100, 'Description'], [500, 'Quantity'], [700, 'Unit price'], [900, 'Amount']),
  row(290, [100, 'Oak boards'], flush(580, '12'), flush(800, '48.50'), flush(960, '582.00')),
  row(320, [100, 'Brass hinges'], flush(580, '40'), flush(800, '6.24'), flush(960, '249.60')),
  row(350, [100, 'Wood glue'], flush(580, '6'), flush(800, '45.00'), flush(960, '270.00')),
  row(420, flush(800, 'Subtotal'), flush(960, '1,101.60')),
  row(450, flush(800, 'VAT 20%'), flush(960, '220.32')),
  row(480, flush(800, 'Total due'), flush(960, '1,321.92')),
);
const apart = page(
  row(40, [100, 'Invoice 4472']),
  row(120, [700, 'Subtotal 840.00']),
  row(150, [700, 'VAT 19% 159.60']),
  row(180, [700, 'Shipping 12.40']),
  row(210, [700, 'Total due 1,012.00']),
);
const beside = page(
  row(40, [100, 'Order 118']),
  row(100, [100, 'Customer'], [400, 'Lindqvist Bakery']),
  row(130, [100, 'Supplier'], [400, 'Norra Mills']),
  row(160, [100, 'Ordered on'], [400, '4 May 2024']),
);
const delivery = page(
  row(40, [100, 'Delivery note 77']),
  row(100, [100, 'From: Alder Nursery, Westby']),
  row(130, [100, 'Sold to: Parks Department, Eastby']),
  row(160, [100, 'Ship to: Depot North, Eastby']),
);

function answer(question: string, read: ReturnType<typeof page>): string {
  return compose(find(question, [read]), 'plain');
}

describe('the sums of an invoice', () => {
  it.each([
    ['How much VAT is charged?', items, '220.32'],
    ['How much is the VAT?', items, '220.32'],
    ['What is the subtotal?', items, '1,101.60'],
    ['What is the total due?', items, '1,321.92'],
    ['How much is to be paid in total?', items, '1,321.92'],
    ['How much tax is charged?', items, '220.32'],
    ['How much VAT is charged?', apart, '159.60'],
    ['What is the VAT rate?', apart, '19%'],
    ['What is the subtotal?', apart, '840.00'],
    ['What is the total due?', apart, '1,012.00'],
    ['How much does shipping cost?', apart, '12.40'],
  ])('answers a question about the sums of an invoice: %s', (question, read, expected) => {
    expect(answer(question, read)).toBe(expected);
  });
});

describe('the cost of an item', () => {
  it.each([
    ['What did the oak boards cost in all?', '582.00'],
    ['What did the oak boards cost altogether?', '582.00'],
    ['What is the total for the brass hinges?', '249.60'],
    ['How much was paid for the wood glue in total?', '270.00'],
    ['What is the amount for the wood glue?', '270.00'],
    ['What is the unit price of the oak boards?', '48.50'],
    ['How much do the brass hinges cost each?', '6.24'],
    ['What do the brass hinges cost per piece?', '6.24'],
    ['How many oak boards were ordered?', '12'],
  ])('answers what an item costs: %s', (question, expected) => {
    expect(answer(question, items)).toBe(expected);
  });
});

describe('the parties of an invoice', () => {
  it.each([
    ['Who is the customer?', items, 'Marlow Joinery'],
    ['Who was billed?', items, 'Marlow Joinery'],
    ['Who is the buyer?', items, 'Marlow Joinery'],
    ['Who is the seller?', items, 'Ashdown Timber'],
    ['Who is the supplier?', items, 'Ashdown Timber'],
    ['Who is the buyer?', beside, 'Lindqvist Bakery'],
    ['Who is the vendor?', beside, 'Norra Mills'],
    ['Who is the seller?', delivery, 'Alder Nursery'],
    ['Who is the customer?', delivery, 'Parks Department'],
  ])('answers who a party of an invoice is: %s', (question, read, expected) => {
    expect(answer(question, read).split(',')[0]).toBe(expected);
  });

  it('finds no answer for a party that the invoice does not name', () => {
    expect(answer('Who is the auditor?', items)).toBe(NOTHING_FOUND);
    expect(answer('Who is the carrier?', beside)).toBe(NOTHING_FOUND);
  });
});
