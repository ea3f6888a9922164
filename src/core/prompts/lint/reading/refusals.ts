import type { Span } from '../../../span.ts';

/** Words that forbid what comes after them. */
const REFUSAL =
  /\b(?:do(?:es)? not|don['’]t|doesn['’]t|never|avoid(?:ing)?|instead of|rather than|in place of|without|must not|mustn['’]t|should not|shouldn['’]t|may not|cannot|can['’]t|can not|refrain from|not use|neither|nor)\b|\b(?:not|no)\s+(?:(?:the|a|an|any)\s+)?[`"'*(]*$/i;
/** Words after a refusal that turn it around ("do not forget `<think>`"), or that only give a place ("outside of"). */
const TURNED =
  /\b(?:outside|except|other than|besides|beyond|apart from|but|unless|until|before|after|forget\w*|omit\w*|skip\w*|drop\w*|miss\w*|leav\w+|neglect\w*|fail\w*|only|without|deviat\w+|chang\w+|alter\w*|modif\w+|depart\w*|renam\w+|translat\w+|nest\w*|mix\w*|repeat\w*|merg\w+|clos\w+|remov\w+|around|anything else|additional|extra)\b/i;
/** Words after a refusal that ask for something else: "do not guess, write ...". */
const ASKED_AFTER =
  /(?:[,;—–]\s*|\b(?:but|instead)\s+)(?:(?:and|but|then|just|simply|instead|only|please|always|directly|rather|you (?:must|should|need to|have to))\s+)*(?:write|put|use|output|wrap|place|enclose|answer|respond|reply|give|provide|return|state|call|follow|start|begin|think|reason|stick|include|end)\b/i;
/** A clause that only gives a condition or a reason, up to its comma. */
const CONDITION =
  /\b(?:if|when|whenever|where|because|since|though|although|while|in case|even if|once)\b[^,]*,/gi;
/** Words right after a tag, or a list of tags, that forbid it. */
const REFUSED_AFTER =
  /^(?:[`"'*\s,/]|<[^<>]*>|\.{3}|…|\b(?:and|or|tags?|blocks?|elements?|format|form)\b)*\b(?:is|are) (?:(?:also|both|all|always) )?(?:invalid|wrong|incorrect|forbidden|prohibited|disabled|unavailable|not (?:allowed|permitted|accepted|valid|available))\b/i;
/** Words after a tag that limit the refusal to a second one, or to a place. */
const LIMITED_AFTER =
  /^(?:[`"'*\s]|<\/?[\w-]+>|\b(?:tags?|blocks?)\b|\.{3}|…)*\b(?:twice|again|more than (?:once|one)|multiple|several|empty|inside|within|in|into|before|after|until|unless|outside|without|when|if|while|for|yet)\b/i;

const CHINESE_REFUSAL =
  /不要|请勿|切勿|勿|禁止|严禁|不得|不能|不可|不允许|避免|而不是|而非|不应|不使用|不用|无需|不必|别用|别写/;
const CHINESE_TURNED = /除|之外|以外|忘|省略|遗漏|漏掉|缺少|跳过|改变|修改/;
const CHINESE_LIMITED_AFTER = /^(?:[\s`"'、和与及或.…]|<\/?[\w-]+>|标签)*(?:之外|以外|外|中|内|里|之前|之后)/;

const VERB_OF_WRITING =
  /\b(?:us(?:e|ing)|writ(?:e|ing)|output(?:ting)?|includ(?:e|ing)|add(?:ing)?|emit(?:ting)?|generat(?:e|ing)|produc(?:e|ing)|open|print|creat(?:e|ing)|insert(?:ing)?)\b|instead of|rather than|in place of|使用|输出|写|用|生成|添加|出现/i;
const PREPOSITION = /\b(?:inside|within|in|into|between|from|to|with|for|of|through)\b/i;

/** How many characters before a tag are searched for the beginning of its sentence. */
export const LONGEST_SENTENCE = 300;

/** The part before `at` of the sentence or line around it. */
export function sentenceBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - LONGEST_SENTENCE), at);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  return before.split(/[.!?;] |[。！？；]/).at(-1) ?? '';
}

/** The clause before `at` without what does not belong to it: shown parts, remarks in parentheses, and conditions. */
function clauseBefore(text: string, at: number): string {
  const sentence = sentenceBefore(text, at)
    .replaceAll(/<(\w+)>[^<>]*<\/\1>/g, ' ')
    .replaceAll(/\([^()]*\)|（[^（）]*）/g, ' ');
  const colon = Math.max(sentence.lastIndexOf(': '), sentence.lastIndexOf('：'));
  return sentence.slice(colon + 1).replaceAll(CONDITION, ' ');
}

const isRefusedInChinese = (clause: string, after: string): boolean => {
  const last = clause.split('，').at(-1) ?? '';
  const refusal = CHINESE_REFUSAL.exec(last);
  return (
    refusal !== null && !CHINESE_TURNED.test(last.slice(refusal.index)) && !CHINESE_LIMITED_AFTER.test(after)
  );
};

/** Whether the words around a tag or a name forbid it, in English or Chinese, and do not go on to ask for it. */
export function isRefused(text: string, { start, end }: Span): boolean {
  const after = text.slice(end, end + LONGEST_SENTENCE);
  if (REFUSED_AFTER.test(after)) return true;
  const clause = clauseBefore(text, start);
  if (isRefusedInChinese(clause, after)) return true;
  const refusal = REFUSAL.exec(clause);
  if (refusal === null) return false;
  const rest = clause.slice(refusal.index + refusal[0].length);
  return !ASKED_AFTER.test(rest) && !TURNED.test(rest);
}

/**
 * Whether a sentence forbids writing a tag beyond doubt: "do not use `<think>`". Sentences that only forbid a place or
 * a second one are not enough.
 */
export function isForbidden(text: string, span: Span): boolean {
  if (!isRefused(text, span)) return false;
  const clause = clauseBefore(text, span.start);
  const refusal = REFUSAL.exec(clause) ?? CHINESE_REFUSAL.exec(clause);
  const after = text.slice(span.end, span.end + LONGEST_SENTENCE);
  if (refusal === null) return false;
  const said = clause.slice(refusal.index);
  return (
    VERB_OF_WRITING.test(said) &&
    !PREPOSITION.test(said.slice(refusal[0].length)) &&
    !LIMITED_AFTER.test(after)
  );
}

/** A negation, and up to four words between it and what it negates: "never write", "must not use". */
const NEGATED =
  /(?:\b(?:not|never|avoid|without|cannot)|n['’]t)\b(?:\s+(?!forget|fail|hesitate|stop)[\w'’]+){0,4}\s*$/i;

/** Whether the words before a bound negate it: "never write more than" is an upper bound. */
export const isNegated = (before: string): boolean => NEGATED.test(before);
