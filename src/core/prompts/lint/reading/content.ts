import { KNOWN_TAGS } from '../../../trajectory/dialects/tags.ts';

/**
 * The kind of text between an opening and a closing tag of a prompt: nothing, words that only name the tags ("inside
 * `<think>` and `</think>`"), a placeholder or an instruction for what belongs there, or what a model would write.
 */
export type ContentKind = 'empty' | 'mention' | 'placeholder' | 'concrete';

const MENTION =
  /^(?:[\s`'"*_,;/&+.-]*(?:and|to|or|through|until|with|then|und|tags?|blocks?))?(?:[\s`'"*_,;/&+.-]|\b(?:and|the|a|ending|closing|closed|end|tags?|by|with|in|close|using)\b)*$/i;

const ONLY_MARKS = /^[\s.…*_#?\-–—=|/\\]+$/;
const ELLIPSIS = /\.{3}|…/;
const OPTIONS =
  /^(?:an? |one of |either |"|')*(?:[A-Z]|yes|no|true|false|left|right)["')]*(?:\s*(?:\/|,|\||\bor\b)\s*(?:or\s+)?["'(]*(?:[A-Z]|yes|no|true|false|left|right|uncertain|unknown|etc\.?)["')]*)+[.\s]*$/i;

/** Words before an imperative, with the white space after them. */
const ADVERB =
  /(?:please|first|then|next|finally|only|just|briefly|carefully|clearly|always|simply|explicitly|directly|concisely|thoroughly|here|also|step \d+|\d+[.)]|[-*•])[,:]?\s+/iy;
/** Words before an imperative that go on for up to `LONGEST_REMARK` characters: "In a few words, ". */
const REMARK = /in (?:this|one|a few|two|short)\b/iy;
const LONGEST_REMARK = 30;
const AFTER_REMARK = /[,:]?\s+/y;
const VERB =
  /(?:describe|write|state|provide|explain|list|analy[sz]e|give|put|output|summari[sz]e|insert|record|identify|think|reason|show|compare|examine|note|include|use|enter|place|specify|answer|fill|consider|break|decompose|deconstruct|evaluate|conclude|extract|observe|review|reflect|quote|name|say|tell|go|look|choose|select|return|respond|be|keep|mention|draw|decide|determine|combine|report|cite|check|verify|do|repeat|rethink|refine|inspect|walk|work|plan|outline|document|collect|gather|focus|detail|generate|merge|copy|transcribe|add|make|produce|perform|conduct|discuss|indicate|reply|call|leave|recall|re-?examine|search|ask|follow)\b(?!:)/iy;

const QUALIFIERS =
  "the|a|an|my|some|any|this|only|just|one|short|brief|concise|clear|final|single|detailed|complete|full|exact|correct|direct|internal|initial|overall|visual|relevant|logical|careful|chain|of|for|to|in|from|with|or|per|each|every|all|pages?|images?|document|question|function|tools?|text|refined|revised|model|model's|user|user's|and|own|new|same|predicted|key|extracted|step[- ]by[- ]step|step|textual|numeric|actual|desired|corresponding|search|thought|thinking|reasoning|answer|evidence|json|option|multiple|few|words?|phrase|bounding|long|proposed|suggested|supporting";
const NOUNS =
  'answers?|reasoning|thoughts?|thinking|process(?:es)?|analysis|analyses|response|results?|query|queries|keywords?|descriptions?|evidences?|observations?|contents?|explanations?|outputs?|solutions?|conclusions?|summary|summaries|rationale|steps?|arguments?|args|details?|box(?:es)?|coordinates|bbox|judge?ments?|verdict|phrases?|numbers?|values?|text|sentences?|letters?|options?|words?|names?|things?|monologue|reflections?|critique|label|object|json|code|plan|here|trace|chain|region|area|place|locator|hint|target|entity|calls?|uses?|usage|actions?|lists?|items?|data|findings?|facts?|figures?|chain-of-thought|cot|conversation|statement|paragraph|notes?|title|heading|prediction|choice|category|class|id|index|string|tags?';
const AFTER_NOUN =
  '[\\s,]+(?:in|of|for|from|to|about|that|which|based|with|and|or|as|on|without|using|you|i|where|how|why|supporting|leading|needed|used|by|after|before|such)\\b';
/** A noun and what goes on about it, in a text without digits and without signs that end a sentence. */
const NOUN_PHRASE = new RegExp(
  `^(?:(?:${QUALIFIERS})[\\s,/-]+)*(?:${NOUNS})(?:\\s+(?:here|alone|itself|only|goes|process|text))*(?:${AFTER_NOUN}|[\\s:;)]*$)`,
  'i',
);

const HERE = /\b(?:goes?|comes?|belongs?|placed?) here\b|\bhere\s*(?:[.!)\]]+\s*)?$/i;
/** Words in square brackets, without digits: looked for between digits and closing brackets. */
const IN_BRACKETS = /(?<![^\]\d])(?=[^\]\d]*\])[^\]\d]*\[[a-z]/i;
const SLOT = /<[a-z][\w ,/'-]*>|\{[a-z][\w ]*\}|\{\{|_{3,}|\bxxx+\b/i;
const BOX_VARIABLES =
  /\b[xy](?:_?\d|_?(?:min|max|left|right|top|bottom))\b|\b(?:left|top|right|bottom|[xy]|[xy]c|width|height|w|h)\s*,\s*(?:left|top|right|bottom|[xy]|width|height|w|h)\b/i;

/** Tags of responses, which are not placeholders. */
const KNOWN = new RegExp(`</?(?:${[...KNOWN_TAGS].join('|')})\\b[^<>]*>`, 'gi');

const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

function isWholeSlot(text: string): boolean {
  const first = text.charAt(0);
  const last = text.charAt(text.length - 1);
  if (
    !((first === '[' && last === ']') || (first === '{' && last === '}') || (first === '<' && last === '>'))
  )
    return first === '(' && last === ')' && words(text) > 1 && !/\d/.test(text);
  // Boxes and other JSON contain numbers; a placeholder contains words.
  return !/\d/.test(text) && !/"\s*:/.test(text);
}

// Prompts that were copied from Python strings show line feeds as a backslash and an n.
const unescape = (written: string): string => written.replaceAll(/\\[nt]/g, '\n');

const stripMarks = (text: string): string =>
  text
    .trim()
    .replace(/^`{3,}\w*\n|\n`{3,}$/g, '')
    .replace(/^[`*_]+|(?<![`*_])[`*_]+$/g, '')
    .trim();

/** Classifies a content. */
export function contentKind(written: string): ContentKind {
  const text = unescape(written);
  const stripped = stripMarks(text);
  if (stripped === '') return 'empty';
  if (!ELLIPSIS.test(text) && MENTION.test(text)) return 'mention';
  if (isPlaceholder(stripped)) return 'placeholder';
  return 'concrete';
}

function isPlaceholder(text: string): boolean {
  if (isSlot(text)) return true;
  const prose = text.replace(KNOWN, ' ').trim();
  const first = /^[^.!?\n]*/.exec(prose)?.[0].trim() ?? '';
  if (first !== '' && !/\d/.test(first) && NOUN_PHRASE.test(first)) return true;
  return words(prose) > 2 && isImperative(prose);
}

/**
 * Whether a text begins with an imperative, after any number of adverbs and remarks. A remark may contain others, so that
 * all places where an imperative may begin are kept, and each is looked at once.
 */
function isImperative(text: string): boolean {
  const endOf = (pattern: RegExp, start: number): number | null => {
    pattern.lastIndex = start;
    return pattern.test(text) ? pattern.lastIndex : null;
  };
  const places = new Set([0]);
  for (const place of places) {
    if (endOf(VERB, place) !== null) return true;
    const afterAdverb = endOf(ADVERB, place);
    if (afterAdverb !== null) places.add(afterAdverb);
    const remark = endOf(REMARK, place);
    if (remark === null) continue;
    for (let end = remark; end <= remark + LONGEST_REMARK && end < text.length; end++) {
      const after = endOf(AFTER_REMARK, end);
      if (after !== null) places.add(after);
      if (text[end] === ',') break;
    }
  }
  return false;
}

/** Whether a content can only be a placeholder: dots, brackets, options, or words addressed to the model. */
function isSlot(text: string): boolean {
  if (ONLY_MARKS.test(text) || isWholeSlot(text) || OPTIONS.test(text)) return true;
  if (/^[a-z]$/.test(text)) return true;
  if (BOX_VARIABLES.test(text) && words(text) < 25) return true;
  const prose = text.replace(KNOWN, ' ').trim();
  if (SLOT.test(prose) || IN_BRACKETS.test(prose)) return true;
  if (HERE.test(prose) && words(prose) <= 14) return true;
  if (/\b(?:you|your|yours)\b/i.test(prose)) return true;
  return ELLIPSIS.test(prose) && (words(prose) <= 15 || /(?:\.{3}|…)\s*$/.test(prose));
}

/** Whether a placeholder could also be what a model writes: "The text of the header reads so and so". */
export const mayBeWritten = (written: string): boolean => !isSlot(stripMarks(unescape(written)));

/** What no instruction has: numbers, JSON, quotes, or names in the middle of a sentence. */
const EVIDENT = /\d|"[^"”]+["”]|“(?:[^"”“]+|[^"”“]*“)["”]|[a-z,] (?!Image\b|I\b)[A-Z][a-z]+/;

/** Whether a text is clearly what a model would write, even if nothing around it says so. */
export function isEvident(text: string): boolean {
  const prose = text.replaceAll(/<[^<>]*>/g, ' ');
  return EVIDENT.test(prose) || hasSentence(prose);
}

/** Whether a line begins a sentence of more than three words, and it or a later line ends with a period. */
function hasSentence(text: string): boolean {
  const capital = /^\s*[A-Z]|\n[^\S\n]*[A-Z]/.exec(text);
  const end = [...text.matchAll(/\.[^\S\n]*(?:\n|$)/g)].at(-1)?.index;
  if (capital === null || end === undefined) return false;
  return /(?:\s\S*){3}/.test(text.slice(capital.index + capital[0].length, end));
}
