/** One answer to be judged. */
export interface JudgeItem {
  readonly question: string;
  readonly reference: string;
  readonly answer: string;
}

/** What a judge is asked, as one message of a user. */
export interface JudgeRequest {
  readonly text: string;
  /** Enough for the verdicts and for some words around them. */
  readonly maxTokens: number;
  readonly temperature: 0;
}

const TOKENS_PER_ITEM = 20;
const LEAST_TOKENS = 512;
const VERDICT = /<judge>(True|False|true|false)<\/judge>/g;

/** The request that has `items` judged, each by one `<judge>True</judge>` or `<judge>False</judge>` in their order. */
export function judgeRequest(items: readonly JudgeItem[]): JudgeRequest {
  const head = [
    'Below are questions about documents, each with a reference answer and an answer to be judged.',
    'Judge an answer True when it says what the reference says: other wording, units, number formats or order make no difference, and more detail does not as long as it agrees.',
    'Judge it False when it is wrong, misses a part of the reference, or contradicts it.',
    `Reply with one line for each item, in order (${String(items.length)} in all), either <judge>True</judge> or <judge>False</judge>, and with nothing else.`,
  ].join('\n');
  const body = items.map(({ question, reference, answer }, index) =>
    [
      `Item ${String(index + 1)}`,
      `Question: ${question}`,
      `Reference answer: ${reference}`,
      `Answer to judge: ${answer}`,
    ].join('\n'),
  );
  return {
    text: [head, ...body].join('\n\n'),
    maxTokens: Math.max(LEAST_TOKENS, TOKENS_PER_ITEM * items.length),
    temperature: 0,
  };
}

/**
 * The verdicts in a judge's reply, true for right, in the order of the items; null when there are not exactly
 * `count` of them, as Lang2Act's judge has it (what stands around them does not matter).
 */
export function parseJudgeReply(reply: string, count: number): readonly boolean[] | null {
  const verdicts = Array.from(reply.matchAll(VERDICT), ([, verdict]) => verdict?.toLowerCase() === 'true');
  return verdicts.length === count ? verdicts : null;
}
