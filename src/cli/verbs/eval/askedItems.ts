import type { DatasetItem } from '../../../core/datasets/model.ts';
import type { ItemFilter } from '../../../evaluation/itemFilter.ts';
import type { ItemChoice } from './evalArguments.ts';
import { readIds } from './itemIds.ts';

/** Which questions of a data set `--ids`, `--where` and `--limit` choose. */
export class AskedItems {
  /** The most questions; null for all. */
  readonly limit: number | null;
  readonly #where: ItemFilter | null;
  readonly #ids: ReadonlySet<string> | null;
  readonly #unseen: Set<string>;
  readonly #file: string;

  private constructor({ limit, where }: ItemChoice, ids: ReadonlySet<string> | null, file: string) {
    this.limit = limit;
    this.#where = where;
    this.#ids = ids;
    this.#unseen = new Set(ids);
    this.#file = file;
  }

  /** @throws PageTraceError the errors of reading the file of `--ids` */
  static async open(choice: ItemChoice, signal: AbortSignal): Promise<AskedItems> {
    const { ids: file } = choice;
    return new AskedItems(choice, file === null ? null : await readIds(file, signal), file ?? '');
  }

  /** Whether a question is asked, if the limit allows it. */
  readonly has = (item: DatasetItem): boolean => {
    this.#unseen.delete(item.id);
    return this.#ids?.has(item.id) !== false && this.#where?.matches(item) !== false;
  };

  /** Says which ids and fields no question had, after all were looked at. */
  report(say: (sentence: string) => void): void {
    const [first] = this.#unseen;
    // With a limit, the questions behind it are not read.
    if (first !== undefined && this.limit === null) {
      const named = JSON.stringify(first);
      const { size } = this.#unseen;
      say(
        size === 1
          ? `No question has the id ${named}, which ${this.#file} names.`
          : `No question has ${size} of the ids that ${this.#file} names, such as ${named}.`,
      );
    }
    for (const field of this.#where?.unseen ?? [])
      say(`No question has the field ${field}, which --where asks for.`);
  }
}
