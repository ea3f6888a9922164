import { isJsonObject, valueAt, type JsonObject } from './fieldPath.ts';
import { responseText } from './fieldValues.ts';

/** What the values under a path have in common in some records. */
export interface KeyFacts {
  readonly path: string;
  /** The words of its last key, in lower case: `modelOutput` and `model_output` are both `model`, `output`. */
  readonly words: readonly string[];
  /** How many records have a value there other than null. */
  readonly present: number;
  /** How many of these values have a text: texts, messages, and lists of them. */
  readonly texts: number;
  /** How many are messages of which one is an assistant's. */
  readonly replies: number;
  /** How many have a tag that prompts ask for, or a box around the answer. */
  readonly tagged: number;
  /** How many end like a question. */
  readonly questions: number;
  /** Characters of the texts, all together. */
  readonly characters: number;
  readonly numbers: number;
  readonly booleans: number;
  /** The different values, as text; long ones by their beginning and length. */
  readonly distinct: ReadonlySet<string>;
}

type Facts = { -readonly [Key in Exclude<keyof KeyFacts, 'distinct'>]: KeyFacts[Key] } & {
  readonly distinct: Set<string>;
};

/** The most paths that are looked at, so that records with thousands of keys do not take long. */
const MOST_PATHS = 300;

/** How deep keys are looked for. */
const LEVELS = 4;

const TAGS =
  /<\/?(?:think|answer|search|observe|evidence|reason|bbox|tool_call|perception|description)>|\\boxed\{/iu;
const QUESTION = /[?？]\s*$|\bquestion\b/iu;

/** What each path of some records holds, in the order of their keys. */
export function keyFacts(records: readonly unknown[]): readonly KeyFacts[] {
  const facts = new Map<string, Facts>();
  for (const record of records) if (isJsonObject(record)) addRecord(facts, record);
  return [...facts.values()];
}

function addRecord(facts: Map<string, Facts>, record: JsonObject): void {
  const walk = (value: unknown, key: string, path: string, level: number): void => {
    const inside = isJsonObject(value)
      ? Object.entries(value)
      : // Of a list of objects, the first stands for all.
        Array.isArray(value) && isJsonObject(value[0]) && !('role' in value[0])
        ? [['0', value[0]] as const]
        : null;
    if (inside !== null && !(isJsonObject(value) && 'role' in value)) {
      if (level < LEVELS)
        for (const [name, held] of inside)
          walk(held, name, path === '' ? name : `${path}.${name}`, level + 1);
      return;
    }
    // Another value can stand at the same path: a key with dots in it has priority.
    if (value == null || path === '' || valueAt(record, path) !== value) return;
    let known = facts.get(path);
    if (known === undefined) {
      if (facts.size >= MOST_PATHS) return;
      facts.set(path, (known = emptyFacts(path, key)));
    }
    addValue(known, value);
  };
  walk(record, '', '', 0);
}

function emptyFacts(path: string, key: string): Facts {
  const words = key
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return {
    path,
    words,
    present: 0,
    texts: 0,
    replies: 0,
    tagged: 0,
    questions: 0,
    characters: 0,
    numbers: 0,
    booleans: 0,
    distinct: new Set(),
  };
}

function addValue(facts: Facts, value: unknown): void {
  facts.present++;
  if (typeof value === 'number') facts.numbers++;
  if (typeof value === 'boolean') facts.booleans++;
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (messages.some((message) => isJsonObject(message) && message['role'] === 'assistant')) facts.replies++;
  const text = responseText(value);
  if (text !== null) {
    facts.texts++;
    facts.characters += text.length;
    if (TAGS.test(text)) facts.tagged++;
    if (QUESTION.test(text.slice(-2_000))) facts.questions++;
  }
  const whole = text ?? JSON.stringify(value);
  facts.distinct.add(whole.length > 200 ? `${whole.length} ${whole.slice(0, 200)}` : whole);
}
