import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/files.ts';
import { faultOf, PAPERS, shareDocuments, startDocuments } from './support.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/pillow/images/', import.meta.url));
const expected = JSON.parse(fs.readFileSync(path.join(FOLDER, 'images.json'), 'utf8')) as Record<
  string,
  { width: number; height: number; sha256: string }
>;
const documents = shareDocuments();

/** A budget within which the small images are not resized. */
const AS_IS = { minPixels: 1, maxPixels: 1_000_000 };

describe('image files', () => {
  it.each(Object.entries(expected))(
    'the image %s is decoded as Pillow decodes it',
    async (name, { width, height, sha256 }) => {
      const document = await documents.open({ kind: 'path', path: path.join(FOLDER, name) });
      expect(document).toMatchObject({ name, kind: 'images', pageCount: 1 });
      expect(await document.pageInfo(1)).toEqual({ page: 1, width, height, rotation: 0, label: name });
      const image = await document.render(1, { budget: AS_IS, format: 'png' });
      expect(image).toMatchObject({ width, height, mediaType: 'image/png', textHeight: null });
      const rgb = new Uint8Array(decode(image.bytes).data);
      expect(createHash('sha256').update(rgb).digest('hex')).toBe(sha256);
    },
  );

  it.each(['rgb.png', 'orientation-6.jpg'])(
    'a part of the image %s has the pixels of its place, and no more than the budget',
    async (name) => {
      const document = await documents.open({ kind: 'path', path: path.join(FOLDER, name) });
      const whole = await document.render(1, { budget: AS_IS, format: 'png' });
      const region = { left: 4 / whole.width, top: 5 / whole.height, right: 10.5 / whole.width, bottom: 1 };
      const part = await document.render(1, { budget: AS_IS, format: 'png', region });
      expect(part).toMatchObject({ width: 7, height: whole.height - 5 });
      const [all, cut] = [decode(whole.bytes), decode(part.bytes)];
      const at = (x: number, y: number): number[] => [
        ...all.data.subarray((y * whole.width + x) * 3).slice(0, 3),
      ];
      expect([...cut.data.slice(0, 3)]).toEqual(at(4, 5));
      expect([...cut.data.slice(-3)]).toEqual(at(10, whole.height - 1));
      const small = await document.render(1, {
        budget: { minPixels: 1, maxPixels: 20 },
        format: 'png',
        region,
      });
      expect(small.width * small.height).toBeLessThanOrEqual(20);
    },
  );

  it('image files have no text and no outline', async () => {
    const document = await documents.open({ kind: 'path', path: path.join(FOLDER, 'rgb.png') });
    expect(await document.text(1)).toEqual({ page: 1, words: [], pictures: [] });
    expect(await document.outline()).toEqual([]);
  });

  it('image files are resized to the budget from their own pixels, and can be opened from bytes', async () => {
    const bytes = fs.readFileSync(path.join(FOLDER, 'rgb.jpg'));
    const document = await documents.open({ kind: 'bytes', name: 'rgb.jpg', bytes });
    const image = await document.render(1, { budget: PAPERS, format: 'jpeg' });
    expect(image.width * image.height).toBeGreaterThanOrEqual(PAPERS.minPixels);
    expect(image.width * image.height).toBeLessThanOrEqual(PAPERS.maxPixels);
    expect(await document.hash()).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('image files are recognized by their bytes, not by their names', async () => {
    const folder = temporaryFolder();
    fs.copyFileSync(path.join(FOLDER, 'lossy.webp'), path.join(folder, 'wrong.png'));
    const document = await documents.open({ kind: 'path', path: path.join(folder, 'wrong.png') });
    expect((await document.render(1, { budget: AS_IS, format: 'jpeg' })).width).toBe(37);
  });

  it('image files that are too large are refused before they are decoded', async () => {
    const document = await startDocuments({ maxImagePixels: 800 }).open({
      kind: 'path',
      path: path.join(FOLDER, 'rgb.png'),
    });
    const fault = await faultOf(document.render(1, { budget: AS_IS, format: 'jpeg' }));
    expect(fault.reason).toBe('document-too-large');
    expect(fault.message).toContain('37 x 23');
  });

  it.each([
    ['rgb.png', 180],
    ['rgb.jpg', 500],
    ['lossless.webp', 60],
  ])('the image %s is reported as damaged when it is cut off', async (name, length) => {
    const bytes = fs.readFileSync(path.join(FOLDER, name)).subarray(0, length);
    const document = await documents.open({ kind: 'bytes', name, bytes });
    const fault = await faultOf(document.render(1, { budget: AS_IS, format: 'jpeg' }));
    expect(fault.reason).toBe('document-damaged');
    expect(fault.message).toContain(name);
  });

  it.each([
    ['cmyk', 1],
    ['ycck', 5],
  ])('the colors of an image in %s differ from those of Pillow by at most %d of 255', async (name, most) => {
    const document = await documents.open({ kind: 'path', path: path.join(FOLDER, `${name}.jpg`) });
    const image = await document.render(1, { budget: AS_IS, format: 'png' });
    const wanted = decode(fs.readFileSync(path.join(FOLDER, `${name}-as-rgb.png`)));
    expect(image).toMatchObject({ width: wanted.width, height: wanted.height });
    const drawn = decode(image.bytes).data;
    const differences = Array.from(wanted.data, (value, at) => Math.abs(value - (drawn[at] ?? Infinity)));
    expect(Math.max(...differences)).toBeLessThanOrEqual(most);
  });

  it.each([200, 700, -2])('a CMYK image cut off at byte %d is reported as damaged', async (length) => {
    const bytes = fs.readFileSync(path.join(FOLDER, 'cmyk.jpg')).subarray(0, length);
    const document = await documents.open({ kind: 'bytes', name: 'cmyk.jpg', bytes });
    const fault = await faultOf(document.render(1, { budget: AS_IS, format: 'jpeg' }));
    expect(fault.reason).toBe('document-damaged');
  });
});

describe('a folder of images', () => {
  const makeImageFolder = (): string => {
    const folder = temporaryFolder();
    fs.copyFileSync(path.join(FOLDER, 'rgb.png'), path.join(folder, 'page10.png'));
    fs.copyFileSync(path.join(FOLDER, 'orientation-6.jpg'), path.join(folder, 'page2.JPG'));
    fs.copyFileSync(path.join(FOLDER, 'lossy.webp'), path.join(folder, 'page1.webp'));
    fs.writeFileSync(path.join(folder, 'page3.png'), 'broken');
    fs.writeFileSync(path.join(folder, 'notes.txt'), 'not a page');
    fs.writeFileSync(path.join(folder, '.hidden.png'), 'not a page');
    fs.mkdirSync(path.join(folder, 'more.png'));
    return folder;
  };

  it('a folder of images has its images as pages, in natural order', async () => {
    const document = await documents.open({ kind: 'path', path: makeImageFolder() });
    expect(document.pageCount).toBe(4);
    const labels = [];
    for (const page of [1, 2, 4]) labels.push((await document.pageInfo(page)).label);
    expect(labels).toEqual(['page1.webp', 'page2.JPG', 'page10.png']);
    expect(await document.pageInfo(2)).toMatchObject({ width: 23, height: 37 });
  });

  it('a broken image in a folder affects its own page only', async () => {
    const document = await documents.open({ kind: 'path', path: makeImageFolder() });
    expect((await faultOf(document.pageInfo(3))).reason).toBe('document-damaged');
    expect((await faultOf(document.render(3, { budget: AS_IS, format: 'jpeg' }))).message).toContain(
      'page3.png',
    );
    expect((await document.render(4, { budget: AS_IS, format: 'jpeg' })).page).toBe(4);
  });

  it('the hash of a folder covers the names and bytes of its images', async () => {
    const folder = makeImageFolder();
    const hash = async () => (await documents.open({ kind: 'path', path: folder })).hash();
    const first = await hash();
    expect(await hash()).toBe(first);
    fs.renameSync(path.join(folder, 'page1.webp'), path.join(folder, 'page0.webp'));
    expect(await hash()).not.toBe(first);
  });

  it('a folder reports an image that has been deleted', async () => {
    const folder = makeImageFolder();
    const document = await documents.open({ kind: 'path', path: folder });
    fs.rmSync(path.join(folder, 'page1.webp'));
    expect((await faultOf(document.pageInfo(1))).reason).toBe('file-not-found');
    expect((await faultOf(document.hash())).reason).toBe('file-not-found');
  });

  it('a folder without images is refused', async () => {
    const fault = await faultOf(documents.open({ kind: 'path', path: temporaryFolder() }));
    expect(fault.reason).toBe('document-unsupported');
  });
});
