import { t } from '@vscode/l10n';
import { boxBetween, type ImageBox } from '../../../src/core/geometry/box.ts';
import { shareToImage } from '../../../src/core/geometry/conversions.ts';
import { boxOfPart, boxOnSent, type SeenImages } from '../../../src/core/grounding/crops.ts';
import type { Span } from '../../../src/core/span.ts';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { BoxPart, Part, PointPart } from '../../../src/core/trajectory/partModel.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';

/** The source of a box. */
export type BoxOwner = 'model' | 'tool' | 'reference';

/** A box as it is drawn, in pixels of the image that was sent. A point is a box without width and height. */
export interface DrawnBox extends ImageBox {
  /** `1`, `2` for the model's boxes, `T1` for the other tool's, `R1` for the reference's. */
  readonly name: string;
  readonly owner: BoxOwner;
  readonly label: string | null;
  /** Its place in the response; null if it is not from there. */
  readonly span: Span | null;
}

/** A box or a point as written in the text: its image, and the unit of its edges, which may be in any order. */
interface WrittenBox extends Omit<DrawnBox, keyof ImageBox> {
  readonly edges: BoxPart['box'];
  readonly unit: BoxPart['unit'];
  readonly image: number | null;
}

const PREFIX: Readonly<Record<BoxOwner, string>> = { model: '', tool: 'T', reference: 'R' };

/** The boxes and points of a growing response, by image. Each part is read once, except those that are still open. */
export class BoxIndex {
  readonly #closed: WrittenBox[] = [];
  readonly #counts = { model: 0, tool: 0 };
  #open: WrittenBox[] = [];
  #next = 0;

  /**
   * Reads the boxes of `parts`, which begin with the closed parts of the last call.
   * @returns whether the boxes have changed
   */
  extend(parts: ListView<Part>): boolean {
    let isChanged = this.#open.length > 0;
    this.#open = [];
    const counts = { ...this.#counts };
    let isClosed = true;
    for (let index = this.#next; index < parts.length; index++) {
      const part = parts.item(index);
      isClosed &&= part?.open === false;
      if (part?.kind === 'box' || part?.kind === 'point') {
        const owner = part.speaker === 'environment' ? 'tool' : 'model';
        counts[owner] += 1;
        isChanged = true;
        (isClosed ? this.#closed : this.#open).push(written(part, owner, counts[owner]));
      }
      if (!isClosed) continue;
      this.#next = index + 1;
      Object.assign(this.#counts, counts);
    }
    return isChanged;
  }

  /** Whether the response has boxes of the environment; if so, those of the record are not drawn. */
  get hasToolBoxes(): boolean {
    return this.#counts.tool > 0 || this.#open.some(({ owner }) => owner === 'tool');
  }

  /**
   * The boxes on an image whose size is known; those that name no image are on the only one, and those on a crop are
   * where the crop was cut out.
   */
  on(image: InspectorImage, isOnly: boolean, seen: SeenImages): readonly DrawnBox[] {
    return [...this.#closed, ...this.#open].flatMap((box) => {
      const number = seen.boxImages.get(box.span?.start ?? -1);
      if (number !== undefined) return onSent(box, number, seen, image);
      return box.image === image.image || (box.image === null && isOnly) ? drawn(box, image) : [];
    });
  }

  /** The name of the box or point at `span`. */
  nameAt({ start }: Span): string | null {
    const at = (boxes: readonly WrittenBox[]): string | null =>
      boxes.findLast(({ span }) => span?.start === start)?.name ?? null;
    return at(this.#open) ?? at(this.#closed);
  }
}

/** What is known of a record besides its response: where more boxes may be. */
interface BoxFacts {
  readonly images: readonly InspectorImage[];
  readonly toolResults: string | null;
  readonly reference: string | null;
}

/** The boxes on an image: of a response, of the record's other tool, and of the reference. */
export function boxesShown(
  boxes: BoxIndex,
  { images, toolResults, reference }: BoxFacts,
  image: InspectorImage,
  seen: SeenImages,
): readonly DrawnBox[] {
  const isOnly = images.length === 1;
  const drawn = boxes.on(image, isOnly, seen);
  if (!isOnly) return drawn;
  const tool = boxes.hasToolBoxes || toolResults === null ? [] : boxesOfText(toolResults, 'tool', image);
  return [...drawn, ...tool, ...boxesOfText(reference ?? '', 'reference', image)];
}

/**
 * The boxes of a text that is a list of objects with `bbox_2d` (or one such object), as in a reference or a record;
 * none for any other text.
 */
function boxesOfText(text: string, owner: 'tool' | 'reference', image: InspectorImage): DrawnBox[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return [];
  }
  const entries: readonly unknown[] = Array.isArray(read) ? read : [read];
  return entries.flatMap((entry, index): DrawnBox[] => {
    if (typeof entry !== 'object' || entry === null || !('bbox_2d' in entry)) return [];
    const edges = readEdges(entry.bbox_2d);
    if (edges === null) return [];
    const label = 'label' in entry && typeof entry.label === 'string' ? entry.label : null;
    const name = `${PREFIX[owner]}${index + 1}`;
    return drawn({ name, owner, edges, unit: 'pixels', image: null, label, span: null }, image);
  });
}

function readEdges(value: unknown): BoxPart['box'] | null {
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

/** A box on an image that the model saw, in pixels of `image`; none if it shows nothing of that image. */
function onSent(box: WrittenBox, number: number, seen: SeenImages, image: InspectorImage): DrawnBox[] {
  const placed = boxOnSent({ box: boxOfPart({ box: box.edges, unit: box.unit }), image: number }, seen);
  if (placed?.sent.image !== image.image) return [];
  const { left, top, right, bottom } = placed.box;
  return drawn({ ...box, edges: [left, top, right, bottom], unit: 'fraction' }, image);
}

/** The box in pixels of its image, with its edges in order; none while the size of the image is not known. */
function drawn({ edges, unit, ...box }: WrittenBox, { width, height }: InspectorImage): DrawnBox[] {
  if (width === null || height === null) return [];
  const { name, owner, label, span } = box;
  const placed =
    unit === 'pixels' ? boxBetween<'pixel'>(...edges) : shareToImage(boxBetween(...edges), { width, height });
  return [{ ...placed, name, owner, label, span }];
}

/** The number of boxes from each source: `model 2, tool 1, reference 1`; empty if there are none. */
export function boxesPhrase(boxes: readonly DrawnBox[]): string {
  const of = (owner: BoxOwner): number => boxes.filter((box) => box.owner === owner).length;
  const [model, tool, reference] = [of('model'), of('tool'), of('reference')];
  return [
    model > 0 && t('model {0}', model),
    tool > 0 && t('tool {0}', tool),
    reference > 0 && t('reference {0}', reference),
  ]
    .filter((phrase) => phrase !== false)
    .join(', ');
}
