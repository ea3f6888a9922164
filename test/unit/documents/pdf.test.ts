import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { decode } from 'fast-png';
import { PDFHexString, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { imageToPage, pageToShare } from '../../../src/core/geometry/conversions.ts';
import { fixture } from '../../support/files.ts';
import { inkBox, makePdf, PAPERS, shareDocuments, textPage } from './support.ts';

const documents = shareDocuments();

/** One pixel per point, so that boxes in points and in pixels can be compared. */
const ONE_TO_ONE = (width: number, height: number) => {
  const pixels = Math.round(width * height);
  return { minPixels: pixels, maxPixels: pixels + Math.round(width + height) };
};

describe('a PDF', () => {
  it('a PDF reports its pages, sizes, rotations and labels', async () => {
    const document = await documents.open({ kind: 'path', path: fixture('annual-report.pdf') });
    expect(document).toMatchObject({ name: 'annual-report.pdf', kind: 'pdf', pageCount: 10 });
    const first = await document.pageInfo(1);
    expect(first).toMatchObject({ page: 1, rotation: 0, label: 'i' });
    expect(first.width).toBeCloseTo(595.28, 1);
    expect(first.height).toBeCloseTo(841.89, 1);
    const turned = await document.pageInfo(7);
    expect(turned).toMatchObject({ page: 7, rotation: 90, label: '7' });
    expect(turned.width).toBeGreaterThan(turned.height);
    expect((await document.pageInfo(9)).label).toBe('A-1');
  });

  it('a PDF has a nested outline', async () => {
    const document = await documents.open({ kind: 'path', path: fixture('second-report.pdf') });
    const [top] = await document.outline();
    expect(top).toMatchObject({ title: 'How twelve towns travel', page: 1 });
    expect(top?.children.map((item) => item.title)).toContain('Means of transport');
  });

  it('an outline whose entries form a cycle is cut off there', async () => {
    const bytes = await makePdf((pdf, font) => {
      const page = textPage(pdf, font, 'Circle');
      const { context, catalog } = pdf;
      const outline = context.nextRef();
      const first = context.nextRef();
      const second = context.nextRef();
      const item = (title: string, next: typeof first) =>
        context.obj({
          Title: PDFHexString.fromText(title),
          Parent: outline,
          Next: next,
          First: first,
          Last: second,
          Dest: [page.ref, 'Fit'],
        });
      context.assign(first, item('One', second));
      context.assign(second, item('Two', first));
      context.assign(outline, context.obj({ Type: 'Outlines', First: first, Last: second, Count: 2 }));
      catalog.set(PDFName.of('Outlines'), outline);
    });
    const document = await documents.open({ kind: 'bytes', name: 'circle.pdf', bytes });
    const [one] = await document.outline();
    expect(one).toMatchObject({ title: 'One', page: 1 });
  });

  it('a PDF opened from bytes has the same content as one opened from its path, and the hash of its bytes', async () => {
    const path = fixture('data-sheet.pdf');
    const bytes = fs.readFileSync(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const fromPath = await documents.open({ kind: 'path', path });
    const fromBytes = await documents.open({ kind: 'bytes', name: 'data-sheet.pdf', bytes });
    expect(await fromPath.hash()).toBe(hash);
    expect(await fromBytes.hash()).toBe(hash);
    expect(await fromBytes.text(2)).toEqual(await fromPath.text(2));
    const options = { budget: PAPERS, format: 'png' } as const;
    expect(await fromBytes.render(1, options)).toEqual(await fromPath.render(1, options));
  });

  it('a PDF is read from a copy of the bytes that it was opened from', async () => {
    const bytes = await makePdf((pdf, font) => void textPage(pdf, font, 'Mine'));
    const document = await documents.open({ kind: 'bytes', name: 'mine.pdf', bytes });
    bytes.fill(0);
    expect((await document.text(1)).words.map((word) => word.text)).toEqual(['Mine']);
  });
});

describe('words', () => {
  it.each([0, 90, 180, 270])(
    'words lie where their ink is on a page turned by %i degrees',
    async (rotation) => {
      const bytes = await makePdf((pdf, font) => void textPage(pdf, font, 'Ruby', rotation));
      const document = await documents.open({ kind: 'bytes', name: 'turned.pdf', bytes });
      const { width, height } = await document.pageInfo(1);
      const [word] = (await document.text(1)).words;
      const image = await document.render(1, { budget: ONE_TO_ONE(width, height), format: 'png' });
      const ink = inkBox(image);
      expect(Math.abs(image.width - width) + Math.abs(image.height - height)).toBeLessThan(2);
      expect(word?.text).toBe('Ruby');
      for (const side of ['left', 'top', 'right', 'bottom'] as const) {
        expect(Math.abs((word?.box[side] ?? 0) - ink[side])).toBeLessThan(1.6);
      }
      expect(word?.height).toBeCloseTo(35.07, 1);
    },
  );

  it.each([0, 90, 180, 270])(
    'a part of a page turned by %i degrees has the ink of its place, with more pixels',
    async (rotation) => {
      const bytes = await makePdf((pdf, font) => {
        textPage(pdf, font, 'Ruby', rotation).setCropBox(40, 80, 300, 200);
      });
      const document = await documents.open({ kind: 'bytes', name: 'part.pdf', bytes });
      const page = await document.pageInfo(1);
      const [word] = (await document.text(1)).words;
      const { left = 0, top = 0, right = 0, bottom = 0 } = word?.box ?? {};
      const around = { left: left - 10, top: top - 10, right: right + 10, bottom: bottom + 10 };
      const budget = { minPixels: 1, maxPixels: 500_000 };
      const region = pageToShare(around, page);
      const part = await document.render(1, { budget, format: 'png', region });
      expect(part.width * part.height).toBeGreaterThan(400_000);
      const ink = imageToPage(inkBox(part), part, {
        width: around.right - around.left,
        height: around.bottom - around.top,
      });
      for (const side of ['left', 'right'] as const) {
        expect(Math.abs(ink[side] + around.left - (word?.box[side] ?? 0))).toBeLessThan(1);
      }
      for (const side of ['top', 'bottom'] as const) {
        expect(Math.abs(ink[side] + around.top - (word?.box[side] ?? 0))).toBeLessThan(1);
      }
    },
  );

  it('words are measured from the crop box, and words outside of it are left out', async () => {
    const bytes = await makePdf((pdf, font) => {
      const page = textPage(pdf, font, 'Inside');
      page.drawText('Outside', { x: 60, y: 500, size: 30, font });
      page.setCropBox(40, 80, 300, 200);
    });
    const document = await documents.open({ kind: 'bytes', name: 'cropped.pdf', bytes });
    expect(await document.pageInfo(1)).toMatchObject({ width: 300, height: 200 });
    const { words } = await document.text(1);
    expect(words.map((word) => word.text)).toEqual(['Inside']);
    const ink = inkBox(await document.render(1, { budget: ONE_TO_ONE(300, 200), format: 'png' }));
    expect(Math.abs((words[0]?.box.left ?? 0) - ink.left)).toBeLessThan(1.6);
    expect(Math.abs((words[0]?.box.bottom ?? 0) - ink.bottom)).toBeLessThan(1.6);
  });

  it('words have a height across their own direction', async () => {
    const { degrees } = await import('pdf-lib');
    const bytes = await makePdf((pdf, font) => {
      const page = textPage(pdf, font, 'level');
      page.drawText('upright', { x: 300, y: 200, size: 30, font, rotate: degrees(90) });
      page.drawText('slanting', { x: 60, y: 300, size: 30, font, rotate: degrees(20) });
    });
    const document = await documents.open({ kind: 'bytes', name: 'directions.pdf', bytes });
    const { words } = await document.text(1);
    expect(words.map((word) => word.text).sort()).toEqual(['level', 'slanting', 'upright']);
    for (const word of words) expect(word.height).toBeCloseTo(35.07, 0);
  });

  it('words are read from the fixtures, including Chinese ones', async () => {
    const document = await documents.open({ kind: 'path', path: fixture('annual-report.pdf') });
    const texts = async (page: number) =>
      (await document.text(page)).words.map((word) => word.text).join(' ');
    expect(await texts(2)).toContain('Income statement');
    expect(await texts(7)).toContain('The year by quarter');
    expect(await texts(8)).toBe('');
    expect(await texts(9)).toContain('年度报告摘要');
  });
});

describe('a page image', () => {
  it('a page image is a JPEG within the budget, and reports how high its text is', async () => {
    const document = await documents.open({ kind: 'path', path: fixture('annual-report.pdf') });
    const image = await document.render(2, { budget: PAPERS, format: 'jpeg' });
    expect(image).toMatchObject({ page: 2, width: 532, height: 753, mediaType: 'image/jpeg' });
    expect([...image.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(image.textHeight).toBeGreaterThan(8);
    const scanned = await document.render(8, { budget: PAPERS, format: 'jpeg' });
    expect(scanned.textHeight).toBeNull();
  });

  it('a page image has sides that are multiples of 28 if required, and grows with the quality', async () => {
    const document = await documents.open({ kind: 'path', path: fixture('data-sheet.pdf') });
    const options = { budget: PAPERS, format: 'jpeg', multipleOf28: true } as const;
    const image = await document.render(1, options);
    expect([image.width % 28, image.height % 28]).toEqual([0, 0]);
    const coarse = await document.render(1, { ...options, quality: 30 });
    expect(coarse.bytes.length).toBeLessThan(image.bytes.length);
    const same = await document.render(1, { ...options, quality: 90 });
    expect(same.bytes).toEqual(image.bytes);
  });

  it('a page image shows the same colors however it is brought to its size', async () => {
    const { rgb } = await import('pdf-lib');
    const bytes = await makePdf((pdf) => {
      const page = pdf.addPage([1280, 720]);
      page.drawRectangle({ x: 0, y: 0, width: 640, height: 720, color: rgb(1, 0, 0) });
      page.drawRectangle({ x: 640, y: 360, width: 640, height: 360, color: rgb(0, 0, 1) });
    });
    const document = await documents.open({ kind: 'bytes', name: 'colors.pdf', bytes });
    for (const pixels of [200_704, 1_605_632]) {
      const budget = { minPixels: pixels, maxPixels: pixels };
      const { data, width, height } = decode((await document.render(1, { budget, format: 'png' })).bytes);
      const pixelAt = (x: number, y: number) => [
        ...data.subarray((Math.floor(y * height) * width + Math.floor(x * width)) * 3).subarray(0, 3),
      ];
      expect(pixelAt(0.25, 0.5)).toEqual([255, 0, 0]);
      expect(pixelAt(0.75, 0.25)).toEqual([0, 0, 255]);
      expect(pixelAt(0.75, 0.75)).toEqual([255, 255, 255]);
    }
  });

  it('a page image may consist of a single pixel', async () => {
    const document = await documents.open({ kind: 'path', path: fixture('data-sheet.pdf') });
    for (const maxPixels of [1, 50, 1000]) {
      const image = await document.render(1, { budget: { minPixels: 1, maxPixels }, format: 'jpeg' });
      expect(image.width * image.height).toBeLessThanOrEqual(maxPixels);
      expect([...image.bytes.subarray(-2)]).toEqual([0xff, 0xd9]);
    }
  });
});
