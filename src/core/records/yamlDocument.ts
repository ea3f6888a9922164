import { t } from '@vscode/l10n';
import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  parseDocument,
  type Alias,
  type Document,
  type YAMLMap,
} from 'yaml';
import { resolveScalars } from './yamlAliases.ts';

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
    // It also copies text around each error that it describes prettily, and writes warnings to standard error.
    document = parseDocument(yaml, { prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { document: parseDocument(''), error: tooDeep(0) };
  }
  const [first] = document.errors;
  const own = findFault(document);
  const isFirst = own !== null && (first === undefined || precedes(own, first));
  return { document, error: isFirst ? own : (first ?? null) };
}

/**
 * Parses YAML to plain values, in time that grows with its length only; null if there is an error. Aliases may stand
 * for any value, but not for one that they are part of, and not for so many values that a short text becomes huge.
 * Never throws.
 */
export function parseYamlValue(
  yaml: string,
): { readonly value: unknown; readonly error: null } | { readonly value: null; readonly error: YamlError } {
  const { document, error } = parseYaml(yaml);
  if (error !== null) return { value: null, error };
  resolveScalars(document);
  const fault = findAliasFault(document);
  if (fault !== null) return { value: null, error: fault };
  const { value, fault: mergeFault } = plainValue(() => document.toJS({ maxAliasCount: -1 }));
  if (mergeFault !== null) return { value: null, error: { message: mergeFault, pos: [0, 1] } };
  return { value, error: null };
}

/**
 * The plain value that `convert` makes of YAML, or why there is none: the library throws for merge keys before other
 * values than mappings, and for some values with tags, such as ordered mappings that have a key twice.
 */
export function plainValue(
  convert: () => unknown,
): { readonly value: unknown; readonly fault: null } | { readonly value: null; readonly fault: string } {
  try {
    return { value: convert(), fault: null };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const isMerge = said.startsWith('Merge sources');
    return {
      value: null,
      fault: isMerge ? t('a merge key (<<) can only stand before keys with values') : said,
    };
  }
}

/** The most aliases of lists and mappings in a text, because the library searches the document for each. */
const MOST_ALIASES = 100;

/** The most values in a document whose aliases are replaced with what they stand for. */
const MOST_VALUES = 1_000_000;

/** The number of values in a node and the levels of its lists and mappings, with those that its aliases stand for. */
interface Extent {
  readonly values: number;
  readonly levels: number;
}

/** The first alias that cannot be replaced with what it stands for, after those of scalars were; null if none. */
function findAliasFault({ contents }: Document): YamlError | null {
  /** The extents of the nodes with anchors; null for those that the current node is part of. */
  const anchored = new Map<string, Extent | null>();
  let aliases = 0;
  const faults: YamlError[] = [];
  const aliasExtent = (alias: Alias): Extent => {
    aliases++;
    const target = anchored.get(alias.source);
    const message =
      target === undefined
        ? t('the alias *{0} has no anchor before it', alias.source)
        : target === null
          ? t('the alias *{0} is part of what it stands for', alias.source)
          : aliases > MOST_ALIASES
            ? t('it has more than {0} aliases of lists and mappings', MOST_ALIASES)
            : null;
    const start = alias.range?.[0] ?? 0;
    if (message !== null) faults.push({ message, pos: [start, start + 1] });
    return target ?? { values: 1, levels: 0 };
  };
  const measure = (node: unknown): Extent => {
    if (isAlias(node)) return aliasExtent(node);
    const anchor = isNode(node) ? node.anchor : undefined;
    if (anchor !== undefined) anchored.set(anchor, null);
    let [values, levels] = [1, 0];
    for (const item of isCollection(node) ? node.items : []) {
      for (const inside of isPair(item) ? [item.key, item.value] : [item]) {
        const extent = measure(inside);
        values += extent.values;
        levels = Math.max(levels, extent.levels);
      }
    }
    const extent = { values, levels: isCollection(node) ? levels + 1 : 0 };
    if (anchor !== undefined) anchored.set(anchor, extent);
    return extent;
  };
  const { values, levels } = measure(contents);
  const [fault] = faults;
  if (fault !== undefined) return fault;
  if (aliases > 0 && values > MOST_VALUES)
    return { message: t('its aliases stand for too many values'), pos: [0, 1] };
  return levels > DEEPEST ? tooDeep(0) : null;
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
