import { t } from '@vscode/l10n';
import { isCollection, isMap, isPair, isScalar, parseDocument, type Document, type YAMLMap } from 'yaml';

/** What is wrong with a text of YAML: the YAML library's message without a place, and where. */
export interface YamlError {
  readonly message: string;
  readonly pos: readonly [start: number, end: number];
}

/** A text of YAML that was read. Its values are complete only if there is no error. */
export interface ParsedYaml {
  readonly document: Document;
  /** The first error; further ones follow from it. */
  readonly error: YamlError | null;
}

/** How deep lists and mappings may be nested; reading deeper ones could exhaust the stack. */
const DEEPEST = 100;

/** Parses YAML, in time that grows with its length only. Never throws. */
export function parseYaml(yaml: string): ParsedYaml {
  let document: Document;
  try {
    // The library compares each key with all keys before it, so keys that repeat are found here.
    // It also copies text around each error that it describes prettily.
    document = parseDocument(yaml, { prettyErrors: false, uniqueKeys: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { document: parseDocument(''), error: tooDeep(0) };
  }
  const [first] = document.errors;
  const own = findFault(document);
  const isFirst = own !== null && (first === undefined || precedes(own, first));
  return { document, error: isFirst ? own : (first ?? null) };
}

/** Whether `fault` is before `error`, or inside of what it is about, which the library reads first. */
const precedes = (fault: YamlError, error: YamlError): boolean =>
  fault.pos[0] < error.pos[1] && fault.pos[0] !== error.pos[0];

const tooDeep = (at: number): YamlError => ({
  message: t('it is nested in more than {0} levels', DEEPEST),
  pos: [at, at + 1],
});

/** The first key that a mapping has twice, or the first value that is nested too deeply; null if there is none. */
function findFault({ contents }: Document): YamlError | null {
  const faults: YamlError[] = [];
  const left: { readonly node: unknown; readonly depth: number }[] = [{ node: contents, depth: 1 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, depth } = next;
    if (!isCollection(node)) continue;
    if (depth > DEEPEST) {
      faults.push(tooDeep(node.range?.[0] ?? 0));
      continue;
    }
    if (isMap(node)) faults.push(...repeatedKeys(node));
    for (const item of node.items)
      for (const inside of isPair(item) ? [item.key, item.value] : [item])
        left.push({ node: inside, depth: depth + 1 });
  }
  return faults.length === 0
    ? null
    : faults.reduce((first, fault) => (fault.pos[0] < first.pos[0] ? fault : first));
}

/** The first of the keys that a mapping has twice, in a list. */
function repeatedKeys({ items }: YAMLMap): readonly YamlError[] {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key) || Number.isNaN(key.value)) continue;
    if (seen.has(key.value)) {
      const start = key.range?.[0] ?? 0;
      return [{ message: 'Map keys must be unique', pos: [start, start + 1] }];
    }
    seen.add(key.value);
  }
  return [];
}

/** Finds the nodes of a document by their paths; each mapping is searched once. */
export class YamlNodes {
  readonly #document: Document;
  readonly #values = new Map<YAMLMap, ReadonlyMap<unknown, unknown>>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** The node at `path`; undefined if there is none. */
  at(path: readonly unknown[]): unknown {
    let node: unknown = this.#document.contents;
    for (const key of path) {
      if (isMap(node)) node = this.#valuesOf(node).get(isScalar(key) ? key.value : key);
      else if (isCollection(node)) node = node.get(key, true);
      else return undefined;
    }
    return node;
  }

  #valuesOf(map: YAMLMap): ReadonlyMap<unknown, unknown> {
    const known = this.#values.get(map);
    if (known !== undefined) return known;
    const values = new Map<unknown, unknown>();
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? key.value : key;
      if (!values.has(name)) values.set(name, value);
    }
    this.#values.set(map, values);
    return values;
  }
}
