import { t } from '@vscode/l10n';
import { fourPlaces } from '../../../decimal.ts';
import { isRefused, LONGEST_SENTENCE } from '../reading/refusals.ts';
import { SpanIndex } from '../../../spanIndex.ts';
import type { RewardRule, RuleFinding } from '../rule.ts';
import { lossOfContent } from '../losses.ts';

/** The tag whose items must not be numbered like evidence. */
const OBSERVE = 'observe';
/** A number in square brackets, or a word in place of it. */
const NUMBERED =
  /\[\s*(?:[1-5]|[kKiInN]|#|idx|index|number|image[ _](?:number|index|id|no\.?)|编号|序号)\s*\]/;
/** Words before numbers that name the images of the request, not what to write. */
const LOOKED_AT = /\b(?:look(?:ing)? at|examin\w+|inspect\w*|study|view|given|provided)\b[^,;:]*$/i;
/** Opening or closing tags, and words that speak of another part. */
const OTHER_PART = /<\/?(?!observe\b)[A-Za-z][\w-]*>|\b(?:evidence|think|answer)\b|证据/i;

/**
 * Finds prompts that ask for numbers in square brackets inside `<observe>`, or show them there, if the reward takes
 * them for evidence. Examples, and forms with a plain `[1]`, are scored by another rule.
 */
export const observeRule: RewardRule = function* ({ form, reading, reward }) {
  if (!form.tags.some(({ name }) => name === OBSERVE)) return;
  const loss = lossOfContent(reward, OBSERVE, '[1]: a table') - lossOfContent(reward, OBSERVE, 'a table');
  if (loss <= 0) return;
  const { text, shown, notAsked } = reading;
  const finding = (start: number, said: string): RuleFinding => ({
    code: 'format-shown',
    loss,
    span: { start, end: start + said.length },
    message: t(
      'The prompt asks for `{0}` inside `<observe>`, but the reward {1} deducts {2} from a response with any of `[1]` to `[5]` there. Write `Image 1` in `<observe>`, and keep `[1]:` for `<evidence>`.',
      said,
      reward.name,
      fourPlaces(loss),
    ),
  });
  const inForms = new Set<number>();
  for (const { kind, blocks } of shown) {
    if (kind !== 'form') continue;
    for (const { name, content, kind: held } of blocks) {
      if (name !== OBSERVE || held === 'empty') continue;
      const found = NUMBERED.exec(text.slice(content.start, content.end));
      inForms.add(content.start);
      if (found === null || /\d/.test(found[0])) continue;
      if (!isRefused(text, { start: content.start + found.index, end: content.start + found.index }))
        yield finding(content.start + found.index, found[0]);
    }
  }
  const together = new SpanIndex(shown.filter(({ blocks }) => blocks.length > 1).map(({ span }) => span));
  for (const { 0: tag, index } of text.matchAll(/<observe>/g)) {
    const end = index + tag.length;
    if (inForms.has(end) || together.hasAt(index) || notAsked.hasAt(index)) continue;
    const place = numberedAfter(text, end) ?? numberedBefore(text, index);
    if (place === null) continue;
    const said = NUMBERED.exec(text.slice(place, place + LONGEST_SENTENCE))?.[0] ?? '';
    if (isRefused(text, { start: place, end: place + said.length }) || notAsked.hasAt(place)) continue;
    yield finding(place, said);
    return;
  }
};

/** Where the sentence after a tag says what to write inside it: "In <observe>, describe each image as [1], [2]". */
function numberedAfter(text: string, end: number): number | null {
  const rest = text.slice(end, end + LONGEST_SENTENCE);
  const sentence = /^(?:[^.\n。]|\.(?!\s))*/.exec(rest.replaceAll('</observe>', ' '.repeat(10)))?.[0] ?? '';
  const found = NUMBERED.exec(sentence);
  if (found === null) return null;
  const [before, after] = [sentence.slice(0, found.index), sentence.slice(found.index)];
  if (OTHER_PART.test(before) || LOOKED_AT.test(before) || /^[^,;，；]*<\/?evidence/i.test(after))
    return null;
  return end + found.index;
}

/** Where the words before a tag say what to write inside it: "Number the images as [k] inside <observe>". */
function numberedBefore(text: string, index: number): number | null {
  const line =
    text
      .slice(Math.max(0, index - LONGEST_SENTENCE), index)
      .split(/\n|[.!?。！？]\s/)
      .at(-1) ?? '';
  if (!/\b(?:in|inside|within|into)\s+(?:the\s+)?[`"'*]*$|在\s*$/i.test(line)) return null;
  const found = NUMBERED.exec(line);
  if (found === null || OTHER_PART.test(line.slice(found.index))) return null;
  return index - line.length + found.index;
}
