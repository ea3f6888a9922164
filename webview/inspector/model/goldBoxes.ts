import { signal } from '@preact/signals';
import type { ShareBox } from '../../../src/core/geometry/box.ts';
import {
  boxInSight,
  boxOfDrag,
  canBeKept,
  movedOnImage,
  resizedOnImage,
} from '../../../src/core/geometry/drawnBox.ts';
import {
  MOST_GOLD_BOXES,
  WHOLE_PAGE,
  type DrawnGoldBox,
  type NamedPage,
} from '../../../src/protocol/goldBoxes.ts';
import type { ImagePoint } from './loupe.ts';

/** What the pointer draws on an image, from where it is pressed to where it is released. */
export interface PointerDrawing {
  begin(at: ImagePoint): void;
  moveTo(at: ImagePoint): void;
  end(): void;
  /** The pointer was taken away. */
  cancel(): void;
}

/** A box that is being drawn, from where the pointer was pressed. */
interface Draft extends DrawnGoldBox {
  readonly from: ImagePoint;
}

/** The share of what is in sight that a box takes which is added with the keyboard. */
const ADDED = { width: 0.3, height: 0.08 };

/** How a key changes a box: directions to the right and down. */
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The places with the answer that the person draws on pages. */
export class GoldBoxes {
  /** Whether the pointer draws boxes, instead of moving the image. */
  readonly isDrawing = signal(false);
  /** Whether the boxes are here that the extension has kept: what is drawn before would replace them. */
  readonly isRead = signal(false);
  readonly boxes = signal<readonly DrawnGoldBox[]>([]);
  readonly draft = signal<Draft | null>(null);
  readonly #send: (boxes: readonly DrawnGoldBox[]) => void;

  /** @param send tells the extension all boxes, which keeps them */
  constructor(send: (boxes: readonly DrawnGoldBox[]) => void) {
    this.#send = send;
  }

  /** Shows the boxes of a trajectory that the extension has kept; null if it has not read them yet. */
  take(boxes: readonly DrawnGoldBox[] | null): void {
    this.isRead.value = boxes !== null;
    this.boxes.value = boxes ?? [];
    this.draft.value = null;
  }

  on(page: NamedPage): readonly DrawnGoldBox[] {
    return this.boxes.value.filter((box) => isSamePage(box, page));
  }

  /** The number of a box among those on all pages, from 1, by which it is named. */
  numberOf(box: DrawnGoldBox): number {
    return this.boxes.value.indexOf(box) + 1;
  }

  /** Whether there is room for another box. */
  get hasRoom(): boolean {
    return this.isRead.value && this.boxes.value.length < MOST_GOLD_BOXES;
  }

  /** Draws a box with the pointer; what is too small to be meant is not kept. */
  drawingOn(page: NamedPage): PointerDrawing {
    return {
      begin: (from) => {
        if (this.hasRoom) this.draft.value = { ...nameOf(page), from, box: boxOfDrag(from, from) };
      },
      moveTo: (to) => {
        const draft = this.draft.peek();
        if (draft !== null) this.draft.value = { ...draft, box: boxOfDrag(draft.from, to) };
      },
      end: () => {
        const draft = this.draft.peek();
        this.draft.value = null;
        if (draft !== null && canBeKept(draft.box)) this.#add(page, draft.box);
      },
      cancel: () => {
        this.draft.value = null;
      },
    };
  }

  /** Adds a box in the middle of what is in sight, to be moved with keys; returns it. */
  add(page: NamedPage, sight: ShareBox): DrawnGoldBox | null {
    return this.hasRoom ? this.#add(page, boxInSight(sight, ADDED)) : null;
  }

  /** Adds a box that has all of a page, for an answer that is not at one place; returns it. */
  addWhole(page: NamedPage): DrawnGoldBox | null {
    return this.hasRoom ? this.#add(page, WHOLE_PAGE) : null;
  }

  /** Gives up the box that is being drawn, or else stops drawing; returns whether there was something to stop. */
  escape(): boolean {
    const wasOn = this.isDrawing.peek();
    if (this.draft.peek() !== null) this.draft.value = null;
    else this.isDrawing.value = false;
    return wasOn;
  }

  remove(box: DrawnGoldBox): void {
    this.#set(this.boxes.peek().filter((one) => one !== box));
  }

  /**
   * What a key does to a box that has the focus: arrows move it, with Shift they change its size, Delete removes it.
   * @param step how far an arrow goes, in shares of the image
   * @returns whether the key does something
   */
  press(box: DrawnGoldBox, key: string, isShift: boolean, step: ImagePoint): boolean {
    const arrow = ARROWS[key];
    if (key === 'Delete' || key === 'Backspace') this.remove(box);
    else if (arrow !== undefined) {
      const change = isShift ? resizedOnImage : movedOnImage;
      const changed = { ...box, box: change(box.box, arrow[0] * step.x, arrow[1] * step.y) };
      this.#set(this.boxes.peek().map((one) => (one === box ? changed : one)));
    } else return false;
    return true;
  }

  #add(page: NamedPage, box: ShareBox): DrawnGoldBox {
    const added = { ...nameOf(page), box };
    this.#set([...this.boxes.peek(), added]);
    return added;
  }

  #set(boxes: readonly DrawnGoldBox[]): void {
    this.boxes.value = boxes;
    this.#send(boxes);
  }
}

/** Whether two pages are the same one. */
export function isSamePage(one: NamedPage, other: NamedPage): boolean {
  return one.page === other.page && one.document === other.document;
}

const nameOf = ({ document, page }: NamedPage): NamedPage => ({ document, page });
