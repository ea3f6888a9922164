/** Items of a list that a view has already, by their indices in it: from `start` up to and without `end`. */
export type KnownItems = readonly [start: number, end: number];

/** What changes a list that a view has to the one after it. */
export interface ListChanges<Item extends object> {
  /** How many changes were sent since the list was sent whole, from 1. */
  readonly number: number;
  /** The list, in order: items that the view has already, and new ones. */
  readonly items: readonly (KnownItems | Item)[];
}

/**
 * A list that a view is sent again and again, while it is mostly the same: it is sent whole once, and then only what has
 * changed. The view has a `ReceivedList`.
 */
export class SentList<Item extends object> {
  /** The items that the view has, each as JSON; null if it has not been sent the list. */
  #known: readonly string[] | null = null;
  #number = 0;

  /** What to send instead of `items`; null if they are sent whole. */
  next(items: readonly Item[]): ListChanges<Item> | null {
    const known = this.#known;
    const now = items.map((item) => JSON.stringify(item));
    this.#known = now;
    this.#number = known === null ? 0 : this.#number + 1;
    return known === null ? null : { number: this.#number, items: changedItems(known, items, now) };
  }

  /** The view does not have the list: it is sent whole the next time. */
  forget(): void {
    this.#known = null;
  }
}

/** A list as a view has received it. */
export class ReceivedList<Item extends object> {
  #items: readonly Item[] | null = null;
  #number = 0;

  /** Takes the list whole; null if there is none. */
  take(items: readonly Item[] | null): void {
    this.#items = items;
    this.#number = 0;
  }

  /**
   * The list after some changes; items that have not changed stay the same objects. Null if what they change was not
   * received: the list is needed whole.
   */
  change({ number, items }: ListChanges<Item>): readonly Item[] | null {
    const past = this.#items;
    if (past === null || number !== this.#number + 1) return null;
    this.#number = number;
    this.#items = items.flatMap((one) => (isKnown(one) ? past.slice(...one) : [one]));
    return this.#items;
  }
}

/**
 * @param known the items of the list before, each as JSON
 * @param now `items`, each as JSON
 */
function changedItems<Item extends object>(
  known: readonly string[],
  items: readonly Item[],
  now: readonly string[],
): (KnownItems | Item)[] {
  // Of equal items, the first one is kept.
  const places = new Map(known.map((json, index) => [json, index] as const).reverse());
  const changed: (KnownItems | Item)[] = [];
  let run: [start: number, end: number] | null = null;
  for (const [index, item] of items.entries()) {
    const json = now[index] ?? '';
    // The item after the last one comes first: equal items may stand in several places.
    const at: number | undefined = run !== null && known[run[1]] === json ? run[1] : places.get(json);
    if (at === undefined) {
      run = null;
      changed.push(item);
    } else if (run !== null && run[1] === at) run[1] = at + 1;
    else {
      run = [at, at + 1];
      changed.push(run);
    }
  }
  return changed;
}

function isKnown(one: KnownItems | object): one is KnownItems {
  return Array.isArray(one);
}
