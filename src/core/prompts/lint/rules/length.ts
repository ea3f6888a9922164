import { t } from '@vscode/l10n';
import type { LengthWindow, RewardProfile } from '../../../rewards/model.ts';
import type { Span } from '../../../span.ts';
import { isNegated } from '../reading/refusals.ts';
import { lossOfLength } from '../losses.ts';
import { parseNumberWord, lengthFault } from '../scoring.ts';
import type { RuleFinding, RewardRule, PromptWithReward } from '../rule.ts';
import { estimateTokens } from '../tokens.ts';
import { joinSentences, sayLoss } from '../wording.ts';

const LIMIT =
  /\b(?:(at most|no more than|not more than|up to|under|below|fewer than|less than|within|maximum(?: of)?|max(?:\.|imum)?(?: of)?|limit(?:ed)?(?: (?:it|your \w+|the \w+))?(?: to)?|not exceed(?:ing)?|exceed|(?:keep|kept)[^.\n]{0,40}?\b(?:to|under|below|within))|(at least|no fewer than|no less than|not less than|more than|over|minimum(?: of)?|longer than|exceeds)|(about|around|approximately|roughly|exactly|in))\s+(?:a (?:maximum|total|minimum) of\s+)?(\d[\d,]*|one|two|three|four|five|ten)\s+(words?|tokens?|characters?|sentences?|lines?|paragraphs?)\b/gi;
const RANGE =
  /\b(?:between\s+)?(\d[\d,]*)(?:\s*[-–—]\s*|\s+(?:to|and)\s+)(\d[\d,]*)\s+(words?|tokens?|characters?|sentences?|lines?|paragraphs?)\b/gi;
/** Tokens for each unit, at least and at most. */
const UNITS: Readonly<Record<string, readonly [number, number]>> = {
  word: [1.2, 1.7],
  token: [1, 1],
  character: [0.2, 0.35],
  sentence: [12, 40],
  line: [8, 30],
  paragraph: [50, 250],
};
/** Words for a part of the response, whose limit says nothing about the whole length. */
const OF_A_PART =
  /\b(?:answers?|per|each|every|phrase|quer(?:y|ies)|summary|args?|name|title|label|caption|observations?|steps?|keywords?|locator|hint)\b|<\/?[a-z_]+>/i;
const OF_ALL =
  /\b(?:respon[sd]e?|whole|entire|total|overall|output|everything|altogether|in all|full|completion|generation)\b/i;
const LONG =
  /\b(?:as (?:detailed|long|thorough|comprehensive|verbose|much detail|exhaustive(?:ly)?|thoroughly)(?: \w+)? as (?:possible|you (?:can|like|want|need)|necessary|needed)|(?:be|very|extremely|highly|maximally) (?:very |extremely |highly )?(?:detailed|thorough|exhaustive|verbose|lengthy|comprehensive)|in (?:great|full|extensive|exhaustive|maximum|as much) detail|exhaustive(?:ly)?|at (?:great )?length|(?:long|lengthy|extensive) (?:and \w+ )?(?:reasoning|response|chain of thought|thinking|explanation|analysis|internal monologue)|write (?:a )?(?:long|lot)|do not (?:worry about|limit)(?: the| your)? length|no (?:length )?limit)\b/i;
const SHORT =
  /\b(?:be (?:very |extremely )?(?:brief|terse|short)|as (?:short|brief|briefly|concise|concisely) as possible|keep (?:it|your (?:whole |entire )?(?:response|output|reasoning)|everything) (?:very |extremely )?(?:short|brief|concise|minimal)|(?:brief|short|concise) (?:overall )?responses?)\b/i;

/** Finds lengths that the prompt asks for, shows, or allows and that the reward punishes. */
export const lengthRules: RewardRule = function* (subject) {
  const { form } = subject;
  if (form.length !== null) yield* requestedLengths(subject, form.length);
  if (form.length !== null) yield* exampleLengths(subject, form.length);
};

/** The largest distance, in characters, between a negation and what it negates. */
const FARTHEST_NEGATION = 100;
/** The part of a sentence before `index` that may negate what is there. */
const wordsBefore = (sentence: string, index: number): string =>
  sentence.slice(Math.max(0, index - FARTHEST_NEGATION), index);

function* requestedLengths(
  { reading, reward }: PromptWithReward,
  window: LengthWindow,
): Iterable<RuleFinding> {
  const { text, notAsked } = reading;
  let at = 0;
  let hasLimit = false;
  const vague: { readonly span: Span; readonly said: string; readonly tokens: number }[] = [];
  for (const sentence of text.split(/(?<=[.!?])\s+|\n+/)) {
    const start = text.indexOf(sentence, at);
    at = start + sentence.length;
    if (notAsked.hasAt(start)) continue;
    const isPart = OF_A_PART.test(sentence) && !OF_ALL.test(sentence);
    for (const match of sentence.matchAll(LIMIT)) {
      const [all, most, least, , digits = '', unit = ''] = match;
      // "Never write more than 900 words" is an upper bound.
      const isTurned =
        isNegated(wordsBefore(sentence, match.index)) && !/exceed|keep|kept|limit|max/i.test(all);
      const count = parseNumberWord(digits.replaceAll(',', ''));
      const [few, many] = UNITS[unit.toLowerCase().replace(/s$/, '')] ?? [1, 1];
      if (isPart) continue;
      hasLimit = true;
      const span = { start: start + match.index, end: start + match.index + all.length };
      const [isUpper, isLower] = isTurned ? [least, most] : [most, least];
      const upper = isLower === undefined ? count * many : Infinity;
      const lower = isUpper === undefined ? count * few : 0;
      if (upper < window.least) yield fault(span, all, upper, window, reward);
      else if (lower > window.most) yield fault(span, all, lower, window, reward);
    }
    for (const match of OF_ALL.test(sentence) ? sentence.matchAll(RANGE) : []) {
      const [all, from = '', to = '', unit = ''] = match;
      const [few, many] = UNITS[unit.toLowerCase().replace(/s$/, '')] ?? [1, 1];
      hasLimit = true;
      const span = { start: start + match.index, end: start + match.index + all.length };
      const upper = parseNumberWord(to.replaceAll(',', '')) * many;
      const lower = parseNumberWord(from.replaceAll(',', '')) * few;
      if (upper < window.least) yield fault(span, all, upper, window, reward);
      else if (lower > window.most) yield fault(span, all, lower, window, reward);
    }
    for (const [pattern, tokens] of [
      [LONG, Infinity],
      [SHORT, 0],
    ] as const) {
      const match = pattern.exec(sentence);
      if (match === null || (isPart && tokens === 0) || isNegated(wordsBefore(sentence, match.index)))
        continue;
      const span = { start: start + match.index, end: start + match.index + match[0].length };
      vague.push({ span, said: match[0], tokens });
    }
  }
  // A prompt that states a limit has explained its vague words.
  if (hasLimit) return;
  for (const { span, said, tokens } of vague)
    yield { ...fault(span, said, tokens, window, reward), severity: 'information' };
}

function fault(
  span: Span,
  said: string,
  tokens: number,
  window: LengthWindow,
  reward: RewardProfile,
): RuleFinding {
  const values = [said, reward.name, window.least, window.most] as const;
  // How much longer vague words make a response is not known.
  const loss =
    Number.isFinite(tokens) && tokens > 0 ? { loss: lossOfLength(reward, Math.round(tokens)) } : {};
  return {
    code: 'output-length',
    span,
    ...loss,
    message: joinSentences(
      tokens < window.least
        ? t(
            '"{0}" asks for shorter responses than the reward {1} pays for: it accepts {2} to {3} tokens and deducts below {2}. Ask for a length in between.',
            ...values,
          )
        : t(
            '"{0}" asks for longer responses than the reward {1} pays for: it accepts {2} to {3} tokens and deducts above {3}. Ask for a length in between.',
            ...values,
          ),
      sayLoss(loss.loss ?? 0),
    ),
  };
}

function* exampleLengths(
  { scored, reward, file }: PromptWithReward,
  window: LengthWindow,
): Iterable<RuleFinding> {
  for (const { shown, text } of scored) {
    if (shown.kind !== 'example') continue;
    const tokens = estimateTokens(text);
    const found = lengthFault(tokens, window);
    if (found === null) continue;
    const loss = lossOfLength(reward, tokens);
    yield {
      code: 'output-length',
      loss,
      span: shown.blocks[0]?.open.span ?? shown.span,
      message: joinSentences(
        t(
          'This example has about {0} tokens, but the reward {1} accepts {2} to {3} tokens, and models write about as much as examples do.',
          tokens,
          reward.name,
          window.least,
          window.most,
        ),
        found === 'short' ? t('Show a longer example.') : t('Show a shorter example.'),
        sayLoss(loss),
      ),
    };
  }
  const most = file.prompt.sampling.max_tokens;
  if (most === undefined || most > window.least) return;
  const loss = lossOfLength(reward, most);
  yield {
    code: 'output-length',
    span: { start: 0, end: 0 },
    loss,
    message: joinSentences(
      t(
        'Responses are cut off at max_tokens {0}, but the reward {1} accepts {2} to {3} tokens. Allow more tokens.',
        most,
        reward.name,
        window.least,
        window.most,
      ),
      sayLoss(loss),
    ),
  };
}
