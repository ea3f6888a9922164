import { PDFDocument, PDFName } from 'pdf-lib';
import { expect, it } from 'vitest';
import { canvas, documentSite, openView } from '../support/documentView.ts';

/** 64 x 64 pixels of #c02040 as JPEG 2000, by ImageMagick. */
const JPEG_2000 =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAEAAAw8HAAAAAAAPY29scgEAAAAAABAAAAC1anAyY/9P/1EALwAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAAAw8BAQ8BAQ8BAf9SAAwAAAABAQUEBAAB/1wAE0CAiIiQiIiQiIiQiIiQiIiQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAALgAB/5PH2AYIjVTH3gYB2JvcGAHUOoCAgICAgICAgICAgICAgP/Z';

/** A page covered by an image in JPEG 2000. */
async function jpeg2000Page(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const image = pdf.context.stream(Buffer.from(JPEG_2000, 'base64'), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 64,
    Height: 64,
    Filter: 'JPXDecode',
  });
  const page = pdf.addPage([200, 200]);
  page.node.newXObject('Image', pdf.context.register(image));
  const name = page.node.Resources()?.lookup(PDFName.of('XObject'))?.toString() ?? '';
  const key = /\/(\S+) /.exec(name)?.[1] ?? '';
  const content = pdf.context.stream(`200 0 0 200 0 0 cm /${key} Do`);
  page.node.set(PDFName.of('Contents'), pdf.context.register(content));
  return pdf.save();
}

it('decodes JPEG 2000 with the WebAssembly of pdf.js under the policy of a webview, without requesting a fallback', async () => {
  (await documentSite()).put('jpeg2000.pdf', await jpeg2000Page());
  const { page } = await openView();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate((file) => window.host.open(file), 'jpeg2000.pdf');
  const drawn = canvas(page, 1);
  await drawn.waitFor();
  const color = () =>
    drawn.evaluate((element: HTMLCanvasElement) => {
      const pixel = element
        .getContext('2d')
        ?.getImageData(element.width >> 1, element.height >> 1, 1, 1).data;
      // Rounded to steps of 32, because the compression is lossy.
      return Array.from(pixel ?? [], (value) => Math.round(value / 32)).join(' ');
    });
  await expect.poll(color).toBe('6 1 2 8');
  expect(asked.filter((path) => path.startsWith('/pdfjs/wasm/'))).toEqual(['/pdfjs/wasm/openjpeg.wasm']);
});
