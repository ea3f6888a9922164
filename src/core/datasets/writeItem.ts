import { isJsonObject, type JsonObject } from '../records/fieldPath.ts';
import type { GoldBox, ItemDocument, ItemPage } from './model.ts';

/** A question that is written to a data set. */
export interface WrittenQuestion {
  readonly id: string;
  readonly question: string;
  /** With paths as the data set names them. */
  readonly documents: readonly Pick<ItemDocument, 'path' | 'pages'>[];
  readonly references: readonly string[];
  /** Null if they are not known. */
  readonly goldPages: readonly ItemPage[] | null;
  readonly goldBoxes: readonly GoldBox[];
}

/** A question as a line of a data set, without its line end. */
export function writeItem(written: WrittenQuestion): string {
  const { id, question, documents, references, goldPages, goldBoxes } = written;
  const [first, ...others] = documents;
  const isOne = first !== undefined && others.length === 0;
  const place = ({ document, page }: ItemPage): JsonObject =>
    isOne ? { page } : { document: document + 1, page };
  const item: JsonObject = {
    id,
    question,
    ...(isOne
      ? { document: first.path, ...(first.pages === null ? {} : { pages: first.pages }) }
      : {
          documents: documents.map(({ path, pages }) => (pages === null ? path : { path, pages })),
        }),
    ...(references.length === 0 ? {} : { reference: references.length === 1 ? references[0] : references }),
    ...(goldPages === null
      ? {}
      : { gold_pages: isOne ? goldPages.map(({ page }) => page) : goldPages.map(place) }),
    ...(goldBoxes.length === 0
      ? {}
      : {
          gold_boxes: goldBoxes.map(({ box: { left, top, right, bottom }, ...at }) => ({
            ...place(at),
            box: [left, top, right, bottom].map(rounded),
          })),
        }),
  };
  return spacedJson(item);
}

/** An id that no other question of a data set has. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
}

/** Points to a tenth. */
const rounded = (points: number): number => Math.round(points * 10) / 10;

/** JSON on one line with spaces, as people write it. */
function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${spacedJson(each)}`)
    .join(', ')}}`;
}
