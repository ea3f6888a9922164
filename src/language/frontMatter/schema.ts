import { t } from '@vscode/l10n';
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
      if (named) return t('one of {0}', named.join(', '));
      const kind = KINDS[each.type ?? ''] ?? t('a value');
      const { minimum, maximum } = each;
      if (minimum !== undefined && maximum !== undefined)
        return t('{0} from {1} to {2}', kind, minimum, maximum);
      if (minimum !== undefined) return t('{0} of at least {1}', kind, minimum);
      return maximum === undefined ? kind : t('{0} of at most {1}', kind, maximum);
    })
    .join(', or ');
}

const KINDS: Readonly<Record<string, string>> = {
  get string() {
    return t('text');
  },
  get number() {
    return t('a number');
  },
  get integer() {
    return t('a whole number');
  },
  get boolean() {
    return t('true or false');
  },
  get array() {
    return t('a list');
  },
  get object() {
    return t('keys with values');
  },
  get null() {
    return t('nothing');
  },
};
