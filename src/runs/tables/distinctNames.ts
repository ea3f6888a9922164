/**
 * The names of a table's columns, each once: a later column of the same name gets a number, as `Score 2`, so that no
 * column takes the place of another.
 */
export function distinctNames(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const taken = new Set(names);
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === 1) return name;
    let numbered = `${name} ${count}`;
    while (taken.has(numbered)) numbered += ' ';
    taken.add(numbered);
    return numbered;
  });
}
