import { expect, it } from 'vitest';
import { claimPlace } from '../../../../src/host/trajectories/claimPlace.ts';
import { groundedClaim } from '../../../support/groundedClaims.ts';

const BOX = { left: 1, top: 2, right: 3, bottom: 4 };
const OTHER = { left: 5, top: 6, right: 7, bottom: 8 };
const on = { document: 'a.pdf', page: 4 };
const namedPlace = { on: { document: 'a.pdf', page: 2 }, box: OTHER };
const cited = { image: 1, document: 'a.pdf', page: 3 };

it('a claim leads to where its words stand, whatever page it cites', () => {
  const claim = groundedClaim({ status: 'other-page', on, cited, boxes: [BOX], namedPlace });
  expect(claimPlace(claim)).toEqual({ ...on, status: 'other-page', boxes: [BOX], missed: null });
});

it('a place on the same page that a claim names is missed, unless it has the words of the claim', () => {
  const here = { ...namedPlace, on };
  const values = { on, cited, boxes: [BOX], namedPlace: here };
  expect(claimPlace(groundedClaim({ ...values, status: 'elsewhere' }))?.missed).toEqual(OTHER);
  expect(claimPlace(groundedClaim({ ...values, status: 'found' }))?.missed).toBeNull();
});

it('a claim that need not stand on a page leads to no words there', () => {
  const values = { status: 'near', on, cited, boxes: [BOX], namedPlace, isUndecided: true } as const;
  expect(claimPlace(groundedClaim(values))).toEqual({
    document: 'a.pdf',
    page: 3,
    status: 'near',
    boxes: [],
    missed: null,
  });
});

it('a claim whose words stand nowhere leads to the place that it names', () => {
  const claim = groundedClaim({ status: 'not-found', on: null, cited, namedPlace });
  const place = { document: 'a.pdf', page: 2, status: 'not-found', boxes: [], missed: OTHER };
  expect(claimPlace(claim)).toEqual(place);
  const unknown = groundedClaim({ status: 'unknown', on: null, cited, namedPlace });
  expect(claimPlace(unknown)).toEqual({ ...place, status: 'unknown', boxes: [OTHER], missed: null });
});

it('a claim that names no place leads to the page that it cites, and one that cites none to no page', () => {
  const claim = groundedClaim({ status: 'not-found', on: null, cited });
  expect(claimPlace(claim)).toEqual({
    document: 'a.pdf',
    page: 3,
    status: 'not-found',
    boxes: [],
    missed: null,
  });
  expect(claimPlace(groundedClaim({ status: 'not-found', on: null, cited: null }))).toBeNull();
});
