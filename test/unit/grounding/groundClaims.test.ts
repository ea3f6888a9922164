import { describe, expect, it } from 'vitest';
import { groundClaims } from '../../../src/core/grounding/groundTrajectory.ts';
import type { Claim, GroundedClaim, PageWords } from '../../../src/core/grounding/model.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const FIRST = pageOfLines([
  'The company sold 12,345 machines in 2024, and the naïve fore\u00ad',
  'cast was right. The board met on 7 February 2025 in Zürich.',
  'Costs were (12.3) million; the margin was 7.7 % of sales.',
]);
const SECOND = pageOfLines(
  ['Umsatz 1.234.567,89 EUR', '公司的营业收入为 518.9 万元', 'Twenty-one people work here.'],
  {
    page: 2,
  },
);
const UNSENT = pageOfLines(['Only the appendix names Wilhelmina Okafor.'], { page: 9 });

function ground(text: string, claim: Partial<Claim> = {}, more: readonly PageWords[] = []): GroundedClaim {
  const [grounded] = groundClaims(
    [
      {
        span: { start: 0, end: text.length },
        text,
        kind: 'quote',
        image: 1,
        step: 0,
        action: 1,
        place: null,
        box: null,
        ...claim,
      },
    ],
    {
      pages: [FIRST, SECOND, UNSENT, ...more].map(indexPage),
      images: [FIRST, SECOND].map(({ document, page }, index) => ({
        image: index + 1,
        document,
        page,
        size: { width: 1224, height: 1584 },
      })),
    },
  );
  if (grounded === undefined) throw new Error('One claim comes to one grounded claim.');
  return grounded;
}

describe('groundClaims', () => {
  it.each([
    ['sold 12,345 machines', 1],
    ['SOLD  12 345 Machines', 1],
    ['12.345', 1],
    ['12345', 1],
    ['the naïve forecast was right', 1],
    ['naïve fore-\ncast', 1],
    ['2025-02-07', 1],
    ['February 7, 2025', 1],
    ['07/02/2025', 1],
    ['7. Februar 2025', 1],
    ['2025年2月7日', 1],
    ['February 2025', 1],
    ['-12.3 million', 1],
    ['−12,300,000', 1],
    ['7.7%', 1],
    ['7.7 percent', 1],
    ['€1,234,567.89', 2],
    ['Umsatz 1 234 567,89', 2],
    ['营业收入为518.9万', 2],
    ['营业收入为 5,189,000 元', 2],
    ['21', 2],
    ['twenty one people', 2],
  ])('finds %j on page %i', (text, image) => {
    const grounded = ground(text, { image });
    expect(grounded).toMatchObject({
      status: 'found',
      on: { document: 'report.pdf', page: image },
      sent: true,
    });
    expect(grounded.boxes.length).toBeGreaterThan(0);
  });

  it('draws one box a line, as high as the letters of its line', () => {
    const { boxes, words } = ground('naïve forecast was');
    expect(words).toBe('naïve forecast was');
    expect(boxes.map(({ left, top, bottom }) => [left, top, bottom])).toEqual([
      [20 + 6 * 'The company sold 12,345 machines in 2024, and the '.length, 20, 30],
      [20, 34, 44],
    ]);
  });

  it.each([
    ['Umsatz', 1, 'other-page'],
    ['Wilhelmina Okafor', 1, 'not-found'],
    ['four hundred ostriches', 1, 'not-found'],
    ['12,435', 1, 'near'],
    ['12,346 machines', 1, 'near'],
    ['12300 machines', 1, 'near'],
    ['8 February 2025', 1, 'not-found'],
  ])('says of %j that cites image %i: %s', (text, image, status) => {
    expect(ground(text, { image }).status).toBe(status);
  });

  it('finds a claim that cites no image on any page that was sent', () => {
    expect(ground('Umsatz', { image: null })).toMatchObject({
      status: 'found',
      cited: null,
      on: { page: 2 },
    });
  });

  it('names the page that a claim stands on even if it was not sent', () => {
    expect(ground('Wilhelmina Okafor')).toMatchObject({
      sent: false,
      on: { page: 9 },
      words: 'Wilhelmina Okafor',
    });
  });

  it('names what the page has instead of a number', () => {
    expect(ground('They sold 12,445 machines').difference).toEqual({ said: '12,445', pageHas: '12,345' });
  });
});
