import { knownPhrase, type Wording } from './lexicon.ts';
import { valueKind } from './questionKind.ts';
import { isYear } from '../../core/layout/cellText.ts';
import type { ValueKind } from './values.ts';
import { isVerb } from './verbs.ts';
import { baseForm, isStopWord, terms, type Term } from './words.ts';

/** One thing that a question mentions. */
export interface Concept {
  /** As written in the question. */
  readonly text: string;
  /** The question's own wording, followed by synonyms. */
  readonly wordings: readonly Wording[];
  /** How much it counts, usually 1. */
  readonly weight: number;
  /** A number, a name, or a code: a text without it is about something else. */
  readonly required: boolean;
  /** A common verb, which says what is done with the requested thing. */
  readonly isVerb: boolean;
  /** Whether the question asks for its value (`weight` in "What is the weight of the sensor?"). */
  readonly focus: boolean;
  /** Whether it directly precedes the requested thing and narrows it: `electronic` in "how many electronic books". */
  readonly narrows: boolean;
}

export interface Question {
  readonly text: string;
  readonly kind: ValueKind;
  readonly concepts: readonly Concept[];
  /** Years in the question, as written; several if it compares them. */
  readonly years: readonly string[];
  /** Whether the question asks for the largest or the smallest of a column. */
  readonly extreme: 'most' | 'least' | null;
}

/** Words that say what kind of thing a question asks for; they count little. */
const KIND_WORDS = new Set(
  `percentage percent share proportion number amount figure value total sum name date year month day time person people
  level rate size`.split(/\s+/),
);
/** The longest text of a question that is read; those that people ask have a tenth of it. */
const MAX_LENGTH = 1500;
/** The weight of a verb, because a page expresses in nouns and tables what a question says with it. */
const VERB = 0.35;
/** The weight of the noun of "which channel", because a page need not say that something is a channel. */
const WHICH_NOUN = 0.5;
/** Words that say less than others, with their weights: a page need not say `device` about something that it names. */
const VAGUE = new Map(
  Object.entries({
    0.1: `document image page text`,
    0.15: `chart company firm group report table`,
    0.2: `currently do figure give list mention show`,
    0.3: `actual additional all amount annual appliance article author authors big board building cafe case
      contact current date device different distinct end entire entry event exact extra get happen high
      individual institution instrument item kind large level machine maker manufacturer model money name
      number official organisation organization paper percent percentage period place point press product
      project reach restaurant result score separate shop single small sort stand start state study take
      thing tool type unit value various way`,
    0.4: `average change develop differ need overall work year`,
    0.5: `become decrease fall goods grow increase last long rise time total use`,
    0.6: `again day make`,
    0.7: `people`,
  }).flatMap(([weight, words]) => words.split(/\s+/).map((word) => [word, Number(weight)] as const)),
);
/** `how` with an adjective asks for a quantity that has a name of its own. */
const HOW_ADJECTIVE =
  /^how\s+(long|old|far|hot|warm|cold|heavy|tall|high|wide|deep|thick|big|large|small|fast|quick|accurate|exact|precise|strong|loud|expensive|satisfied|happy|likely|close|late|early|often|frequent\w*|populous)\b/i;
const MOST = /\b(?:highest|largest|biggest|greatest|most|longest|oldest|best|maximum|top)\b/i;
const LEAST = /\b(?:lowest|smallest|least|fewest|shortest|youngest|worst|minimum)\b/i;

/** The beginning of a question, as far as it is read, so that the work does not grow with a long pasted text. */
export function boundedQuestion(text: string): string {
  const head = text.slice(0, MAX_LENGTH);
  return head.length === text.length ? text : head.replace(/(?<!\S)\S+$/u, '').trimEnd() || head;
}

/** Splits a question if a second one is connected to it by `and` or a new sentence. */
export function splitQuestion(text: string): string[] {
  const parts = text
    .split(/(?<=\?)\s+(?=\p{Lu})|(?:,|(?<![\s,]))\s+and\s+(?=(?:what|which|who|when|where|how|why)\b)/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? [text] : parts;
}

/** What a question mentions, and what kind of answer it asks for. */
export function analyze(text: string): Question {
  const found = terms(text);
  const row = found.map((term) => term.stem);
  const focus = focusWords(text);
  const extreme = extremeOf(text);
  const concepts: Concept[] = [];
  for (let at = 0; at < found.length; at += 1) {
    const term = found[at];
    if (term === undefined) continue;
    const phrase = knownPhrase(row, at);
    const own = found.slice(at, at + (phrase?.length ?? 1));
    if (own.every(({ word }) => isStopWord(word)) || isQuestionWord(text, term)) continue;
    if (extreme !== null && own.every(({ word }) => MOST.test(word) || LEAST.test(word))) continue;
    concepts.push(toConcept(text, own, phrase?.others ?? [], focus));
    at += own.length - 1;
  }
  const years = [...new Set(found.filter(({ word }) => isYear(word)).map(({ word }) => word))];
  return {
    text,
    kind: valueKind(text),
    concepts: joinYears(concepts, years),
    years,
    extreme,
  };
}

function extremeOf(text: string): Question['extreme'] {
  if (/\bat (?:most|least)\b|\bhow (?:much|many)\b/i.test(text)) return null;
  if (LEAST.test(text)) return 'least';
  return MOST.test(text) ? 'most' : null;
}

function toConcept(
  text: string,
  own: readonly Term[],
  others: readonly Wording[],
  focus: ReadonlySet<number>,
): Concept {
  const start = own[0]?.start ?? 0;
  const said = text.slice(start, own.at(-1)?.end);
  const content = own.filter(({ word }) => !isStopWord(word));
  const stems = (content.length > 0 ? content : own).map((term) => term.stem);
  const vague = Math.max(...own.map(({ word }) => commonness(word)));
  const isFocus = own.some((term) => focus.has(term.start)) && !content.every(({ word }) => isVerb(word));
  const kindWord = own.length === 1 && KIND_WORDS.has(own[0]?.word ?? '');
  const capital =
    /^\p{Lu}/u.test(said) && start > 0 && !/^(?:CEO|CFO|CTO|COO|R&D|HR|IT|AGM|EBIT)\b/.test(said);
  return {
    text: said,
    wordings: [stems, ...others],
    weight:
      Math.min(
        isPredicate(text, start) ? Math.min(VERB, vague) : vague,
        kindWord && isFocus ? 0.3 : 1,
        isFocus && isWhich(text) ? WHICH_NOUN : 1,
      ) * (isWholeSubject(text, start, said) ? 0.5 : 1),
    required: (capital && others.length === 0) || own.some(({ word }) => /\d/.test(word)),
    isVerb: content.every(({ word }) => isVerb(word)) || isPredicate(text, start),
    focus: isFocus && !kindWord,
    narrows: narrows(text, own, focus),
  };
}

/** Whether a word directly precedes what "how many" asks for and says which of them. */
function narrows(text: string, own: readonly Term[], focus: ReadonlySet<number>): boolean {
  const [first] = own;
  const end = own.at(-1)?.end ?? 0;
  const gap = /^\s+/.exec(text.slice(end))?.[0].length ?? 0;
  return (
    first !== undefined &&
    gap > 0 &&
    focus.has(end + gap) &&
    /\bhow (?:many|much)\s+$/i.test(text.slice(0, first.start))
  );
}

/** Whether the word at `start` is the last one of "does the station transmit", where only a verb is possible. */
function isPredicate(text: string, start: number): boolean {
  return (
    /\b(?:do|does|did)\s+(?:the|this|its|an?)\s+\p{Ll}+\s+$/u.test(text.slice(0, start)) &&
    /^\p{Ll}+(?:[^\w\p{Ll}]\W*)?$/u.test(text.slice(start))
  );
}

/** How much a word says, 0 to 1. */
function commonness(word: string): number {
  if (isStopWord(word)) return 0;
  const vague = VAGUE.get(word) ?? VAGUE.get(baseForm(word)) ?? VAGUE.get(word.replace(/s$/, '')) ?? 1;
  return isVerb(word) ? Math.min(vague, VERB) : vague;
}

/** Whether `said` is the whole subject of "does the city have", which is usually what the whole document is about. */
function isWholeSubject(text: string, start: number, said: string): boolean {
  return (
    /\b(?:do|does|did|has|have|can|will|may|must)\s+(?:the|this|its)\s+$/i.test(text.slice(0, start)) &&
    /^\p{Ll}+$/u.test(said) &&
    (isVerb(/^\s*(\p{L}+)/u.exec(text.slice(start + said.length))?.[1] ?? '') ||
      isPredicate(text, lastWordStart(text)))
  );
}

/** Where the last word begins if it is lowercase, and where it ends otherwise. */
function lastWordStart(text: string): number {
  const words = text.replace(/(?<!\W)\W+$/u, '');
  return words.length - (/(?<!\p{Ll})\p{Ll}+$/u.exec(words)?.[0].length ?? 0);
}

/** If several years are named, a text with any of them is about the question. */
function joinYears(concepts: readonly Concept[], years: readonly string[]): Concept[] {
  if (years.length < 2) return [...concepts];
  const isOne = ({ text }: Concept): boolean => years.includes(text.toLowerCase());
  const joined: Concept = {
    text: years.join(', '),
    wordings: years.map((year) => [year]),
    weight: 1,
    required: true,
    isVerb: false,
    focus: false,
    narrows: false,
  };
  return [...concepts.filter((concept) => !isOne(concept)), joined];
}

function isQuestionWord(text: string, { start, end }: Term): boolean {
  const adjective = HOW_ADJECTIVE.exec(text)?.[1]?.toLowerCase();
  // "How long is the tool" asks for its length; "how long does it take" asks for nothing that a page calls long.
  if (/^how\s+(?:long|large|big|high)\s+(?:is|are|was|were)\b/i.test(text)) return false;
  return (
    adjective !== undefined &&
    ['long', 'often', 'late', 'early', 'close', 'likely', 'large', 'big', 'small', 'high'].includes(
      adjective,
    ) &&
    text.slice(start, end).toLowerCase() === adjective
  );
}

/** Whether the question names the kind of thing whose name it asks for. */
function isWhich(text: string): boolean {
  return (
    /^\W*(?:(?:in|at|on|for|from|by|with|of|to|under)\s+)?(?:which|what)\s+\p{Ll}+\s/iu.test(text) &&
    !/^\W*what\s+(?:is|are|was|were|did|does|do|has|have|will|can|must|should)\b/i.test(text)
  );
}

const AUXILIARY =
  /^(?:is|are|was|were|did|does|do|has|have|had|will|would|can|could|may|might|must|should|shall)$/i;

/**
 * The starts of the words that name the requested thing: `Y` in "how many Y ...", "which Y ...", "what is the Y of
 * ...". For a compound, only its last word, before `of`, `in`, and the like.
 */
function focusWords(text: string): Set<number> {
  const words = [...text.matchAll(/[\p{L}\p{N}&'’-]+/gu)].map((match) => ({
    word: match[0],
    start: match.index,
  }));
  let at = words.findIndex(({ word }) => /^(?:what|which|who|how|whose)$/i.test(word));
  if (at === -1) return new Set();
  const asked = words[at]?.word.toLowerCase() ?? '';
  const next = words[at + 1]?.word.toLowerCase() ?? '';
  if (asked === 'how') {
    if (next !== 'many' && next !== 'much') {
      return HOW_ADJECTIVE.test(text) &&
        words[at + 1] !== undefined &&
        !/^(?:long|often|late|early|close|likely|large|big|small|high)$/.test(next)
        ? new Set([words[at + 1]?.start ?? 0])
        : new Set();
    }
    at += 1;
  }
  at += 1;
  const copula = AUXILIARY.test(words[at]?.word ?? '');
  // "What did the group spend": the verb at its end names nothing.
  if (asked !== 'how' && /^(?:did|does|do)$/i.test(words[at]?.word ?? '')) return new Set();
  if (asked !== 'how' && copula) at += 1;
  while (/^(?:the|a|an|of|all|its|their|our)$/i.test(words[at]?.word ?? '')) at += 1;
  const starts: number[] = [];
  for (; at < words.length; at += 1) {
    const word = words[at]?.word ?? '';
    if (
      AUXILIARY.test(word) ||
      /^(?:of|in|for|to|at|on|by|per|from|with|during|as|that|who|which|there|made|used|given)$/i.test(word)
    )
      break;
    // "How many passengers use the tram": the word before the article is the verb.
    if (/^(?:the|a|an|their|its)$/i.test(word)) {
      if (starts.length > 1) starts.pop();
      break;
    }
    starts.push(words[at]?.start ?? 0);
    // "What dividend does", "Who led the survey": a verb does not name the requested thing.
    if (asked === 'who' && !copula) return new Set();
    if (starts.length >= 4) break;
  }
  const last = starts.at(-1);
  return last === undefined ? new Set() : new Set([last]);
}

/** The stems that each represent a concept: its own, and other wordings of one word. */
export function soleStems({ wordings }: Concept): Set<string> {
  return new Set(wordings.filter((wording, index) => index === 0 || wording.length === 1).flat());
}
