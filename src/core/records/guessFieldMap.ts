import { t } from '@vscode/l10n';
import type { RecordField } from './fieldMap.ts';
import { readVerdict } from './fieldValues.ts';
import { keyFacts, type KeyFacts } from './keyFacts.ts';

/** A field of records of an unknown form, where it seems to be, and why. */
export interface GuessedField {
  readonly field: RecordField;
  /** The path in the record, as a field map names it. */
  readonly path: string;
  /** A sentence for the person who decides. */
  readonly reason: string;
}

/** The most records that a guess looks at. */
export const GUESSED_FROM = 200;

const RESPONSES = new Set(
  'response output completion generation prediction pred predict predicted generated rollout reply hypothesis trajectory'.split(
    ' ',
  ),
);
const PROMPTS = new Set('prompt question query input instruction problem messages conversation'.split(' '));
const REFERENCES = new Set(
  'gt gts gold golden label labels target reference truth expected solution ground'.split(' '),
);
const ANSWERS = new Set('answer answers'.split(' '));
const SCORES = new Set('score reward overall accuracy acc rating grade f1 em anls'.split(' '));
const VERDICTS = new Set('correct right judge verdict'.split(' '));
const GROUPS = new Set('group uid qid id idx index key'.split(' '));
const STEPS = new Set('step steps iteration'.split(' '));
/** Last words of keys that tell about a text, or hold a name, rather than the text itself. */
const ABOUT = new Set(
  'length len tokens count num time id ids uid path file name model type mode dataset split source'.split(
    ' ',
  ),
);

/**
 * Guesses where the fields of records are whose form is not known, from the first of them: the response, then what
 * else is there. Only a person can confirm it, so nothing is read with it unasked. Empty if no key holds a text that
 * could be a response. Never throws.
 */
export function guessFieldMap(records: readonly unknown[]): readonly GuessedField[] {
  const facts = keyFacts(records.slice(0, GUESSED_FROM));
  const response = guessResponse(facts);
  if (response === null) return [];
  const guesses: GuessedField[] = [response];
  const add = (field: RecordField, guess: (free: readonly KeyFacts[]) => Found | null): void => {
    const found = guess(facts.filter(({ path }) => guesses.every((guessed) => guessed.path !== path)));
    if (found !== null) guesses.push({ field, path: found.facts.path, reason: found.reason });
  };
  add('prompt', guessPrompt);
  add('ground_truth', (free) =>
    byName(free, (key) => (has(key, ANSWERS) ? 2 : 0) + (has(key, REFERENCES) ? 4 : 0), isNoBoolean),
  );
  add('verdict', (free) => byName(free, (key) => (has(key, VERDICTS) ? 2 : 0), isVerdict));
  add('score', (free) =>
    byName(
      free,
      (key) => (has(key, SCORES) && !isAbout(key) ? 4 - key.words.length / 10 : 0),
      (key) => key.numbers + key.booleans === key.present,
    ),
  );
  add('step', (free) => byName(free, (key) => (has(key, STEPS) ? 2 : 0), isNumber));
  add('group', guessGroup);
  add('id', (free) =>
    byName(
      free,
      (key) => (key.words.some((word) => word === 'id' || word === 'uid' || word === 'qid') ? 2 : 0),
      (key) => key.distinct.size === key.present && (key.texts > 0 || key.numbers > 0),
    ),
  );
  return guesses;
}

interface Found {
  readonly facts: KeyFacts;
  readonly reason: string;
}

const has = ({ words: own }: KeyFacts, names: ReadonlySet<string>): boolean =>
  own.some((word) => names.has(word));
const isAbout = ({ words: own }: KeyFacts): boolean => ABOUT.has(own.at(-1) ?? '');
const isNumber = (key: KeyFacts): boolean => key.numbers === key.present;
const isNoBoolean = (key: KeyFacts): boolean => key.booleans === 0;
const isVerdict = (key: KeyFacts): boolean =>
  key.booleans === key.present ||
  ((key.texts === key.present || isNumber(key)) &&
    [...key.distinct].every((value) => readVerdict(isNumber(key) ? Number(value) : value) !== null));

function bestOf(keys: readonly KeyFacts[], rate: (key: KeyFacts) => number, least: number): KeyFacts | null {
  let best: KeyFacts | null = null;
  let most = least;
  for (const key of keys) {
    const rated = rate(key);
    if (rated <= most) continue;
    best = key;
    most = rated;
  }
  return best;
}

function byName(
  keys: readonly KeyFacts[],
  rate: (key: KeyFacts) => number,
  fits: (key: KeyFacts) => boolean,
): Found | null {
  const best = bestOf(
    keys.filter((key) => fits(key)),
    rate,
    0,
  );
  return best === null ? null : { facts: best, reason: sayName(best) };
}

const sayName = ({ path }: KeyFacts): string => t('The name of the key "{0}" says so.', path);

/** Whether the values of a key are texts that could be what a model wrote. */
const isText = (key: KeyFacts): boolean =>
  key.texts * 2 >= key.present && !(isAbout(key) && key.replies === 0);

function guessResponse(facts: readonly KeyFacts[]): GuessedField | null {
  const texts = facts.filter(isText);
  const longest = bestOf(texts, ({ characters, texts: count }) => characters / count, 0);
  const rate = (key: KeyFacts): number => {
    const { tagged, replies, present, distinct } = key;
    const named = has(key, RESPONSES) ? 5 : 0;
    const other = !has(key, RESPONSES) && (has(key, PROMPTS) || has(key, REFERENCES)) ? -8 : 0;
    // `predicted_answer` is what was taken from the response.
    const answer = has(key, ANSWERS) ? -2 : 0;
    const same = present > 3 && distinct.size === 1 ? -3 : 0;
    return (
      named +
      other +
      answer +
      same +
      6 * (tagged / present) +
      9 * (replies / present) +
      (key === longest ? 1 : 0)
    );
  };
  const best = bestOf(texts, rate, 0);
  if (best !== null) {
    const { path, tagged, replies, present } = best;
    const reason =
      replies * 2 >= present
        ? t('It holds the messages of an assistant.')
        : has(best, RESPONSES)
          ? sayName(best)
          : tagged * 2 >= present
            ? t('Its texts have tags or a box that prompts ask a model for.')
            : t('Its texts are the longest.');
    return { field: 'response', path, reason };
  }
  const answer = texts.find((key) => has(key, ANSWERS));
  if (answer === undefined) return null;
  return {
    field: 'response',
    path: answer.path,
    reason: t(
      'No other key could hold a response. If "{0}" holds the reference answer, there is none.',
      answer.path,
    ),
  };
}

function guessPrompt(free: readonly KeyFacts[]): Found | null {
  const rate = (key: KeyFacts): number =>
    (has(key, PROMPTS) ? 4 : 0) -
    (has(key, REFERENCES) || has(key, ANSWERS) ? 6 : 0) +
    3 * (key.questions / key.present) -
    key.words.length / 10;
  const best = bestOf(free.filter(isText), rate, 1);
  if (best === null) return null;
  return { facts: best, reason: has(best, PROMPTS) ? sayName(best) : t('Its texts are questions.') };
}

/** A group has a name that several records share; a unique id names none. */
function guessGroup(free: readonly KeyFacts[]): Found | null {
  const best = bestOf(
    free.filter(
      ({ present, distinct, booleans }) => booleans === 0 && distinct.size > 1 && distinct.size < present,
    ),
    (key) => (has(key, GROUPS) ? (key.words.includes('group') ? 4 : 2) : 0),
    0,
  );
  if (best === null) return null;
  const { distinct, present } = best;
  return { facts: best, reason: t('{0} records share {1} different values.', present, distinct.size) };
}
