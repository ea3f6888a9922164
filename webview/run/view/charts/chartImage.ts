import { chartSvg, PAPER_COLORS } from '../../../../src/core/charts/chartSvg.ts';
import type { Chart } from '../../../../src/core/charts/model.ts';

/** The size of saved charts, in CSS pixels. */
const SIZE = { width: 640, height: 320 };

/** How many pixels of a PNG image there are for one of them. */
const SCALE = 2;

/** A chart as an SVG image for paper. */
export const svgOf = (chart: Chart): string => chartSvg(chart, PAPER_COLORS, SIZE);

/** A chart as a PNG image for paper, in base64; null where nothing can be drawn. */
export async function pngOf(chart: Chart): Promise<string | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(chart))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.scale(SCALE, SCALE);
  context.drawImage(image, 0, 0);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
