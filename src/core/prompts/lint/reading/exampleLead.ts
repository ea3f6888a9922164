/** Words that introduce an example. */
export const LABEL =
  /示例|例如|比如|样例|\b(?:examples?|demonstrations?|samples?|for instance|such as|few-shot|in-context|sample (?:response|output|answer)|(?:correct|good|ideal|expected|reference) (?:response|output))\b|\b(?:e\.g|i\.e)\./i;
const LABELS = new RegExp(LABEL, 'gi');
/** Words beside a label that do not make more of it than a label: "A full sample response", "Example 1 (good)". */
const BESIDE_LABELS =
  /\b(?:an?|the|one|two|three|few|shot|some|more|another|of|in|with|for|here|is|are|full|complete|worked|short|good|correct|responses?|outputs?|answers?|inputs?|trajector(?:y|ies)|conversations?|dialogues?|cases?)\b|[^\p{L}]/giu;

/** The beginning of a sentence that presents an example, up to its label, whether or not it ends with a colon. */
const PRESENTS =
  /^[\s>*#_`"'([<-]*(?:(?:here (?:is|are)|here['’]s|below|this is|these are|the following|consider|see|look at|let|as an?|an?|one)\b[^.!?]*\b(?:examples?|demonstrations?|samples?|responses?|outputs?)|e\.g\.|i\.e\.|for (?:an? )?(?:example|instance)|examples?|demonstrations?|samples?|(?:以下|下面)?[^。]{0,20}(?:示例|样例|例如|比如))$/i;
/** A line that says who speaks in an example, or what is given there. */
const TURN =
  /^[ \t>*#_`[(<-]*(?:(?:user|input|the)[ \t]+)?(?:user|human|question|query|input|problem|task|[qa]|images?|pages?|documents?|context|options|choices|observation|environment|system|search results?|information|results?|turn|response|respond|output|assistant|model|reply|completion|用户|问题|助手|回答)(?:[ \t]*(?:\d+|\([^()\n]{0,40}\)))?[ \t*_`]*[:：>\])]/i;
/** A line that begins the question of an example without a label. */
const ASKED = /(?:^|\n)[ \t>*#_`-]*(?:user|human|question|query|input|q|problem)\b[^\n:]{0,40}:/gi;
const IS_QUESTION = /[?？][\s"'”’*_`)]*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|vs|cf|no|etc)|\d)[.!?](?=\s)|[。！？]/gi;

/** A label in the text before an example. */
interface Label {
  /** The start of its sentence. */
  readonly start: number;
  readonly end: number;
}

/**
 * The start of the words that introduce an example; null if none of the words before it do. A label introduces an
 * example that really follows it: in the same sentence, as the next block after a line that ends with a colon or
 * presents it, or in the section of a heading. Other labels ("images such as scanned pages") do not.
 * @param lead the text before the example, to its first character
 * @returns an offset in `lead`
 */
export function findLabel(lead: string): number | null {
  for (const { 0: label, index } of [...lead.matchAll(LABELS)].reverse()) {
    const found = { start: sentenceStart(lead, index), end: index + label.length };
    if (leadsToEnd(lead, found)) return found.start;
  }
  return null;
}

/**
 * The start of the question that an example answers, if nothing but the example's own blocks stands between them;
 * otherwise null.
 * @param lead the text before the example, to its first character
 * @returns an offset in `lead`
 */
export function findQuestion(lead: string): number | null {
  for (const { 0: asked, index } of lead.matchAll(ASKED))
    if (isNextBlock(lead.slice(index + asked.length))) return index;
  return null;
}

/** The start of the sentence around `at`, on its line. */
function sentenceStart(text: string, at: number): number {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const end = [...text.slice(lineStart, at).matchAll(SENTENCE_END)].at(-1);
  return end === undefined ? lineStart : lineStart + end.index + end[0].length;
}

function leadsToEnd(lead: string, { start, end }: Label): boolean {
  const lineEnd = lead.indexOf('\n', end);
  if (lineEnd < 0) return staysInSentence(lead.slice(end));
  const line = lead.slice(lead.lastIndexOf('\n', start - 1) + 1, lineEnd);
  const following = lead.slice(lineEnd + 1);
  if (/^\s*#/.test(line) && isOnlyLabel(line)) return !/^[^\S\r\n\u2028\u2029]*#{1,6}\s/m.test(following);
  if (/^\s*<\//.test(line)) return false;
  const announces = /[:：][\s*_`]*$/.test(line) && staysInSentence(lead.slice(end, lineEnd));
  return (announces || isOnlyLabel(line) || PRESENTS.test(lead.slice(start, end))) && isNextBlock(following);
}

/** Whether the words after a label, up to a colon if there is one, are part of its sentence. */
const staysInSentence = (words: string): boolean => (words.split(/[:：]/)[0] ?? '').search(SENTENCE_END) < 0;

/** Whether a line has nothing but a label; after a colon it may say what the example is about. */
const isOnlyLabel = (line: string): boolean =>
  (line.split(/[:：—(（]/)[0] ?? '').replace(LABELS, '').replaceAll(BESIDE_LABELS, '') === '';

/**
 * Whether what follows `between` is part of its first block, if the lines of an example that name a speaker, ask a
 * question, or open a fence are left out.
 */
function isNextBlock(between: string): boolean {
  const fence = FENCE.exec(between)?.[1];
  if (fence !== undefined) return between.split(fence).length === 2;
  const blocks = between.split(/\n[ \t]*\n/);
  return blocks.every(
    (block, index) =>
      index === blocks.length - 1 ||
      block.trim() === '' ||
      TURN.test(block.trimStart()) ||
      IS_QUESTION.test(block),
  );
}
