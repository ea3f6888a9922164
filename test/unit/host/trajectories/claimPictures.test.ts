import { expect, it } from 'vitest';
import { shareToPage } from '../../../../src/core/geometry/conversions.ts';
import type { OpenDocument, RenderOptions } from '../../../../src/documents/model.ts';
import { ClaimPictures } from '../../../../src/host/trajectories/claimPictures.ts';
import type { ClaimPlace } from '../../../../src/host/trajectories/claimPlace.ts';
import { memoryDocument } from '../../asking/build.ts';

const A4 = { width: 595, height: 842 };
const BOX = { left: 400, top: 300, right: 430, bottom: 312 };
const place = (values: Partial<ClaimPlace> = {}): ClaimPlace => ({
  document: 'a.pdf',
  page: 2,
  status: 'found',
  boxes: [BOX],
  missed: null,
  ...values,
});
const signal = new AbortController().signal;

/** Pictures of a document of A4 pages whose parts are images of `bytes` bytes for each pixel. */
function makePictures(bytes = 0.1) {
  const asked: RenderOptions[] = [];
  const memory = memoryDocument('a.pdf', 3);
  const document: OpenDocument = {
    ...memory,
    render: async (page, options) => {
      asked.push(options);
      const image = new Uint8Array(Math.round(options.budget.maxPixels * bytes));
      return { ...(await memory.render(page, options)), bytes: image };
    },
  };
  let version = '1';
  const pictures = new ClaimPictures<string>({
    withDocument: (_file, use) => use(document),
    version: (file) => Promise.resolve(`${file} ${version}`),
  });
  return {
    asked,
    /** The part of a page that was drawn, in points. */
    part: () => shareToPage(asked[0]?.region ?? BOX, A4),
    get: (one: ClaimPlace) => pictures.get('a.pdf', one, signal),
    change: () => {
      version = '2';
    },
  };
}

const svgOf = (src = ''): string => decodeURIComponent(src.slice(src.indexOf(',') + 1));

it('a picture shows the place with its surroundings within 480 by 160 pixels, and a frame around the box', async () => {
  const { asked, part: drawn, get } = makePictures();
  const picture = await get(place());
  const part = drawn();
  expect(part.left).toBeLessThan(BOX.left - 100);
  expect(part.top).toBeLessThan(BOX.top - 20);
  expect(part.right).toBeGreaterThan(BOX.right + 20);
  expect(part.bottom).toBeGreaterThan(BOX.bottom + 20);
  expect(picture?.width).toBe(480);
  expect(picture?.height).toBeLessThanOrEqual(160);
  expect(asked[0]?.budget.maxPixels).toBe(Math.ceil(1.5 * 480 * 1.5 * (part.bottom - part.top)));
  expect(picture?.src).toMatch(/^data:image\/svg\+xml,[^\s<>"()#]+$/);
  expect(svgOf(picture?.src)).toContain('d="M398.5 36.5H431.5V51.5H398.5Z"');
});

it.each([
  ['found', ''],
  ['near', 'stroke-dasharray="5 3"'],
  ['elsewhere', 'stroke-dasharray="0.1 3.5"'],
  ['other-page', 'stroke-dasharray="0.1 3.5"'],
] as const)('the frame of a claim that is %s is drawn with %j', async (status, dashes) => {
  const svg = svgOf((await makePictures().get(place({ status })))?.src);
  expect(svg.includes('dasharray')).toBe(dashes !== '');
  expect(svg).toContain(dashes);
});

it('the place of a claim that is not there has crosses outside of its corners, which leave its words readable', async () => {
  const values = { status: 'not-found', boxes: [], missed: BOX } as const;
  const svg = svgOf((await makePictures().get(place(values)))?.src);
  const [, lines = ''] = /Z((?:M[\d.]+ [\d.]+L[\d.]+ [\d.]+){8})/.exec(svg) ?? [];
  const points = [...lines.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  expect(points).toHaveLength(16);
  // The frame is from 398.5 to 431.5 and from 36.5 to 51.5.
  for (const [x, y] of points) {
    expect(Math.max(398.5 - x, x - 431.5)).toBeGreaterThanOrEqual(0);
    expect(Math.max(398.5 - x, x - 431.5)).toBeLessThan(8);
    expect(Math.max(36.5 - y, y - 51.5)).toBeGreaterThanOrEqual(0);
    expect(Math.max(36.5 - y, y - 51.5)).toBeLessThan(8);
  }
});

it('a place that lacks the words is crossed beside the frame of the words, if both fit', async () => {
  const near = { ...BOX, top: 330, bottom: 342 };
  const { part, get } = makePictures();
  const svg = svgOf((await get(place({ status: 'elsewhere', missed: near })))?.src);
  expect(part().bottom).toBeGreaterThan(near.bottom);
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
  expect(svg.match(/Z(?:M[\d.]+ [\d.]+L[\d.]+ [\d.]+){8}/g)).toHaveLength(2);
  const far = makePictures();
  await far.get(place({ status: 'elsewhere', missed: { ...BOX, top: 700, bottom: 712 } }));
  expect(far.part().bottom).toBeLessThan(BOX.bottom + 60);
});

it('a place that is wider and higher than a picture is shown from its beginning', async () => {
  const { part, get } = makePictures();
  const boxes = [{ left: 30, top: 50, right: 590, bottom: 800 }];
  const picture = await get(place({ boxes }));
  const { left, top, right, bottom } = part();
  expect([left, top, right, bottom].map(Math.round)).toEqual([18, 12, 498, 172]);
  expect(picture).toMatchObject({ width: 480, height: 160 });
});

it('a picture that takes too many characters for a hover is drawn with fewer pixels, and left out if that does not help', async () => {
  const some = makePictures(1);
  expect((await some.get(place()))?.src.length).toBeLessThan(90_000);
  const [sharp = 0, coarse = 0] = some.asked.map(({ budget }) => budget.maxPixels);
  expect(sharp / coarse).toBeCloseTo(4, 2);
  const none = makePictures(10);
  expect(await none.get(place())).toBeNull();
});

it('a place without a box has no picture', async () => {
  const { asked, get } = makePictures();
  expect(await get(place({ boxes: [] }))).toBeNull();
  expect(asked).toEqual([]);
});

it('the last eight pictures are kept until the document changes', async () => {
  const { asked, get, change } = makePictures();
  const places = Array.from({ length: 9 }, (_, page) => place({ page: page + 1 }));
  for (const one of places.slice(0, 8)) await get(one);
  await get(place({ page: 1 }));
  expect(asked).toHaveLength(8);
  await get(place({ page: 9 }));
  await get(place({ page: 1 }));
  expect(asked).toHaveLength(10);
  change();
  await get(place({ page: 9 }));
  expect(asked).toHaveLength(11);
});
