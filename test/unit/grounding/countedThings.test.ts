import { describe, expect, it } from 'vitest';
import type { ClaimStatus, GroundedClaim, PageWords } from '../../../src/core/grounding/model.ts';
import { groundTexts } from '../../support/groundedClaims.ts';
import { pageOfLines } from '../../support/pageWords.ts';

function ground(text: string, pages: readonly PageWords[]): GroundedClaim {
  const [grounded] = groundTexts([{ text }], pages);
  if (grounded === undefined) throw new Error('One claim comes to one grounded claim.');
  return grounded;
}

describe('numbers with what they are counted in', () => {
  const trial = pageOfLines([
    'Lead in leaves, mg kg-1     7.7 ± 1.2     8.8 ± 1.0',
    '',
    'The soluble share fell from 0.47 to 0.29 mg kg-1 in four years.',
    'The sum insured is $2.5 million for each event.',
  ]);
  const port = pageOfLines(['东湾      347.9', '', '全年完成集装箱525.3万标箱']);

  it('do not take the power of a unit for a value', () => {
    expect(ground('7.7 ± 1.2 mg kg-1', [trial])).toMatchObject({ status: 'found', words: '7.7 1.2' });
  });

  it('keep their unit where another one divides it', () => {
    expect(ground('It decreased from 0.47 to 0.29 mg/kg.', [trial]).status).toBe('found');
  });

  it.each([
    ['$2,500,000', '2.5 million'],
    ['$2.5', '2.5'],
  ])('have their scale in the box if it makes them equal: %s', (said, words) => {
    expect(ground(said, [trial])).toMatchObject({ status: 'found', words });
  });

  it('may count what another number counts too', () => {
    expect(ground('347.9万标箱', [port]).status).toBe('found');
  });
});

describe('numbers in groups with spaces', () => {
  const invoice = pageOfLines(['Échangeur à plaques      4 316,25      8 632,50']);

  it('are named as a whole where one digit differs', () => {
    expect(ground('8 623,50', [invoice])).toMatchObject({
      status: 'near',
      difference: { said: '8 623,50', pageHas: '8 632,50' },
    });
  });
});

describe('sentences in other words', () => {
  const paper = pageOfLines(['Funded by the Moravian Soil Trust under contract MST/19/0446.']);
  const prices = pageOfLines(['Pont de Vaucelles    9 h 44', 'Carnet de dix       27,00 €']);

  it.each<[ClaimStatus, string, PageWords]>([
    ['found', 'Funding came from the Moravian Soil Trust.', paper],
    ['not-found', 'The trial was financed by the Carpathian Soil Trust.', paper],
    ['not-found', 'Shore power now reaches 27 of 44 berths.', prices],
  ])('are %s: %s', (status, text, page) => {
    expect(ground(text, [page]).status).toBe(status);
  });
});
