import { describe, expect, it } from 'vitest';
import type { ClaimStatus, GroundedClaim } from '../../../src/core/grounding/model.ts';
import { MAX_FRAMES } from '../../../src/protocol/claimFrames.ts';
import { all, byText, click, find, open, receive, texts } from './drawing.tsx';
import { claim, grounded, TEXT } from './groundings.ts';
import { dialectStates } from './dialectStates.ts';
import { image, sample, state } from './states.ts';

/** Page 4 of the report is image 2. */
const IMAGES = [image(1), image(2)].map((one) => ({ ...one, path: 'report.pdf' }));
const BOX = { left: 300, top: 400, right: 360, bottom: 416 };

function shown(claims: readonly GroundedClaim[]) {
  const made = open(state({ images: IMAGES, samples: [sample({ text: TEXT })] }));
  receive(made, { type: 'grounding', sample: 0, shown: grounded(claims) });
  return made;
}

const shapesOn = (at: number): string[] =>
  [...(all('.shot')[at]?.querySelectorAll('.claim-frame') ?? [])].map(
    (frame) => frame.className.split(' ')[1] ?? '',
  );

describe('claims on the images of the strip', () => {
  it('are framed at their places on the image, by status in shape', () => {
    const made = shown([
      claim('518.9', 'found', { boxes: [BOX] }),
      claim('518.9', 'near', { boxes: [BOX] }),
      claim('518.9', 'elsewhere', { boxes: [BOX] }),
      claim('518.9', 'not-found', {
        cited: { image: 2, document: 'report.pdf', page: 4 },
        placeBox: BOX,
      }),
      claim('518.9', 'found', {
        kind: 'crop',
        boxes: [],
        placeBox: BOX,
        cited: { image: 2, document: 'report.pdf', page: 4 },
      }),
    ]);
    click(byText('.foot button', 'All claims'));
    expect(shapesOn(0)).toEqual([]);
    expect(shapesOn(1)).toEqual(['solid', 'dashed', 'dotted', 'crossed', 'corners']);
    // The page is 600 by 800 points: the frame is at the same share of the image.
    expect(find('.shot .claim-frame').style.left).toBe('calc(50% - var(--frame-space))');
    expect(find('.shot .claim-frame').style.top).toBe('calc(50% - var(--frame-space))');
    expect(find('.shot:last-child').textContent).toContain('claims: 2 found, 1 elsewhere on the page');
    expect(made.model.claims.onImages.on(IMAGES[0] ?? image(1))).toBeNull();
  });

  it('are those of the selected step until all are wanted, and all while no step is selected', () => {
    const made = shown([
      claim('518.9', 'found', { boxes: [BOX] }),
      claim('12.1%', 'found', { step: 3, boxes: [{ ...BOX, top: 500, bottom: 516 }] }),
    ]);
    expect(shapesOn(1)).toHaveLength(2);
    receive(made, { type: 'claim', sample: 0, claim: 0 });
    expect(shapesOn(1)).toHaveLength(1);
    expect(find('.shot .claim-frame').classList.contains('is-selected')).toBe(true);
    click(byText('.foot button', 'All claims'));
    expect(shapesOn(1)).toHaveLength(2);
    expect(byText('.foot button', 'All claims').getAttribute('aria-pressed')).toBe('true');
  });

  it('have at most as many frames as over a page', () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      claim('518.9', 'found', { boxes: [{ left: index, top: index, right: index + 9, bottom: index + 9 }] }),
    );
    shown(many);
    click(byText('.foot button', 'All claims'));
    expect(shapesOn(1)).toHaveLength(MAX_FRAMES);
  });

  it('take the place of the frame of a box that the model wrote', () => {
    const boxes = dialectStates['vg-refiner'];
    const made = open(boxes);
    expect(all('.thumb rect.model')).toHaveLength(2);
    const { text } = boxes.samples[0] ?? sample();
    const start =
      made.model.boxesOn(boxes.images[0] ?? image(1)).find(({ name }) => name === '1')?.span?.start ?? 0;
    const box = claim('518.9', 'found', {
      span: { start, end: start + 1 },
      kind: 'box',
      boxes: [BOX],
      placeBox: BOX,
      on: { document: 'annual-report.pdf', page: 3 },
      cited: { image: 1, document: 'annual-report.pdf', page: 3 },
    });
    expect(text.length).toBeGreaterThan(start);
    const { grounding, ...rest } = grounded([box]);
    receive(made, {
      type: 'grounding',
      sample: 0,
      shown: {
        ...rest,
        grounding: {
          ...grounding,
          pages: [{ document: 'annual-report.pdf', page: 3, size: { width: 600, height: 800 } }],
        },
      },
    });
    expect(all('.thumb rect.model')).toHaveLength(1);
    expect(shapesOn(0)).toEqual(['solid', 'corners']);
  });

  it('are counted by status for each image', () => {
    const statuses: readonly ClaimStatus[] = ['found', 'near', 'near'];
    shown(statuses.map((status, index) => claim('518.9', status, { boxes: [{ ...BOX, top: index }] })));
    expect(texts('.shot .facts').filter((fact) => fact.startsWith('claims'))).toEqual([
      'claims: 1 found, 2 differ',
    ]);
  });
});
