import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A document of `count` pages, each with its number; every 50th says `needle`, and every 7th is wide. */
export async function numberedPages(count: number, word = 'Page'): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= count; number++) {
    const page = pdf.addPage(number % 7 === 0 ? [842, 595] : [595, 842]);
    const name = page.node.newFontDictionary('F', font.ref).asString();
    const lines = Array.from({ length: 20 }, (_, line) =>
      line === 5 && number % 50 === 0 ? 'Here is the needle.' : `Line ${line} of page ${number}.`,
    );
    // Written by hand, because pdf-lib lays out the lines of a thousand pages in seconds.
    const content = [
      `BT ${name} 40 Tf 60 500 Td (${word} ${number}) Tj ET`,
      ...lines.map((line, index) => `BT ${name} 10 Tf 60 ${440 - index * 14} Td (${line}) Tj ET`),
    ];
    page.node.addContentStream(pdf.context.register(pdf.context.flateStream(content.join('\n'))));
  }
  return pdf.save();
}
