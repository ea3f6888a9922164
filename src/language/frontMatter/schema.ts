/** The part of a front matter's JSON Schema (media/schemas) that is read here. */
export interface FrontMatterSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FrontMatterSchema>>;
  readonly items?: FrontMatterSchema;
  readonly anyOf?: readonly FrontMatterSchema[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly enumDescriptions?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The schemas that a value of `schema` may follow: its alternatives, or itself. */
function alternatives(schema: FrontMatterSchema): readonly FrontMatterSchema[] {
  return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];
}

/** The keys that an object at `path` may have; list items have the path of their list. */
export function keysAt(
  schema: FrontMatterSchema,
  path: readonly string[],
): ReadonlyMap<string, FrontMatterSchema> {
  const [first, ...rest] = path;
  const keys = new Map<string, FrontMatterSchema>();
  for (const each of alternatives(schema).flatMap((one) => [
    one,
    ...(one.items ? alternatives(one.items) : []),
  ])) {
    for (const [key, inside] of Object.entries(each.properties ?? {})) {
      if (first === undefined) keys.set(key, inside);
      else if (key === first) for (const [name, held] of keysAt(inside, rest)) keys.set(name, held);
    }
  }
  return keys;
}

/** A value that a schema names. */
export interface NamedValue {
  readonly value: string;
  readonly description: string;
}

/** The values that a schema lists, including those of a list's items. */
export function valuesOf(schema: FrontMatterSchema): readonly NamedValue[] {
  return alternatives(schema).flatMap((each) => [
    ...(each.type === 'boolean' ? [true, false] : (each.enum ?? [])).map((value, index) => ({
      value: String(value),
      description: each.enumDescriptions?.[index] ?? each.description ?? '',
    })),
    ...(each.items ? valuesOf(each.items) : []),
  ]);
}

/** What a value must be, in words: `a number from 0 to 2`, `one of a, b`. */
export function expectation(schema: FrontMatterSchema): string {
  return alternatives(schema)
    .map((each) => {
      const named = each.enum?.map((value) => `\`${String(value)}\``);
      if (named) return `one of ${named.join(', ')}`;
      const kind = KINDS[each.type ?? ''] ?? 'a value';
      const { minimum, maximum } = each;
      if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`;
      if (minimum !== undefined) return `${kind} of at least ${minimum}`;
      return maximum === undefined ? kind : `${kind} of at most ${maximum}`;
    })
    .join(', or ');
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys with values',
  null: 'nothing',
};
