/** The most samples of one document that a lane takes at a time: other lanes may help with the rest. */
const MOST_AT_ONCE = 16;

/**
 * Does work for items in several lanes, document by document: items of one document follow each other in a lane, so that
 * its pages are read and indexed once. It ends when all lanes have ended.
 * @param documentOf identifies the documents of an item
 * @throws what the work of an item throws; its lane ends then
 */
export async function inLanes<Item, Lane>(
  items: readonly Item[],
  lanes: readonly Lane[],
  documentOf: (item: Item) => string,
  work: (item: Item, lane: Lane) => Promise<void>,
): Promise<void> {
  const portions = portionsOf(items, documentOf).values();
  const ended = await Promise.allSettled(
    lanes.map(async (lane) => {
      for (const portion of portions) for (const item of portion) await work(item, lane);
    }),
  );
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
}

/** The items document by document, in the order in which the documents first occur. */
function portionsOf<Item>(
  items: readonly Item[],
  documentOf: (item: Item) => string,
): readonly (readonly Item[])[] {
  const byDocument = new Map<string, Item[][]>();
  for (const item of items) {
    const key = documentOf(item);
    const portions = byDocument.get(key) ?? [];
    const last = portions.at(-1);
    if (last !== undefined && last.length < MOST_AT_ONCE) last.push(item);
    else portions.push([item]);
    byDocument.set(key, portions);
  }
  return [...byDocument.values()].flat();
}
