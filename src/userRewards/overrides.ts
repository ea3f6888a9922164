import { isJsonObject } from '../core/records/fieldPath.ts';
import { parseYamlValue } from '../core/records/yamlDocument.ts';

/** A trainer's settings as nested objects. */
export type Settings = Readonly<Record<string, unknown>>;

/**
 * The settings in a trainer's command line, or in the shell script that contains it: words such as
 * `worker.reward.reward_function=./mine.py:main` or `+custom_reward_function.reward_kwargs.weight=0.5`, as Hydra and
 * OmegaConf read them. Variables that the script sets are replaced, by at most `MOST_REPLACED` characters; others stay
 * as they are.
 */
export function parseOverrides(text: string): Settings {
  // Paths are relative to the folder that the script is started in anyway.
  const variables = new Variables([['PWD', '.']]);
  const settings: Record<string, unknown> = {};
  const made = new Set<unknown>();
  for (const word of shellWords(text.replaceAll('$(pwd)', '.'))) {
    const replaced = variables.replaceIn(word);
    const [, name = '', value = ''] = /^([+\w.]+)=(.*)$/s.exec(replaced) ?? [];
    const key = name.replace(/^\++/, '');
    if (key === '') continue;
    if (key.includes('.') || key === 'config') setAt(settings, key.split('.'), parseValue(value), made);
    else variables.set(key, value);
  }
  return settings;
}

/** Both settings together; those of `over` take precedence. */
export function mergeSettings(base: Settings, over: Settings): Settings {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isJsonObject(below) && isJsonObject(value) ? mergeSettings(below, value) : value;
  }
  return merged;
}

/** The words of a shell script, without quotes and comments. */
function shellWords(text: string): readonly string[] {
  const joined = text.replaceAll(/(^|\s)#[^\n]*/g, '$1').replaceAll(/\\\r?\n/g, ' ');
  const words = joined.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\;&|])+/gs) ?? [];
  return words.map((word) =>
    word.replaceAll(
      /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs,
      (_, double?: string, single?: string, escaped?: string) =>
        double?.replaceAll(/\\(["\\$])/g, '$1') ?? single ?? escaped ?? '',
    ),
  );
}

/**
 * The most characters that replace variables in a script: each of a few variables that repeat the one before would
 * double the text.
 */
const MOST_REPLACED = 1_000_000;

/** The variables that a script sets. */
class Variables extends Map<string, string> {
  #left = MOST_REPLACED;

  replaceIn(word: string): string {
    return word.replaceAll(
      /\$(?:(\w+)|\{(\w+)(?::-([^}]*))?\})/g,
      (whole, plain?: string, braced?: string, otherwise?: string) => {
        const value = this.get(plain ?? braced ?? '') ?? otherwise ?? whole;
        this.#left -= value.length;
        return this.#left < 0 ? whole : value;
      },
    );
  }
}

/** A value as YAML, in which a mapping may lack the space after its colons; the text itself if it is not YAML. */
function parseValue(text: string): unknown {
  const { value, error } = parseYamlValue(
    text.startsWith('{') ? text.replaceAll(/([{,]\s*[\w.-]+):(?=\S)/g, '$1: ') : text,
  );
  return error === null ? value : text;
}

/** The most parts of a key; the functions that read settings call themselves for each. */
const MOST_PARTS = 100;

/**
 * Sets the value at the parts of a key. Longer keys than `MOST_PARTS` are ignored, because no trainer has them.
 * @param made the objects that were made for keys before, which can be changed
 */
function setAt(
  settings: Record<string, unknown>,
  keys: readonly string[],
  value: unknown,
  made: Set<unknown>,
): void {
  if (keys.length > MOST_PARTS || keys.includes('__proto__')) return;
  let object = settings;
  for (const key of keys.slice(0, -1)) {
    const below = object[key];
    const inner: Record<string, unknown> =
      isJsonObject(below) && made.has(below) ? below : isJsonObject(below) ? { ...below } : {};
    made.add(inner);
    object[key] = inner;
    object = inner;
  }
  object[keys.at(-1) ?? ''] = value;
}
