import { PDFDocument } from 'pdf-lib';

/** A PDF of `count` empty A4 pages. */
export async function emptyPages(count: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= count; page++) pdf.addPage([595, 842]);
  return pdf.save();
}
