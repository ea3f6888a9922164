import leven from 'leven';

/** How often a name is used: by how many trajectories, and in how many calls. */
export interface NameUse {
  readonly name: string;
  readonly trajectories: number;
  readonly calls: number;
}

/**
 * Why a name counts as a spelling of another one. `form`: only case, separators or camel case differ; `plural`: a word
 * is in the singular instead of the plural; `slip`: one letter is wrong, missing, extra or swapped.
 */
export type SpellingReason = 'form' | 'plural' | 'slip';

/** A name as trajectories spell it. */
export interface Spelling extends NameUse {
  /** Why it is the same tool as the most frequent spelling; null for that one. */
  readonly why: SpellingReason | null;
}

/** The spellings of one tool, the most frequent first. */
export type Spellings = readonly [Spelling, ...Spelling[]];

/** The fewest letters of a word in which one letter may be a slip: short words that differ by one are others, as `row` and `raw`. */
const SHORTEST_SLIPPED = 5;

/** How many times as many trajectories use a name as its slip at least: two names that are both frequent are two tools. */
const SLIP_RATIO = 10;

/** The most letters of a name that are compared for slips. */
const LONGEST = 100;

/**
 * Names grouped into tools: spellings that differ in form only, in the number of a word, or by a slip that is rare beside
 * the name that it resembles. The most used tool comes first; equally used ones are in the order of their names. Of spellings that are
 * used equally often, `read_text` comes before `Read-Text`, and others are in the order of their names.
 */
export function groupSpellings(names: readonly NameUse[]): readonly Spellings[] {
  const ranked = names.toSorted(bySpelling);
  const tools: Group[] = [];
  const byWords = new Map<string, Group>();
  const bySingular = new Map<string, Group>();
  for (const use of ranked) {
    const words = wordsOf(use.name);
    const key = words.join(' ');
    const singular = words.map(singularOf).join(' ');
    const same = byWords.get(key);
    const group = same ?? bySingular.get(singular);
    if (group === undefined) {
      const made: Group = { words, spellings: [{ ...use, why: null }], trajectories: use.trajectories };
      tools.push(made);
      byWords.set(key, made);
      bySingular.set(singular, made);
      continue;
    }
    const why = group.words.join(' ') === key ? 'form' : 'plural';
    group.spellings.push({ ...use, why });
    group.trajectories += use.trajectories;
    if (same === undefined) byWords.set(key, group);
  }
  return joinSlips(tools)
    .map(({ spellings: [first, ...others] }): Spellings => [first, ...others.sort(bySpelling)])
    .sort((one, other) => byUse(sumOf(one), sumOf(other)));
}

interface Group {
  readonly words: readonly string[];
  readonly spellings: [Spelling, ...Spelling[]];
  trajectories: number;
}

/** Groups in the order of their use, with those that are slips of a far more frequent one joined to it. */
function joinSlips(groups: readonly Group[]): readonly Group[] {
  const kept: Group[] = [];
  // By the number of words, which a slip does not change.
  const byLength = new Map<number, Group[]>();
  for (const group of groups.toSorted((one, other) => other.trajectories - one.trajectories)) {
    const meant = slippedGroup(group, byLength);
    if (meant === null) {
      kept.push(group);
      const alike = byLength.get(group.words.length);
      if (alike === undefined) byLength.set(group.words.length, [group]);
      else alike.push(group);
      continue;
    }
    for (const spelling of group.spellings) meant.spellings.push({ ...spelling, why: 'slip' });
  }
  return kept;
}

/** The group whose name a rare one is a slip of; null if there is none, or more than one. */
function slippedGroup(group: Group, byLength: ReadonlyMap<number, readonly Group[]>): Group | null {
  const { words, trajectories } = group;
  let meant: Group | null = null;
  for (const other of byLength.get(words.length) ?? []) {
    // The most used ones come first.
    if (other.trajectories < trajectories * SLIP_RATIO) break;
    if (!isSlip(words, other.words)) continue;
    if (meant !== null) return null;
    meant = other;
  }
  return meant;
}

/** Whether exactly one word differs, by one slip. Digits are never slips: `step1` and `step2` are two tools. */
function isSlip(written: readonly string[], meant: readonly string[]): boolean {
  if (written.join('').length > LONGEST) return false;
  const differing = written.flatMap((word, at) =>
    word === meant[at] ? [] : ([[word, meant[at] ?? '']] as const),
  );
  const [pair, ...more] = differing;
  if (pair === undefined || more.length > 0) return false;
  const [word, other] = pair;
  if (Math.min(word.length, other.length) < SHORTEST_SLIPPED) return false;
  if (/\d/.test(word + other) || !word.startsWith(other.charAt(0))) return false;
  const distance = leven(word, other, { maxDistance: 3 });
  return distance === 1 || (distance === 2 && isSwap(word, other));
}

/** Whether two words are the same but for two neighboring letters that are swapped. */
function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = Array.from(one).findIndex((letter, index) => letter !== other.charAt(index));
  return (
    one.charAt(at) === other.charAt(at + 1) &&
    one.charAt(at + 1) === other.charAt(at) &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}

/** The words of a name in lower case, however they are joined: `readTextElement`, `Read-Text_element`, `read text element`. */
export function wordsOf(name: string): readonly string[] {
  const words = name
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s_\-.:/]+/u)
    .filter((word) => word !== '');
  return words.length === 0 ? [name] : words;
}

/** A word in the singular, as far as its ending tells. */
function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:x|z|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function sumOf(spellings: Spellings): NameUse {
  return {
    name: spellings[0].name,
    trajectories: spellings.reduce((sum, { trajectories }) => sum + trajectories, 0),
    calls: spellings.reduce((sum, { calls }) => sum + calls, 0),
  };
}

const byUse = (one: NameUse, other: NameUse): number =>
  other.trajectories - one.trajectories ||
  other.calls - one.calls ||
  (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);

/** A name as Lang2Act writes those of its tools. */
const isSnakeCase = (name: string): boolean => /^[\p{Ll}\d]+(?:_[\p{Ll}\d]+)*$/u.test(name);

const bySpelling = (one: NameUse, other: NameUse): number =>
  other.trajectories - one.trajectories ||
  other.calls - one.calls ||
  Number(isSnakeCase(other.name)) - Number(isSnakeCase(one.name)) ||
  byUse(one, other);
