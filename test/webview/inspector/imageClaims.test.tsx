import { afterEach, describe, expect, it, vi } from 'vitest';
import { defer } from '../../../src/core/deferred.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { ClaimStatus, GroundedClaim } from '../../../src/core/grounding/model.ts';
import { MAX_FRAMES } from '../../../src/protocol/claimFrames.ts';
import { imageScale } from '../../../webview/inspector/model/imageZoom.ts';
import { hasRegion, loupeRegion, moveLoupe, partAround } from '../../../webview/inspector/model/loupe.ts';
import type { Pictures } from '../../../webview/inspector/view/images.ts';
import { all, apply, byText, click, find, observeSizes, open, receive, texts } from './drawing.tsx';
import { claim, grounded, TEXT } from './groundings.ts';
import { dialectStates } from './dialectStates.ts';
import { image, sample, state } from './states.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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
        namedPlace: { on: { document: 'report.pdf', page: 4 }, box: BOX },
      }),
      claim('518.9', 'found', {
        kind: 'crop',
        boxes: [],
        namedPlace: { on: { document: 'report.pdf', page: 4 }, box: BOX },
        cited: { image: 2, document: 'report.pdf', page: 4 },
      }),
    ]);
    click(byText('.foot button', 'All claims'));
    expect(shapesOn(0)).toEqual([]);
    expect(shapesOn(1)).toEqual(['solid', 'dashed', 'dotted', 'crossed', 'corners']);
    // The page is 600 by 800 points: the frame is at the same share of the image.
    expect(find('.shot .claim-frame').style.left).toBe('calc(50% - var(--frame-space))');
    expect(find('.shot .claim-frame').style.top).toBe('calc(50% - var(--frame-space))');
    expect(find('.shot:last-child').textContent).toContain(
      'claims: 1 not found, 1 differs, 1 elsewhere on the page, 2 found',
    );
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

  it('are not on an image that shows the document as it was before it changed', () => {
    const made = shown([claim('518.9', 'found', { boxes: [BOX] })]);
    receive(made, { type: 'claim', sample: 0, claim: 0 });
    expect(shapesOn(1)).toEqual(['solid']);
    expect(texts('.evidence figcaption')).toEqual(['Page 4', 'As it was sent: image 2']);
    const images = IMAGES.map((one) => ({ ...one, isEarlier: true }));
    const { samples, ...update } = state({ images, edition: 1 });
    receive(made, { type: 'update', state: update, samples });
    expect(shapesOn(1)).toEqual([]);
    expect(texts('.evidence figcaption')).toEqual(['Page 4']);
  });

  it('are those of each of 50 images, and of the selected step on all of them', () => {
    const images = Array.from({ length: 50 }, (_, index) => image(index + 1, { path: 'report.pdf' }));
    const claims = Array.from({ length: 1_000 }, (_, index) => {
      const top = 10 * Math.floor(index / 50);
      return claim('518.9', index % 100 < 50 ? 'found' : 'near', {
        step: index % 100 < 50 ? 2 : 3,
        on: { document: 'report.pdf', page: (index % 50) + 3 },
        boxes: [{ left: 10, top, right: 60, bottom: top + 8 }],
      });
    });
    const { grounding, ...rest } = grounded(claims);
    const pages = images.map(({ path, page }) => ({
      document: path,
      page,
      size: { width: 600, height: 800 },
    }));
    const made = open(state({ images, numImages: 50, samples: [sample({ text: TEXT })] }));
    receive(made, { type: 'grounding', sample: 0, shown: { ...rest, grounding: { ...grounding, pages } } });
    expect(texts('.shot .facts').filter((fact) => fact === 'claims: 10 differ, 10 found')).toHaveLength(50);
    const shapes = (): string[] => images.map((_, at) => [...new Set(shapesOn(at))].sort().join());
    receive(made, { type: 'claim', sample: 0, claim: 0 });
    expect(shapesOn(49)).toHaveLength(10);
    expect(shapes()).toEqual(images.map(() => 'solid'));
    click(byText('.foot button', 'All claims'));
    expect(shapesOn(49)).toHaveLength(20);
    expect(shapes()).toEqual(images.map(() => 'dashed,solid'));
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
      namedPlace: { on: { document: 'annual-report.pdf', page: 3 }, box: BOX },
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

  it('are counted on one image each: where their words are, otherwise where they name a place', () => {
    const onPage = (page: number) => ({ on: { document: 'report.pdf', page } });
    const cites = (page: number) => ({
      cited: { image: page - 2, document: 'report.pdf', page },
      namedPlace: { on: { document: 'report.pdf', page }, box: BOX },
    });
    const { grounding, ...rest } = grounded([
      claim('518.9', 'other-page', { ...onPage(4), ...cites(3) }),
      claim('518.9', 'not-found', { ...cites(3) }),
      claim('518.9', 'not-found', { ...onPage(9), sent: false, ...cites(4) }),
      claim('518.9', 'found', { ...onPage(3) }),
      claim('518.9', 'not-found'),
    ]);
    const pages = [3, 4].map((page) => ({ document: 'report.pdf', page, size: { width: 600, height: 800 } }));
    const made = open(state({ images: IMAGES, samples: [sample({ text: TEXT })] }));
    receive(made, { type: 'grounding', sample: 0, shown: { ...rest, grounding: { ...grounding, pages } } });
    expect(texts('.shot .facts').filter((fact) => fact.startsWith('claims'))).toEqual([
      'claims: 1 not found, 1 found',
      'claims: 1 not found, 1 on another page',
    ]);
  });

  it('are counted by status for each image', () => {
    const statuses: readonly ClaimStatus[] = ['found', 'near', 'near'];
    shown(statuses.map((status, index) => claim('518.9', status, { boxes: [{ ...BOX, top: index }] })));
    expect(texts('.shot .facts').filter((fact) => fact.startsWith('claims'))).toEqual([
      'claims: 2 differ, 1 found',
    ]);
  });
});

describe('an image that is shown larger', () => {
  const enlarge = (pictures: Partial<Pictures>) => {
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => undefined);
    // happy-dom lays nothing out.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
    observeSizes();
    const made = open(
      state({ images: IMAGES, samples: [sample({ text: TEXT })] }),
      undefined,
      undefined,
      pictures,
    );
    click(find('[aria-label="Enlarge image 2"]'));
    return made;
  };

  it('says that it is loading, and why it cannot be shown', async () => {
    const { promise: images, reject: fail } = defer<never>();
    // It may fail before it is asked for.
    images.catch(() => undefined);
    enlarge({ images: () => images });
    await expect.poll(() => texts('dialog .enlarged-empty')).toEqual(['Loading…']);
    fail(new PageTraceError('file-not-found', 'report.pdf does not exist.'));
    await expect.poll(() => find('dialog .enlarged-empty').textContent).toBe('report.pdf does not exist.');
    expect(all('.zoom')).toHaveLength(0);
  });

  it('asks for the words of its page and the place of the loupe again after the document has changed', async () => {
    const asked = { words: 0, parts: 0 };
    const made = enlarge({
      words: () => {
        asked.words += 1;
        return Promise.resolve([]);
      },
      parts: () => {
        asked.parts += 1;
        return Promise.resolve({ src: 'data:image/png;base64,AAAA', width: 1, height: 1 });
      },
    });
    receive(made, {
      type: 'grounding',
      sample: 0,
      shown: grounded([claim('518.9', 'found', { boxes: [BOX] })]),
    });
    await expect.poll(() => all('.zoom').length).toBe(1);
    click(byText('dialog button', 'Loupe'));
    await expect.poll(() => asked).toEqual({ words: 1, parts: 1 });
    const { samples, ...update } = state({ images: IMAGES, edition: 1 });
    receive(made, { type: 'update', state: update, samples });
    await expect.poll(() => asked).toEqual({ words: 2, parts: 2 });
  });

  it('has a loupe of the sent image alone when its document is not at hand, which is tried once', async () => {
    let requests = 0;
    const made = enlarge({
      parts: () => {
        requests += 1;
        return Promise.reject(new PageTraceError('file-not-found', 'report.pdf does not exist.'));
      },
    });
    await expect.poll(() => all('.zoom').length).toBe(1);
    click(byText('dialog button', 'Loupe'));
    await expect.poll(() => texts('.loupe-failed')).toEqual(['report.pdf does not exist.']);
    expect(all('.loupe-window img.pixels')).toHaveLength(1);
    find('.zoom-view').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    await new Promise((next) => setTimeout(next, 5));
    expect(requests).toBe(1);
    made.model.enlarged.value = null;
    await expect.poll(() => all('dialog')).toEqual([]);
  });

  it('asks for the words of its page, which labels of claims leave uncovered', async () => {
    const asked: unknown[] = [];
    const made = enlarge({
      words: (...page) => {
        asked.push(page);
        return Promise.resolve([]);
      },
    });
    await expect.poll(() => all('.zoom').length).toBe(1);
    expect(asked).toEqual([]);
    receive(made, {
      type: 'grounding',
      sample: 0,
      shown: grounded([claim('518.9', 'found', { boxes: [BOX] })]),
    });
    await expect.poll(() => asked).toEqual([['report.pdf', 4]]);
    expect(texts('dialog .claim-label')).toEqual(['1']);
    expect(find('dialog .claim-label').getAttribute('aria-label')).toBe('1: Claim 1, step 1, found: 518.9');
  });

  it('cancels the request of its loupe when it is closed', async () => {
    const asked: AbortSignal[] = [];
    const made = enlarge({
      parts: (_document, _page, _region, signal) => {
        asked.push(signal);
        return new Promise(() => undefined);
      },
    });
    await expect.poll(() => all('.zoom').length).toBe(1);
    click(byText('dialog button', 'Loupe'));
    await expect.poll(() => asked.length).toBe(1);
    expect(asked[0]?.aborted).toBe(false);
    apply(() => {
      made.model.enlarged.value = null;
    });
    expect(asked[0]?.aborted).toBe(true);
  });
});

describe('a loupe', () => {
  const image = { width: 500, height: 800 };

  it('shows the place around a point, up to the edges of the image', () => {
    const window = { width: 400, height: 200 };
    expect(loupeRegion({ x: 0.5, y: 0.5 }, window, image)).toEqual({
      left: 200,
      top: 375,
      right: 300,
      bottom: 425,
    });
    expect(loupeRegion({ x: 0, y: 1 }, window, image)).toEqual({
      left: 0,
      top: 750,
      right: 100,
      bottom: 800,
    });
    expect(loupeRegion({ x: 0, y: 0 }, { width: 4000, height: 200 }, image)).toMatchObject({
      left: -250,
      right: 750,
    });
  });

  it('requests a part with room around it that has what the loupe shows, within the page', () => {
    for (const at of [
      { x: 0, y: 0 },
      { x: 0.3, y: 0.7 },
      { x: 1, y: 1 },
    ]) {
      const region = loupeRegion(at, { width: 400, height: 200 }, image);
      const part = partAround(region, image);
      expect(hasRegion(part, region, image)).toBe(true);
      expect(Math.min(part.left, part.top)).toBeGreaterThanOrEqual(0);
      expect(Math.max(part.right, part.bottom)).toBeLessThanOrEqual(1);
    }
    const far = loupeRegion({ x: 0.9, y: 0.9 }, { width: 400, height: 200 }, image);
    expect(
      hasRegion(
        partAround(loupeRegion({ x: 0, y: 0 }, { width: 400, height: 200 }, image), image),
        far,
        image,
      ),
    ).toBe(false);
  });

  it('moves by a quarter of what it shows for each arrow key, and not beyond the image', () => {
    const region = loupeRegion({ x: 0.5, y: 0.5 }, { width: 400, height: 200 }, image);
    expect(moveLoupe({ x: 0.5, y: 0.5 }, 'ArrowRight', region, image)).toEqual({ x: 0.55, y: 0.5 });
    expect(moveLoupe({ x: 0.5, y: 0 }, 'ArrowUp', region, image)).toEqual({ x: 0.5, y: 0 });
    expect(moveLoupe({ x: 0.5, y: 0.5 }, 'Enter', region, image)).toBeNull();
  });

  it('shows all of an image that fits, at most in its own size', () => {
    expect(imageScale('fit', image, { width: 250, height: 800 })).toBe(0.5);
    expect(imageScale('fit', image, { width: 5000, height: 8000 })).toBe(1);
    expect(imageScale(3, image, { width: 250, height: 800 })).toBe(3);
  });
});

describe('crops that the model asked for', () => {
  const zoom = (box: string): string =>
    `<think>x</think><bbox>${box}</bbox><|im_start|>user\n<image><|im_end|>\n<|im_start|>assistant\n`;
  const crop = (box: string, number: number): string =>
    `<tool_call>{"name": "crop_image_normalized", "arguments": {"bbox_2d": ${box}, "target_image": ${number}}}</tool_call><|im_end|>\n<|im_start|>user\nHere is the cropped image:<image><|im_end|>\n<|im_start|>assistant\n`;
  /** The request has one image of 600 by 600 pixels of a page of 600 by 800 points. */
  const CROPS = [
    {
      dialect: 'vrag-rl' as const,
      text: `${zoom('[100, 100, 300, 300]')}${zoom('[0, 0, 224, 224]')}`,
      // The first crop shows 44 to 356 of 600 pixels as 448 x 448.
      second: { left: 44, width: 156 },
      title: 'As it was sent: image 2, a crop of image 1, 448 × 448 px',
      cut: '312 / 416',
    },
    {
      dialect: 'pixel-reasoner' as const,
      text: `${crop('[0.2, 0.2, 0.4, 0.4]', 1)}${crop('[0, 0, 0.5, 0.5]', 2)}`,
      // The first crop is widened to 0.1 to 0.5 of the image.
      second: { left: 60, width: 120 },
      title: 'As it was sent: image 2, a crop of image 1, 240 × 240 px',
      cut: '240 / 320',
    },
  ];
  const images = [image(1, { path: 'report.pdf', page: 4, width: 600, height: 600 })];

  it.each(CROPS)(
    'a box on a crop is drawn where the crop was cut out: $dialect',
    ({ dialect, text, second }) => {
      const made = open(state({ dialect, profile: null, numImages: 1, images, samples: [sample({ text })] }));
      const [, inner] = made.model.boxesOn(images[0] ?? image(1));
      expect(inner?.left).toBeCloseTo(second.left, 5);
      expect((inner?.right ?? 0) - (inner?.left ?? 0)).toBeCloseTo(second.width, 5);
    },
  );

  it.each(CROPS)(
    'a step shows the page beside the crop as it was sent: $dialect',
    ({ dialect, text, title, cut }) => {
      const made = open(state({ dialect, profile: null, numImages: 1, images, samples: [sample({ text })] }));
      const [outer] = made.model.boxesOn(images[0] ?? image(1));
      const span = outer?.span ?? { start: 0, end: 0 };
      const box = { left: 100, top: 133, right: 300, bottom: 400 };
      const claims = [
        claim('518.9', 'found', {
          kind: 'crop',
          span,
          text: 'box',
          box: { ...box, unit: 'pixel' },
          boxes: [box],
          namedPlace: { on: { document: 'report.pdf', page: 4 }, box: box },
        }),
      ];
      receive(made, { type: 'grounding', sample: 0, shown: grounded(claims) });
      receive(made, { type: 'claim', sample: 0, claim: 0 });
      expect(texts('.evidence figcaption')).toEqual(['Page 4', title]);
      // Both show all of the crop, not only what is around the box.
      const shapes = all('.evidence .cut-window').map(({ style }) =>
        style.aspectRatio.replace(/(\d+\.\d+)/g, (one) => String(Math.round(Number(one)))),
      );
      expect(shapes).toEqual([cut, cut]);
    },
  );
});
