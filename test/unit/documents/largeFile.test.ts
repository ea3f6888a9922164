import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/files.ts';
import { faultOf, PAPERS, startDocuments } from './support.ts';

const GIGABYTE = 1024 ** 3;

/**
 * A PDF of `size` bytes whose page, fonts and cross-reference table are at its end, after a hole. Such a sparse file
 * takes no space on the disk.
 */
function sparsePdf(file: string, size: number): void {
  const descriptor = fs.openSync(file, 'w');
  const offsets: number[] = [];
  const tail: string[] = [];
  let position = size - 64 * 1024;
  const add = (body: string): void => {
    offsets.push(position);
    const text = `${offsets.length} 0 obj\n${body}\nendobj\n`;
    tail.push(text);
    position += text.length;
  };
  const content = 'BT /F1 40 Tf 60 300 Td (Far away) Tj ET';
  const start = position;
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  add(
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
  );
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  const table = position;
  tail.push(
    `xref\n0 6\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`,
    `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
  );
  fs.writeSync(descriptor, '%PDF-1.7\n', 0);
  fs.writeSync(descriptor, tail.join(''), start);
  fs.closeSync(descriptor);
}

describe('PDFs larger than the memory of PDFium', () => {
  it.each([2.2, 3.9])('a PDF of %d GB is read on demand', async (gigabytes) => {
    const file = path.join(temporaryFolder(), 'large.pdf');
    sparsePdf(file, Math.floor(gigabytes * GIGABYTE));
    expect(fs.statSync(file).size).toBeGreaterThan(2 * GIGABYTE);
    const before = process.memoryUsage().rss;
    const document = await startDocuments().open({ kind: 'path', path: file });
    expect((await document.text(1)).words.map((word) => word.text)).toEqual(['Far', 'away']);
    const image = await document.render(1, { budget: PAPERS, format: 'jpeg' });
    expect(image.bytes.length).toBeGreaterThan(1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });

  it('a PDF of more than 4 GB is refused with advice', async () => {
    const file = path.join(temporaryFolder(), 'huge.pdf');
    sparsePdf(file, Math.floor(4.5 * GIGABYTE));
    const fault = await faultOf(startDocuments().open({ kind: 'path', path: file }));
    expect(fault.reason).toBe('document-too-large');
    expect(fault.message).toContain('4 GB');
  });
});
