import { PDFName } from 'pdf-lib';
import { makePdf, textPage } from './support.ts';

/**
 * A PDF of three pages. Drawing the second one takes minutes but little memory, because each pixel is shaded by a
 * function of thousands of steps.
 */
export async function slowPdf(): Promise<Uint8Array> {
  return makePdf((pdf, font) => {
    textPage(pdf, font, 'First');
    const slow = pdf.addPage([420, 595]);
    textPage(pdf, font, 'Third');
    const { context } = pdf;
    const color = context.register(
      context.stream(`{ pop ${'sin cos '.repeat(20_000)}dup dup }`, {
        FunctionType: 4,
        Domain: [0, 1, 0, 1],
        Range: [0, 1, 0, 1, 0, 1],
      }),
    );
    const shading = context.register(
      context.obj({
        ShadingType: 1,
        ColorSpace: 'DeviceRGB',
        Domain: [0, 1, 0, 1],
        Matrix: [420, 0, 0, 595, 0, 0],
        Function: color,
      }),
    );
    slow.node.set(PDFName.of('Resources'), context.obj({ Shading: { Slow: shading } }));
    slow.node.set(PDFName.of('Contents'), context.register(context.stream('/Slow sh')));
  });
}
