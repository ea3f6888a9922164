import { t } from '@vscode/l10n';
import { fourPlaces } from '../../../decimal.ts';
import { isNegated, LONGEST_SENTENCE, sentenceBefore } from '../reading/refusals.ts';
import type { RewardRule } from '../rule.ts';
import { lossOfCalls } from '../losses.ts';
import { parseNumberWord } from '../scoring.ts';

const NUMBER =
  '(\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)';
const LEAST =
  'at least|no fewer than|no less than|not fewer than|not less than|a minimum of|minimum of|more than|over';
const MOST =
  'at most|no more than|not more than|up to|as many as|a maximum of|maximum of|max(?:\\.|imum)?|fewer than|less than|under|within|limit(?:ed)? (?:of|to)';
const BOUND = `(?:(${LEAST})|(${MOST})|exactly|about|around|between ${NUMBER} and|${NUMBER}\\s*(?:to|-|–))`;
const CALLS =
  '(?:(?:\\w+\\s+)?(?:tool|function)[- ](?:calls?|uses?|usages|invocations?)|calls? (?:of|to) (?:the |any )?(?:tools?|functions?)|uses? of (?:the )?tools?|calls?(?= to (?:the )?tools?))';
/** "At least ten tool calls", "between 9 and 12 tool calls". */
const COUNTED = new RegExp(
  `\\b(?:${BOUND}\\s+)?(?:a total of\\s+)?${NUMBER}\\s+(?:\\w+\\s+)?${CALLS}\\b`,
  'gi',
);
/** "Use up to 12 tools", "call the tools at least ten times". */
const TIMES = new RegExp(
  `\\b(?:use|call|invoke|apply|employ)\\s+(?:the |a |any |some )?(?:(?:given |available |visual )?(?:tools?|functions?)\\s+)${BOUND}\\s+${NUMBER}\\s+times\\b`,
  'gi',
);
const TOOLS = new RegExp(
  `\\b(?:use|call|invoke|apply|employ)\\s+${BOUND}\\s+${NUMBER}\\s+(?:tools|functions)\\b`,
  'gi',
);
const CHINESE =
  /(?:(至少|不少于|最少|不低于|超过)|(最多|至多|不超过|不多于)|恰好|正好)\s*(?:(?:调用|使用)\s*)?(\d{1,3}|[一二三四五六七八九十]{1,2})\s*(?:次|个)\s*(?:工具|函数|调用)|(?:(至少|最少)|(最多|至多)|(?<!\s))\s*(?:调用|使用)\s*(?:工具|函数)\s*(?:(?:(至少|不少于|最少)|(最多|至多|不超过)|恰好)\s*)?(\d{1,3}|[一二三四五六七八九十]{1,2})\s*次/g;
/** Words that make a number one of a part of the response. */
const OF_A_PART =
  /^\s*(?:\(?(?:for|per|in|on|from)\s+)?(?:each|every|per|one|an?)\s+(?:image|page|step|turn|picture|round|question)|^[^.\n]{0,20}每/i;
const BEFORE_A_PART =
  /\b(?:each|every|per)\s+(?:image|page|step|turn|picture|round)\b[^.\n]*$|每[^。\n每]*$/i;

/** Words that make the sentence hypothetical, or a report: "after ten tool calls, stop". */
const SUPPOSED =
  /\b(?:if|when|whenever|after|unless|once|until|in case|were|had|has|have|having|example|examples)\b[^,;]*$|(?:如果|当|若)[^，。当若]*$/i;
const ALLOWS = /\b(?:may|can|could|allowed|permitted|free|might)\b[^,;]*$/i;
/** Words before a number without a bound that ask for that many. */
const ASKS = /\b(?:make|use|perform|issue|write|do|with|take|need|require)\s+(?:a total of\s+)?$/i;

interface Bound {
  readonly text: string;
  readonly index: number;
  /** The fewest calls that the prompt asks for, and the most that it allows. */
  readonly least: number;
  readonly most: number;
}

/** Finds numbers of tool calls that the prompt asks for or allows, and that are more than the reward takes. */
export const toolLimitRule: RewardRule = function* ({ form, reading, reward }) {
  const limit = form.tools?.most ?? null;
  if (limit === null) return;
  const { text, notAsked } = reading;
  const loss = lossOfCalls(reward, limit + 1);
  if (loss === 0) return;
  for (const { text: said, index, least, most } of boundsOf(text)) {
    const end = index + said.length;
    const before = sentenceBefore(text, index);
    if (
      notAsked.hasAt(index) ||
      OF_A_PART.test(text.slice(end, end + LONGEST_SENTENCE)) ||
      BEFORE_A_PART.test(before) ||
      SUPPOSED.test(before)
    )
      continue;
    if (least > limit)
      yield {
        code: 'tool-limit',
        loss,
        span: { start: index, end },
        message: t(
          '"{0}" asks for more tool calls than the reward {1} pays for: it deducts {2} from a response with more than {3}. Ask for {3} or fewer.',
          said,
          reward.name,
          fourPlaces(loss),
          limit,
        ),
      };
    else if (most > limit && most < Infinity)
      yield {
        code: 'tool-limit',
        loss,
        span: { start: index, end },
        message: t(
          '"{0}" allows more tool calls than the reward {1} pays for: it deducts {2} from a response with more than {3}. Allow up to {3}.',
          said,
          reward.name,
          fourPlaces(loss),
          limit,
        ),
      };
  }
};

function* boundsOf(text: string): Iterable<Bound> {
  const seen = new Set<number>();
  for (const pattern of [TIMES, TOOLS, COUNTED])
    for (const match of text.matchAll(pattern)) {
      const [said, atLeast, atMost, from, start, number = ''] = match;
      const end = match.index + said.length;
      if (seen.has(end) || /^one$/i.test(number)) continue;
      seen.add(end);
      const before = sentenceBefore(text, match.index);
      const negated = isNegated(before);
      const count = parseNumberWord(number) + (/more than|over/i.test(atLeast ?? '') && !negated ? 1 : 0);
      const lowest = from ?? start;
      const isBound = [atLeast, atMost, lowest].some((word) => word !== undefined);
      const isBare = !isBound && !/^(?:exactly|about|around|use|call|invoke|apply|employ)\b/i.test(said);
      if (isBare && !ASKS.test(before)) continue;
      const isAllowed = ALLOWS.test(before);
      const [isLeast, isMost] = negated ? [atMost, atLeast] : [atLeast, atMost];
      const isStrict = /fewer|less|under/i.test(atMost ?? '') && !negated;
      yield {
        text: said,
        index: match.index,
        least: isMost !== undefined || isAllowed ? 0 : lowest === undefined ? count : parseNumberWord(lowest),
        most: isLeast !== undefined && !isAllowed ? Infinity : isStrict ? count - 1 : count,
      };
    }
  for (const match of text.matchAll(CHINESE)) {
    const [said, atLeast, atMost, first, beforeLeast, beforeMost, thenLeast, thenMost, second] = match;
    const word = first ?? second ?? '';
    const count = parseNumberWord(word) + (atLeast === '超过' ? 1 : 0);
    const isMost = (atMost ?? beforeMost ?? thenMost) !== undefined;
    const isLeast = (atLeast ?? beforeLeast ?? thenLeast) !== undefined;
    yield { text: said, index: match.index, least: isMost ? 0 : count, most: isLeast ? Infinity : count };
  }
}
