import { t } from '@vscode/l10n';
import { imagesPhrase } from '../../../countPhrases.ts';
import { Positions } from '../../../positions.ts';
import { dialectOfProfile } from '../../../rewards/names.ts';
import type { Span } from '../../../span.ts';
import { isRefused } from '../reading/refusals.ts';
import { SpanIndex } from '../../../spanIndex.ts';
import type { RuleFinding, Rule } from '../rule.ts';
import { parseNumberWord } from '../scoring.ts';

const NUMBER = '(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)';
const COUNT = new RegExp(
  `\\b${NUMBER}\\s+((?:(?!and\\b|or\\b)[a-z-]+\\s+){0,2})(?:images?|pages?|pictures?|photos?|screenshots?|page images?|slides?)\\b(?!\\s+(?:at a time|tokens?|pixels?))`,
  'gi',
);
/** The same in Chinese, with a measure word for sheets or pages in between. */
const CHINESE_COUNT =
  /(?<!至少|最多|不超过|超过|少于|其中|例如|第)(?<![\d一二三四五六七八九十第])(\d{1,2}|[二三四五六七八九十两])\s*[张幅页]\s*(?:页面|文档)?(?:图|页|照片|截图)/g;
/** Words before a number that make it a choice or a limit, not the number of images that are sent. */
const NOT_ALL =
  /\b(?:at least|at most|up to|no more than|more than|fewer than|less than|maximum(?: of)?|minimum(?: of)?|or|any|only|select|choose|pick|use|using|compare|top|first|last|other|another|next|between|from|per|every|each of|either|than|exceed|within|about|around|example with|examples? (?:has|have|uses?|shows?)|to|-|–|image|page|step|example|uses?|figure|table|is|are in|on|in)\s*$/i;
/** Words that introduce the images: their number follows. */
const GIVEN =
  /\b(?:given|provided|provide|supplied|have|has|receive|received|get|see|shown|all|the|your|these|those|following|exactly|with|of|based on|examine|analy[sz]e|contains?|consists? of|includ(?:es|ing)|attached|there are|input|are)\b[\s:,*_"'(]*(?:(?:a )?(?:set|total|list|sequence|series) of )?$/i;

/** The same with something else first: "a question and three images". */
const GIVEN_WITH =
  /\b(?:provid(?:e|ed|ing)|giv(?:e|en|ing)|receive|get|see|shown|have|contains?|consists? of|with)\b[^.\n]{0,50}\band\s+$/i;

const IMAGES = '(?:images|pages|pictures|photos|screenshots|page images|slides)';
/** A sentence that states the number of images: "the number of images is 3". */
const NUMBER_IS = new RegExp(
  `\\b(?:number|count) of (?:(?:the|input|given|provided|document) ){0,2}${IMAGES}(?: (?:(?:is|equals)(?: (?:always|exactly))?|here is)|\\s*[:=])\\s*${NUMBER}\\b(?!\\s*(?:or|to|-|–)\\s*(?:\\d|more|fewer|less))`,
  'gi',
);
/** "Both images", unless it is the beginning of "both images and text". */
const BOTH = new RegExp(
  `\\bboth\\s+(?:of\\s+)?(?:the(?:se)?\\s+)?(?:[a-z-]+\\s+)?${IMAGES}\\b(?!\\s*(?:,|and\\b|or\\b))`,
  'gi',
);
const LOOKS_AT =
  /\b(?:look(?:ing)? (?:\w+ )?at|(?:examin|observ|analy[sz])(?:e|ing)|(?:study|inspect|read|consider|review|view)(?:ing)?)\s+$/i;
/** Words that make the text after them hypothetical, or that introduce two images of their own. */
const SUPPOSED =
  /\b(?:if|when|where|whenever|whether|unless|suppose|assume|in case|until|examples?|e\.g\.|two|pairs?|compar\w+)\b/i;
/** Words after images that are possible but not certain: "two images of one object may appear". */
const MAY_COME =
  /^(?:\s+(?:of|with|from|in|on|that|which)\b[^.,;:!?\n]{0,200})?\s+(?:may|might|can|could|sometimes|often|rarely)\b/i;

const RANGE = new RegExp(
  '\\bImages?\\s*(?:#\\s*)?1\\s*(?:to|through|thru|until|up to|and up to|-|–|—|\\.{2,3}|…|,\\s*(?:\\.{3}|…)(?:\\s*,)?)\\s*(?:Image\\s*(?:#\\s*)?)?(\\d{1,2})\\b',
  'gi',
);
const LIST =
  /\bImages?\s*#?1(?:\s*\([^)]{0,200}\))?(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*)(?:Image\s*#?)?2\b(?:\s*\([^)]{0,200}\))?((?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*)(?:Image\s*#?)?\d{1,2}\b)*)/gi;
const GOES_ON = /^[\s,;]*(?:and\s+so\s+(?:on|forth)|etc|\.{3}|…|or\b|and\s+others)/i;
const FOR_EXAMPLE = /\b(?:e\.g\.|for example|for instance|such as|like|i\.e\.,? if|example)\b[^.\n]*$/i;

const SENTENCE_END = /[\n.!?;]/;
/** Characters before a number in which its sentence is looked for. */
const NEAR = 80;

/** The part of a sentence that stands before `at`. */
function sentenceBefore(text: string, at: number): string {
  return (
    text
      .slice(Math.max(0, at - NEAR), at)
      .split(SENTENCE_END)
      .at(-1) ?? ''
  );
}

/** Finds a number of images that is written in the template itself, although it differs from request to request. */
export const imageRules: Rule = function* ({ reading, reward, dialect, trainer }) {
  const { text, shown, notAsked } = reading;
  const oneImage = (reward === null ? dialect : dialectOfProfile(reward.name)) === 'vg-refiner';
  const written = new SpanIndex(shown.filter(({ kind }) => kind !== 'form').map(({ span }) => span));
  const positions = new Positions(text);
  const seen = new Set<number>();
  const wrongNumber = (span: Span, said: string, count: number): RuleFinding | null => {
    const { line } = positions.at(span.start);
    if (notAsked.hasAt(span.start) || written.hasAt(span.start) || seen.has(line) || isRefused(text, span))
      return null;
    seen.add(line);
    return {
      code: 'image-count-fixed',
      span,
      // A number that the template computes is the same for all numbers of images, or is meant to differ.
      always: !reading.rendering.isWritten(span),
      rightFor: count,
      message:
        trainer === null
          ? t(
              'The prompt says "{0}", but the number of images differs from question to question. Write {{ num_images }}, or leave the number out.',
              said,
            )
          : t(
              'The prompt says "{0}", but the number of images differs from question to question. Leave the number out.',
              said,
            ),
      ...(/^\d+$/.test(text.slice(span.start, span.end))
        ? { fixes: [{ title: t('Write {{ num_images }}'), edits: [{ span, text: '{{ num_images }}' }] }] }
        : {}),
    };
  };
  for (const match of text.matchAll(COUNT)) {
    const before = sentenceBefore(text, match.index);
    const [said, word = '', between = ''] = match;
    const count = parseNumberWord(word);
    if (count === 0 || (count === 1 && (oneImage || !/\bexactly\s*$/i.test(before)))) continue;
    if (
      /\bexample/i.test(before) ||
      NOT_ALL.test(before) ||
      /\b(?:other|more|different|relevant|similar|such|candidate|key|best)\b/i.test(between)
    )
      continue;
    if (![GIVEN, GIVEN_WITH, LOOKS_AT, /^\s*$/].some((pattern) => pattern.test(before))) continue;
    if (before.trim() === '' && MAY_COME.test(text.slice(match.index + said.length))) continue;
    const found = wrongNumber({ start: match.index, end: match.index + word.length }, said, count);
    if (found !== null) yield found;
  }
  for (const match of text.matchAll(NUMBER_IS)) {
    const before = sentenceBefore(text, match.index);
    const word = match[1] ?? '';
    if (SUPPOSED.test(before) || (oneImage && parseNumberWord(word) === 1)) continue;
    const end = match.index + match[0].length;
    const found = wrongNumber({ start: end - word.length, end }, match[0], parseNumberWord(word));
    if (found !== null) yield found;
  }
  for (const match of text.matchAll(BOTH)) {
    const near = text.slice(Math.max(0, match.index - 200), match.index);
    const before = near.split(SENTENCE_END).at(-1) ?? '';
    if (SUPPOSED.test(near) || !(before.trim() === '' || GIVEN.test(before) || LOOKS_AT.test(before)))
      continue;
    const found = wrongNumber({ start: match.index, end: match.index + match[0].length }, match[0], 2);
    if (found !== null) yield found;
  }
  for (const match of text.matchAll(CHINESE_COUNT)) {
    const found = wrongNumber(
      { start: match.index, end: match.index + (match[1] ?? '').length },
      match[0],
      parseNumberWord(match[1] ?? ''),
    );
    if (found !== null) yield found;
  }
  for (const match of text.matchAll(RANGE)) {
    const digits = match[1] ?? '';
    const end = match.index + match[0].length;
    const found = wrongNumber({ start: end - digits.length, end }, match[0], Number(digits));
    if (found !== null) yield found;
  }
  for (const match of text.matchAll(LIST)) {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - 120), match.index);
    if ((match[1] ?? '') === '' || GOES_ON.test(text.slice(end)) || FOR_EXAMPLE.test(before)) continue;
    const last = Number(/(\d{1,2})\D*$/.exec(match[0])?.[1]);
    const found = wrongNumber({ start: match.index, end }, match[0], last);
    if (found !== null) yield found;
  }
  yield* imageMarks(text, trainer !== null);
};

/** Finds marks that place more than one image, where there is another number of images. */
function* imageMarks(text: string, byTrainer: boolean): Iterable<RuleFinding> {
  const places = [...text.matchAll(/<image>/g)];
  const second = places[1];
  if (second === undefined) return;
  yield {
    code: 'image-count-fixed',
    span: { start: second.index, end: second.index + second[0].length },
    ...(byTrainer ? { always: true } : { rightFor: places.length }),
    message: byTrainer
      ? t(
          'The template always places {0}, in addition to those that the question places. Place none.',
          imagesPhrase(places.length),
        )
      : t(
          'The template places {0}, no matter how many there are. Place them in a loop over num_images, or place none: they then come before or after the text.',
          imagesPhrase(places.length),
        ),
  };
}
