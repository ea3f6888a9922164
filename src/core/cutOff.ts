/** The finish reasons of servers and trainers for a response that was cut off, in lowercase. */
const CUT_OFF: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'max_length',
  'truncated',
  'model_length',
]);

/** The key of a record that says with 1 whether its response was cut off. */
export const IS_TRUNCATED = 'is_truncated';

/** Whether a response was cut off, by its finish reason and the number that its record has for it. */
export function isCutOff(finishReason: string, isTruncated: number | null | undefined): boolean {
  return CUT_OFF.has(finishReason.toLowerCase()) || isTruncated === 1;
}
