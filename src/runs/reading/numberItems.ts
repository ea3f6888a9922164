import type { PlacedRecord } from './placedRecord.ts';

/**
 * Adds their positions to records that share a line with others, as those of a list on one line do. The last record of a
 * portion is held back until the next one says whether it is alone.
 */
export async function* numberItems(
  portions: AsyncIterable<readonly PlacedRecord[]>,
): AsyncGenerator<readonly PlacedRecord[]> {
  let held: PlacedRecord | null = null;
  /** The line of the record before the one that is held. */
  let lineBefore: number | null = null;
  let position = 0;
  const release = (next: PlacedRecord | null): readonly PlacedRecord[] => {
    if (held === null) return [];
    position += 1;
    const { line } = held;
    const shares = line === lineBefore || line === next?.line;
    lineBefore = line;
    return [shares ? { ...held, item: position } : held];
  };
  for await (const portion of portions) {
    yield portion.flatMap((each) => {
      const released = release(each);
      held = each;
      return released;
    });
  }
  yield release(null);
}
