import type { Span } from '../../../src/core/span.ts';
import type { BoxPart, PointPart } from '../../../src/core/trajectory/partModel.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import type { Parsed } from './sampleModel.ts';

/** Who says that something stands there. */
export type BoxOwner = 'model' | 'tool' | 'reference';

/** A box as it is drawn: in pixels of the image as it was sent; a point has no width and no height. */
export interface DrawnBox {
  /** `1`, `2` for the model's, `T1` for the other tool's, `R1` for the reference's. */
  readonly name: string;
  readonly owner: BoxOwner;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly label: string | null;
  /** Where it stands in the response; null where it is not from there. */
  readonly span: Span | null;
}

/** A box or a point as it is written: of which image, and in which unit. */
interface WrittenBox extends Omit<DrawnBox, 'left' | 'top' | 'right' | 'bottom'> {
  readonly edges: BoxPart['box'];
  readonly unit: BoxPart['unit'];
  readonly image: number | null;
}

const PREFIX: Readonly<Record<BoxOwner, string>> = { model: '', tool: 'T', reference: 'R' };

/**
 * The boxes and points of a response that grows, by the image that they are on. Each part is looked at once, but for
 * those that are still open.
 */
export class BoxIndex {
  readonly #closed: WrittenBox[] = [];
  readonly #counts = { model: 0, tool: 0 };
  #open: WrittenBox[] = [];
  #next = 0;

  /** Takes over the parts of `parsed`, which begin with the closed ones of the last call; whether boxes are others now. */
  extend({ parts }: Pick<Parsed, 'parts'>): boolean {
    let isOther = this.#open.length > 0;
    this.#open = [];
    const counts = { ...this.#counts };
    let isClosed = true;
    for (let index = this.#next; index < parts.length; index++) {
      const part = parts.item(index);
      isClosed &&= part?.open === false;
      if (part?.kind === 'box' || part?.kind === 'point') {
        const owner = part.speaker === 'environment' ? 'tool' : 'model';
        counts[owner] += 1;
        isOther = true;
        (isClosed ? this.#closed : this.#open).push(written(part, owner, counts[owner]));
      }
      if (!isClosed) continue;
      this.#next = index + 1;
      Object.assign(this.#counts, counts);
    }
    return isOther;
  }

  /** Whether the response has boxes of the environment: then those of the record are not drawn beside them. */
  get hasToolBoxes(): boolean {
    return this.#counts.tool > 0 || this.#open.some(({ owner }) => owner === 'tool');
  }

  /** The boxes on an image whose size is known; those that do not say their image are on the only one. */
  on(image: InspectorImage, isOnly: boolean): readonly DrawnBox[] {
    return [...this.#closed, ...this.#open]
      .filter((box) => box.image === image.image || (box.image === null && isOnly))
      .flatMap((box) => drawn(box, image));
  }

  /** What the box or point at `span` is called. */
  nameAt({ start }: Span): string | null {
    const at = (boxes: readonly WrittenBox[]): string | null =>
      boxes.findLast(({ span }) => span?.start === start)?.name ?? null;
    return at(this.#open) ?? at(this.#closed);
  }
}

/**
 * The boxes of a text that is a list of objects with `bbox_2d` (or one such object), as a reference or a record has
 * them; none of any other text.
 */
export function boxesOfText(text: string, owner: 'tool' | 'reference', image: InspectorImage): DrawnBox[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return [];
  }
  const entries: readonly unknown[] = Array.isArray(read) ? read : [read];
  return entries.flatMap((entry, index): DrawnBox[] => {
    if (typeof entry !== 'object' || entry === null || !('bbox_2d' in entry)) return [];
    const edges = edgesOf(entry.bbox_2d);
    if (edges === null) return [];
    const label = 'label' in entry && typeof entry.label === 'string' ? entry.label : null;
    const name = `${PREFIX[owner]}${index + 1}`;
    return drawn({ name, owner, edges, unit: 'pixels', image: null, label, span: null }, image);
  });
}

function edgesOf(value: unknown): BoxPart['box'] | null {
  const numbers: readonly unknown[] = Array.isArray(value) && value.length === 4 ? value : [];
  const [left, top, right, bottom] = numbers;
  return isNumber(left) && isNumber(top) && isNumber(right) && isNumber(bottom)
    ? [left, top, right, bottom]
    : null;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function written(part: BoxPart | PointPart, owner: 'model' | 'tool', number: number): WrittenBox {
  const { unit, image, label, span } = part;
  const edges: BoxPart['box'] =
    part.kind === 'box' ? part.box : [part.point[0], part.point[1], part.point[0], part.point[1]];
  return { name: `${PREFIX[owner]}${number}`, owner, edges, unit, image, label, span };
}

/** In pixels and with its edges in order; nothing of an image whose size is not known. */
function drawn({ edges, unit, ...box }: WrittenBox, { width, height }: InspectorImage): DrawnBox[] {
  if (width === null || height === null) return [];
  const [x, y] = unit === 'fraction' ? [width, height] : [1, 1];
  const [left, top, right, bottom] = edges;
  const { name, owner, label, span } = box;
  return [
    {
      name,
      owner,
      left: Math.min(left, right) * x,
      top: Math.min(top, bottom) * y,
      right: Math.max(left, right) * x,
      bottom: Math.max(top, bottom) * y,
      label,
      span,
    },
  ];
}

/** Boxes counted by whose they are: `model 2, tool 1, reference 1`; empty where there are none. */
export function boxesPhrase(boxes: readonly DrawnBox[]): string {
  return (['model', 'tool', 'reference'] as const)
    .map((owner) => ({ owner, count: boxes.filter((box) => box.owner === owner).length }))
    .filter(({ count }) => count > 0)
    .map(({ owner, count }) => `${owner} ${count}`)
    .join(', ');
}
