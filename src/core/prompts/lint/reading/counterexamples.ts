import type { Span } from '../../../span.ts';

/** Marks before the words of a line: of lists, quotes, headings, tables, and emphasis. */
const MARKS = '[\\s>*#_`~|\\[(【「“"\'•-]*(?:\\d+[.)、][\\s*_`]*)?';
const CROSS = '(?:❌|✗|✘|✖|🚫|⛔|👎)';
const NOUNS =
  '(?:example|response|output|format|formatting|answer|usage|use|form|way|sample|demonstration|tool call|function call|call|reply|completion|tag|style|structure|pattern|trajectory|practice)s?';
const WRONG = '(?:wrong|incorrect|bad|invalid|malformed|unacceptable|forbidden|prohibited|disallowed)';
const LEAD =
  "(?:(?:an?|the|some|this|these|here|is|are|following|below|of|very|another|for|also|one|two|three|examples?|samples?)['’]?s?\\s+)*";
/** White space and emphasis inside a label. */
const GAP = '[\\s*_`]{0,10}';
/** Headings and labels that stand for themselves: a line that has only these words introduces what is wrong. */
const LABELS = [
  `${LEAD}${WRONG}\\b[\\s*_-]{0,10}(?:${NOUNS}\\b\\s{0,10})*(?:of\\b[^:：\\n]{0,30})?\\d*`,
  `${LEAD}(?:(?:negative|improper|faulty) ${NOUNS}|bad cases?)\\b\\s{0,10}\\d*`,
  '(?:counter|anti)[-\\s]?(?:examples?|patterns?)(?:\\s+\\d+)?',
  "(?:(?:an )?examples? of )?(?:(?:here is )?(?:what|how|things) not to (?:do|write|output|respond|answer)|not (?:like )?this|don['’]?ts?|do not|avoid(?: (?:this|these|the following)[\\w\\s]{0,30})?|never|(?:common|frequent|typical) (?:mistakes|errors|pitfalls)(?: to avoid)?|(?:mistakes|errors|pitfalls) to avoid|not allowed|not accepted|not acceptable)",
  '(?:instead of|rather than)(?: (?:writing|this|using|outputting|saying))*(?: this| these)?',
  '(?:以下(?:是|为|均为|都是)?)?(?:一个|几个)?(?:错误|反面|不正确|不合格|不良|不规范|无效|非法|违规)(?:的)?(?:示例|例子|样例|范例|示范|格式|输出|写法|回答|回复|做法|用法|案例)*\\s{0,10}\\d*',
  '(?:反例|反面教材|常见错误|禁止事项|禁忌)\\s{0,10}\\d*',
].join('|');
const REMARK = '(?:\\s{0,10}[(（][^()（）\\n]{0,60}[)）])?';
/** Words, before the line ends with a colon, that forbid what follows: "Never write any of these:". */
const NEVER =
  "(?:(?:please|you|the model|your (?:response|output|answer)|responses?|outputs?|strictly|also|and|but)\\s+)*(?:do not|don['’]t|never|must not|must never|should not|may not|cannot)";
const VERBS =
  '(?:do|write|use|output|produce|include|emit|generate|add|say|print|call|return|make|put|give|create|copy|respond|look|be (?:written|formatted|used))';
const FORBIDDING = `${NEVER}\\b(?:\\s+(?:ever|just|simply))?(?:\\s+${VERBS}\\b(?:[^:：.\\n]{0,60}\\b(?:this|these|the following|any of|like|such|below)\\b[^:：.\\n]{0,60})?)?`;
const CALLED_WRONG = `[^:：.\\n]{0,40}\\b(?:following|these|below)\\b[^:：.\\n]{0,40}\\b(?:is|are|would be|counts? as)\\s+(?:all\\s+|also\\s+|considered\\s+)?(?:${WRONG}|not (?:allowed|accepted|valid|available|permitted)|unavailable|disabled|rejected)`;
const CHINESE_FORBIDDING =
  '(?:请)?(?:不要|禁止|请勿|切勿|勿|避免|严禁|不得|不能|不可以?)(?:[^:：，,。\\n]{0,20}(?:使用|输出|写|这样|以下|如下|出现|生成|添加|包含)[^:：，,。\\n]{0,20})?';

const CROSSED = new RegExp(`^${MARKS}${CROSS}`, 'u');
/** A remark at the end of a line, behind a tag or an arrow, that it is wrong. */
const CROSSED_AT_END = new RegExp(
  `(?:>[\`'"]*\\s*${CROSS}|(?:<-+|←|⟵|#|//)\\s*(?:this is\\s+)?(?:(?:${WRONG}|not allowed)(?:[!.,:(]|\\s+(?:because|since|as|format|form|tag|order|example)\\b|\\s*$)[^\\n]{0,60}|(?:错误|不正确)[^\\n]{0,20})|>[\`'"]*\\s*[(（](?:${WRONG}|错误|不正确)[)）])\\s*$`,
  'iu',
);
const LABEL = new RegExp(`^${MARKS}(?:${CROSS}\\s*)?(?:${LABELS})${GAP}${REMARK}${GAP}[:：]`, 'iu');
const HEADING = new RegExp(
  `^\\s*(?:#{1,6}\\s|\\*\\*|__|【|\\[)${MARKS}(?:${CROSS}\\s*)?(?:${LABELS})${REMARK}[\\s*_\`#】\\]:：]*$`,
  'iu',
);
const ANNOUNCED = new RegExp(
  `^${MARKS}(?:${FORBIDDING}|${CALLED_WRONG}|${CHINESE_FORBIDDING})[\\s*_\`]*[:：]`,
  'iu',
);
/** Words that turn an announcement around: "Do not deviate from this form:", "Do not forget to write:". */
const TURNED =
  /\b(?:outside|except|other than|besides|beyond|apart from|but|unless|until|before|after|forget\w*|omit\w*|skip\w*|leav\w+|neglect\w*|fail\w*|hesitate|only|without|deviat\w+|chang\w+|alter\w*|modif\w+|depart\w*|differ\w*|stray\w*|break\w*|violat\w+|around|anything else|else|other|additional|extra|more than|less than|instead|follows?|questions?|problems?|quer(?:y|ies)|tasks?|by)\b|[,;—–]|除|之外|以外|忘|省略|遗漏|改变|修改|偏离|违反|遵|问题/i;
/** A line that introduces what is right, so that a counterexample ends before it. */
const RIGHT = new RegExp(
  `^${MARKS}(?:✅|✔|☑|👍|(?:(?:an?|the|this is|here is|now|but|do|use|write)\\s+)*(?:right|correct|good|proper|valid|ideal|instead|better|acceptable|preferred|expected|do|dos|write)\\b[^:：\\n]{0,40}[:：]|(?:正确|正面|推荐|良好|规范|应该|应当|请)[^:：\\n]{0,20}[:：])`,
  'iu',
);
/** Whether a line introduces what is right. */
const isRight = (line: string): boolean => {
  const label = RIGHT.exec(line.slice(0, LONGEST_LABEL))?.[0];
  return label !== undefined && !/\b(?:not|never)\b|n['’]t\b/i.test(label);
};
const ITEM = /^\s*(?:[-*+•]|\(?\d+[.)、]|\(?[a-z][.)])\s/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;
const TAG = /^[\s>`"'*]*<\/?[A-Za-z]/;
const SHARP = /^\s*(#{1,6})\s/;
/** Tags of a prompt around an example that is wrong. */
const WRONG_TAG =
  /<(\/?)((?:bad|wrong|incorrect|negative|invalid|counter)[_-]?(?:example|response|output|format|answer|sample|case)?s?)>/gi;
/** The most characters between such tags. */
const LONGEST_WRONG = 4000;

/** The most characters of a line that are looked at: no label is longer. */
const LONGEST_LABEL = 240;

interface Line {
  readonly text: string;
  readonly start: number;
}

/**
 * The parts of a rendered prompt that it shows as wrong: what follows labels and headings such as "Wrong:", "❌" or
 * "错误示例：", lists under "Don't", and lines that end in such a remark. Nothing in them is asked for or shown.
 */
export function findCounterexamples(text: string): readonly Span[] {
  const lines: Line[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    lines.push({ text: line, start: at });
    at += line.length + 1;
  }
  const found: Span[] = [...taggedAsWrong(text)];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? { text: '', start: 0 };
    const label = readLabel(line.text);
    if (label === null) continue;
    const end = label.opens ? blockEnd(lines, index) : index;
    const last = lines[end] ?? line;
    found.push({ start: line.start + label.from, end: last.start + last.text.length });
    index = end;
  }
  return found;
}

/** The parts between tags that call them wrong, with the tags. */
function* taggedAsWrong(text: string): Iterable<Span> {
  const tags = [...text.matchAll(WRONG_TAG)].map(({ 0: all, 1: slash, 2: name = '', index }) => ({
    name: name.toLowerCase(),
    closes: slash === '/',
    start: index,
    end: index + all.length,
  }));
  const opened = new Map<string, number>();
  let done = 0;
  for (const { name, closes, start, end } of tags) {
    const from = opened.get(name);
    if (!closes) {
      // The first of several opening tags counts, unless it is too far away.
      if (from === undefined || from < done || start - from > LONGEST_WRONG) opened.set(name, start);
      continue;
    }
    opened.delete(name);
    if (from === undefined || from < done || start - from > LONGEST_WRONG) continue;
    done = end;
    yield { start: from, end };
  }
}

/** Where the wrong part of a line begins, and whether it goes on below it; null if the line is no label. */
function readLabel(line: string): { readonly from: number; readonly opens: boolean } | null {
  const head = line.slice(0, LONGEST_LABEL);
  if (isRight(head)) return null;
  if (HEADING.test(head)) return { from: line.length, opens: true };
  const label = (LABEL.exec(head) ?? announcementOf(head))?.[0] ?? CROSSED.exec(head)?.[0];
  if (label !== undefined) {
    const rest = line.slice(label.length);
    return { from: label.length, opens: /^(?:[^<>:：]*[:：])?[\s*_`]*$/.test(rest) };
  }
  const sentence = /[.;!?。；！？]\s+((?:[^\s.;!?。；！？][^.;!?。；！？]*)?[:：])[\s*_`]*$/.exec(head)?.[1];
  if (sentence !== undefined && readLabel(sentence)?.opens === true)
    return { from: line.length, opens: true };
  return CROSSED_AT_END.test(line.slice(-LONGEST_LABEL)) ? { from: 0, opens: false } : null;
}

/** A line that forbids what follows its colon; null for any other line. */
function announcementOf(line: string): RegExpExecArray | null {
  const found = ANNOUNCED.exec(line);
  return found === null || TURNED.test(found[0]) ? null : found;
}

/** The last line of a counterexample whose label is line `from`. */
function blockEnd(lines: readonly Line[], from: number): number {
  const level = SHARP.exec(lines[from]?.text ?? '')?.[1]?.length ?? null;
  const opened = new Map<string, number>();
  let end = from;
  let fence: string | null = null;
  let afterBlank = false;
  for (let index = from + 1; index < lines.length; index++) {
    const line = lines[index]?.text ?? '';
    const mark = FENCE.exec(line)?.[0].trim() ?? null;
    if (fence !== null) {
      end = index;
      if (mark !== fence) continue;
      fence = null;
      if (level === null && !ITEM.test(lines[from + 1]?.text ?? '')) return end;
      continue;
    }
    if (line.trim() === '') {
      afterBlank = true;
      continue;
    }
    const sharp = SHARP.exec(line)?.[1]?.length ?? null;
    if (sharp !== null && (level === null || sharp <= level)) return end;
    if (isRight(line) || closesOuterTag(line, opened)) return end;
    const continues =
      ITEM.test(line) || mark !== null || TAG.test(line) || /^\s{2,}\S/.test(line) || sharp !== null;
    if (afterBlank && !continues) return end;
    if (mark !== null) fence = mark;
    afterBlank = false;
    end = index;
  }
  return end;
}

/** Whether a line begins with a closing tag of what was opened before the counterexample. */
function closesOuterTag(line: string, opened: Map<string, number>): boolean {
  for (const [, slash, name = ''] of line.matchAll(/<(\/?)([A-Za-z][\w-]*)(?:[^\w<>-][^<>]*)?>/g)) {
    const count = opened.get(name) ?? 0;
    if (slash === '/' && count === 0) return /^\s*<\//.test(line);
    opened.set(name, count + (slash === '/' ? -1 : 1));
  }
  return false;
}
