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
  expect(claimPlace(claim)).toEqual({ ...on, status: 'other-page', boxes: [BOX] });
});

it('a claim whose words stand nowhere leads to the place that it names', () => {
  const claim = groundedClaim({ status: 'not-found', on: null, cited, namedPlace });
  expect(claimPlace(claim)).toEqual({ document: 'a.pdf', page: 2, status: 'not-found', boxes: [OTHER] });
});

it('a claim that names no place leads to the page that it cites, and one that cites none to no page', () => {
  const claim = groundedClaim({ status: 'not-found', on: null, cited });
  expect(claimPlace(claim)).toEqual({ document: 'a.pdf', page: 3, status: 'not-found', boxes: [] });
  expect(claimPlace(groundedClaim({ status: 'not-found', on: null, cited: null }))).toBeNull();
});
