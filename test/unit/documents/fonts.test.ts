import fs from 'node:fs';
import path from 'node:path';
import { decode } from 'fast-png';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import type { OpenDocument } from '../../../src/documents/model.ts';
import { fontFolders, listFontFiles } from '../../../src/documents/worker/fonts/fontFolders.ts';
import { SCRIPTS } from '../../../src/documents/worker/fonts/scripts.ts';
import { readFontFile } from '../../../src/documents/worker/fonts/fontFile.ts';
import { chooseFont } from '../../../src/documents/worker/fonts/chooseFont.ts';
import { fixture, temporaryFolder } from '../../support/files.ts';
import { PAPERS, startDocuments } from './support.ts';

const FONTLESS = new URL('./fontlessWorker.ts', import.meta.url);
/** Pages of the annual report: one with an embedded Chinese font, and one without. */
const EMBEDDED = 9;
const NOT_EMBEDDED = 10;

const simplified = SCRIPTS.find((script) => script.charset === 134);
if (!simplified) throw new Error('no script for simplified Chinese');

/** The share of dark pixels in the boxes of the page's Chinese words. */
async function inkOfChinese(document: OpenDocument, page: number): Promise<number> {
  const info = await document.pageInfo(page);
  const { words } = await document.text(page);
  const image = await document.render(page, { budget: PAPERS, format: 'png' });
  const { data } = decode(image.bytes);
  const scale = image.width / info.width;
  let dark = 0;
  let area = 0;
  for (const { text, box } of words) {
    if (!/^\p{Script=Han}{3,}/u.test(text)) continue;
    for (let y = Math.floor(box.top * scale); y < box.bottom * scale; y++) {
      for (let x = Math.floor(box.left * scale); x < box.right * scale; x++) {
        area++;
        if ((data[(y * image.width + x) * 3] ?? 255) < 170) dark++;
      }
    }
  }
  expect(area).toBeGreaterThan(500);
  return dark / area;
}

describe('text whose font is not in the file', () => {
  it('text whose font is not in the file is drawn with a font of the operating system', async () => {
    const installed = chooseFont(simplified, listFontFiles(fontFolders()));
    if (!installed) throw new Error('This test needs a Chinese font: apt-get install fonts-wqy-microhei');
    const document = await startDocuments().open({ kind: 'path', path: fixture('annual-report.pdf') });
    expect(await inkOfChinese(document, NOT_EMBEDDED)).toBeGreaterThan(0.08);
    const image = await document.render(NOT_EMBEDDED, { budget: PAPERS, format: 'jpeg' });
    expect(image.notices).toEqual([]);
  });

  it('text whose font cannot be found is reported as missing, on its own page only', async () => {
    const document = await startDocuments({}, FONTLESS).open({
      kind: 'path',
      path: fixture('annual-report.pdf'),
    });
    const image = await document.render(NOT_EMBEDDED, { budget: PAPERS, format: 'jpeg' });
    expect(image.notices).toEqual([
      expect.stringMatching(/^Chinese \(simplified\) text on this page is missing/),
    ]);
    expect(await inkOfChinese(document, EMBEDDED)).toBeGreaterThan(0.08);
    const other = await document.render(EMBEDDED, { budget: PAPERS, format: 'jpeg' });
    expect(other.notices).toEqual([]);
  });
});

it('the sample report has all of its fonts embedded', async () => {
  const file = path.join(root, 'media/sample/annual-report.pdf');
  const { context } = await PDFDocument.load(fs.readFileSync(file));
  const embedded = context.enumerateIndirectObjects().flatMap(([, font]) => {
    if (!(font instanceof PDFDict) || font.get(PDFName.of('Type')) !== PDFName.of('Font')) return [];
    // The font of a Type0 font is that of its descendant.
    if (font.get(PDFName.of('Subtype')) === PDFName.of('Type0')) return [];
    const descriptor = font.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict);
    return [['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(PDFName.of(key)) === true)];
  });
  expect(embedded).toEqual([true, true, true, true, true]);
});

describe('choosing a font', () => {
  /** A font file without glyphs: a table directory, an OS/2 table with code pages, and a name table with a family. */
  const fontBytes = (family: string, codePageBits: readonly number[]): Uint8Array => {
    const os2 = new DataView(new ArrayBuffer(96));
    os2.setUint16(0, 4);
    for (const bit of codePageBits) {
      const at = bit < 32 ? 78 : 82;
      os2.setUint32(at, (os2.getUint32(at) | (1 << (bit % 32))) >>> 0);
    }
    const text = Buffer.from(family, 'utf16le').swap16();
    const name = new DataView(new ArrayBuffer(18 + text.length));
    [0, 1, 18, 3, 1, 0x409, 1, text.length, 0].forEach((value, index) => {
      name.setUint16(index * 2, value);
    });
    new Uint8Array(name.buffer).set(text, 18);
    const head = new DataView(new ArrayBuffer(44));
    head.setUint32(0, 0x00010000);
    head.setUint16(4, 2);
    let offset = 44;
    [
      ['OS/2', os2.byteLength],
      ['name', name.byteLength],
    ].forEach(([tag, length], index) => {
      const at = 12 + index * 16;
      for (let char = 0; char < 4; char++) head.setUint8(at + char, String(tag).charCodeAt(char));
      head.setUint32(at + 8, offset);
      head.setUint32(at + 12, Number(length));
      offset += Number(length);
    });
    return Buffer.concat([head, os2, name].map((view) => Buffer.from(view.buffer)));
  };

  const write = (folder: string, file: string, family: string, codePageBits: readonly number[]): string => {
    const full = path.join(folder, file);
    fs.writeFileSync(full, fontBytes(family, codePageBits));
    return full;
  };

  it('reads the families and code pages of a font', () => {
    const file = write(temporaryFolder(), 'a.ttf', 'Some Family', [18, 63]);
    expect(readFontFile(file)?.faces).toEqual([
      { offset: 0, family: 'Some Family', codePages: (1n << 18n) | (1n << 63n) },
    ]);
  });

  it('takes a well-known font first, a regular one before a bold one, and any font that covers the script last', () => {
    const folder = temporaryFolder();
    const latin = write(folder, 'aaa.ttf', 'Latin', [0, 1]);
    const any = write(folder, 'any.ttf', 'Any', [18]);
    expect(chooseFont(simplified, [latin])).toBeNull();
    expect(chooseFont(simplified, [latin, any])?.file.path).toBe(any);
    const bold = write(folder, 'NotoSansSC-Bold.otf', 'Noto Sans SC', [18]);
    const regular = write(folder, 'NotoSansSC-Regular.otf', 'Noto Sans SC', [18]);
    const other = write(folder, 'wqy-microhei.ttf', 'WenQuanYi Micro Hei', [18]);
    expect(chooseFont(simplified, [any, other, bold, regular])?.file.path).toBe(regular);
  });

  it('skips files that are not fonts, and folders that do not exist', () => {
    const folder = temporaryFolder();
    const broken = path.join(folder, 'NotoSansSC-Regular.ttf');
    fs.writeFileSync(broken, 'not a font');
    expect(chooseFont(simplified, [broken])).toBeNull();
    expect(listFontFiles([folder, path.join(folder, 'missing')])).toEqual([broken]);
  });
});
