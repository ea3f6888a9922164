import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PageBox } from '../../../src/core/geometry/box.ts';
import type { Word } from '../../../src/core/geometry/word.ts';
import {
  CLAIM_STATUSES,
  type ClaimBox,
  type ClaimKind,
  type ClaimStatus,
  type GroundedClaim,
  type PageWords,
} from '../../../src/core/grounding/model.ts';
import { indexPage, type PageIndex } from '../../../src/core/grounding/pageIndex.ts';
import { groundTexts } from '../../support/groundedClaims.ts';
import { boxOverlap } from '../../support/boxOverlap.ts';
import { recognizedPages } from '../../support/storedPages.ts';
import { type StoredWords, wordsOfPage } from '../../support/storedWords.ts';

type Box = readonly [number, number, number, number];
/** A claim of claims.json, with what must be said of it. */
interface MeasuredClaim {
  /** How it was made. */
  readonly made: string;
  readonly document: string;
  readonly text: string;
  /** The pages that were sent. */
  readonly sent: readonly number[];
  readonly status: ClaimStatus;
  readonly page: number | null;
  readonly boxes: readonly Box[];
  readonly kind?: ClaimKind;
  readonly image?: number;
  readonly args?: string;
  readonly difference?: string;
  readonly box?: ClaimBox;
}

const SIZE = { width: 900, height: 900 };
const folder = new URL('../../fixtures/grounding/', import.meta.url);
const readJson = (name: string): unknown => JSON.parse(fs.readFileSync(new URL(name, folder), 'utf8'));
const claims = readJson('claims.json') as readonly MeasuredClaim[];

/** The first page of a reading, as text recognition read it. */
function scannedPage(document: string): PageWords {
  const [page] = recognizedPages(new URL(`../readings/words/${document}.json`, folder));
  const words = (page?.lines ?? []).flatMap(({ words: onLine }, line) =>
    onLine.map(({ text, box, confidence }): Word => {
      const { left, top, right, bottom } = box;
      return { text, box: { left, top, right, bottom }, height: bottom - top, line, confidence };
    }),
  );
  return { document, page: 1, size: SIZE, source: 'ocr', words };
}

const indexes = new Map<string, PageIndex>();
for (const page of (readJson('words.json') as readonly StoredWords[]).map(wordsOfPage)) {
  indexes.set(`${page.document} ${page.page}`, indexPage(page));
}
function indexOf(document: string, page: number): PageIndex {
  const key = `${document} ${page}`;
  const known = indexes.get(key) ?? indexPage(scannedPage(document));
  indexes.set(key, known);
  return known;
}

function ground(claim: MeasuredClaim): GroundedClaim {
  const { document, sent, text, args, kind, image, box } = claim;
  const [grounded] = groundTexts(
    [
      {
        text,
        ...(args === undefined ? {} : { args }),
        ...(kind === undefined ? {} : { kind }),
        ...(image === undefined ? {} : { image }),
        ...(box === undefined ? {} : { box }),
      },
    ],
    sent.map((page) => indexOf(document, page)),
  );
  if (grounded === undefined) throw new Error('A claim was lost.');
  return grounded;
}

describe('claims about the pages of the fixtures', () => {
  const results = claims.map((claim) => ({ claim, grounded: ground(claim) }));
  const rates = (
    status: ClaimStatus,
  ): { precision: number; recall: number; said: number; expected: number } => {
    const said = results.filter(({ grounded }) => grounded.status === status);
    const expected = results.filter(({ claim }) => claim.status === status);
    const right = said.filter(({ claim }) => claim.status === status).length;
    return {
      precision: right / said.length,
      recall: right / expected.length,
      said: said.length,
      expected: expected.length,
    };
  };
  const placed = results.filter(
    ({ claim, grounded }) =>
      claim.status === grounded.status && claim.boxes.length > 0 && claim.box === undefined,
  );
  const inPlace = placed.filter(({ claim, grounded }) => {
    const boxes = claim.boxes.map(([left, top, right, bottom]): PageBox => ({ left, top, right, bottom }));
    return grounded.on?.page === claim.page && boxOverlap(grounded.boxes, boxes) >= 0.5;
  });

  it('are at least 700, made in at least ten ways', () => {
    expect(claims.length).toBeGreaterThanOrEqual(700);
    expect(new Set(claims.map(({ made }) => made)).size).toBeGreaterThanOrEqual(10);
  });

  it('get the right status, with the measured precision and recall', () => {
    const lines = CLAIM_STATUSES.flatMap((status) => {
      const { precision, recall, said, expected } = rates(status);
      return expected === 0
        ? []
        : [
            `${status}: precision ${precision.toFixed(3)} of ${said}, recall ${recall.toFixed(3)} of ${expected}`,
          ];
    });
    console.log(
      [...lines, `boxes at IoU 0.5: ${(inPlace.length / placed.length).toFixed(3)} of ${placed.length}`].join(
        '\n',
      ),
    );
    const floors: readonly (readonly [ClaimStatus, number, number])[] = [
      ['found', 0.98, 0.95],
      ['not-found', 0.95, 0.97],
      ['near', 0.9, 0.9],
      ['elsewhere', 0.9, 0.9],
      ['other-page', 0.9, 0.9],
    ];
    for (const [status, precision, recall] of floors) {
      expect(rates(status).precision, `precision of ${status}`).toBeGreaterThanOrEqual(precision);
      expect(rates(status).recall, `recall of ${status}`).toBeGreaterThanOrEqual(recall);
    }
  });

  it('stand in the right boxes', () => {
    expect(inPlace.length / placed.length).toBeGreaterThanOrEqual(0.93);
  });

  it('name what the page has instead, if they are near', () => {
    const near = results.filter(
      ({ claim, grounded }) => grounded.status === 'near' && claim.status === 'near',
    );
    const named = near.filter(
      ({ claim, grounded }) => grounded.difference?.pageHas.includes(claim.difference ?? '') === true,
    );
    expect(named.length / near.length).toBeGreaterThanOrEqual(0.95);
  });
});
