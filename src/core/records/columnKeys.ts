import type { FieldMap } from './fieldMap.ts';

/**
 * Numbers that identify a record, say when it was made or what it was asked for; their mean means nothing. The column of
 * pandas that numbers rows has no name, or one that a reader made up.
 */
const NOT_MEASURED =
  /^(?:|Unnamed: \d+|top_[kp]|[pqu]id)$|(?:^|_)(?:id|idx|index|seed|epoch|steps?|time|timestamp|created|line)$|[a-z]Id$/;

/** The keys whose numbers are columns: those that no field is at, and whose numbers measure something. */
export function columnKeysOf(keys: readonly string[], map: FieldMap): readonly string[] {
  const mapped = mappedPaths(map);
  return keys.filter((key) => !mapped.has(key) && !NOT_MEASURED.test(key));
}

const pathsOf = new WeakMap<FieldMap, ReadonlySet<string>>();

/** All paths of a map, which many records share. */
function mappedPaths(map: FieldMap): ReadonlySet<string> {
  let paths = pathsOf.get(map);
  if (paths === undefined)
    pathsOf.set(map, (paths = new Set(Object.values(map).flatMap(({ paths: own }) => own))));
  return paths;
}
