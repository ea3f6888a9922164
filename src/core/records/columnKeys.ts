import type { FieldMap } from './fieldMap.ts';

/** Numbers that identify a record or say when it was made; their mean means nothing. */
const NOT_MEASURED = /(?:^|_)(?:id|idx|index|seed|epoch|steps?|time|timestamp|created|line)$/;

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
