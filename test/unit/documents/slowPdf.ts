import { PDFName } from 'pdf-lib';
import { makePdf, textPage } from './support.ts';

/** Three pages of which the second would take days: forms that each draw the one below a hundred times, eight deep. */
export async function slowPdf(): Promise<Uint8Array> {
  return makePdf((pdf, font) => {
    textPage(pdf, font, 'First');
    const slow = pdf.addPage([420, 595]);
    textPage(pdf, font, 'Third');
    const { context } = pdf;
    let below = context.register(
      context.stream('0 0 m 100 100 l 30 80 l f', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 400, 500],
      }),
    );
    for (let depth = 0; depth < 8; depth++) {
      below = context.register(
        context.stream('/Below Do '.repeat(100), {
          Type: 'XObject',
          Subtype: 'Form',
          BBox: [0, 0, 400, 500],
          Resources: { XObject: { Below: below } },
        }),
      );
    }
    slow.node.set(PDFName.of('Resources'), context.obj({ XObject: { Below: below } }));
    slow.node.set(PDFName.of('Contents'), context.register(context.stream('/Below Do')));
  });
}
