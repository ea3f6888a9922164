/**
 * Answers with the same key count as the same answer: case, white space, and a final period make no difference.
 */
export function answerKey(answer: string): string {
  return answer.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '');
}
