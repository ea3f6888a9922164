/** `1 token`, `2,513 tokens`, or `about 630 tokens` if nobody has counted them exactly. */
export function tokenCount(tokens: number, isEstimated: boolean): string {
  const count = Math.round(tokens).toLocaleString('en');
  if (isEstimated) return tokens === 1 ? 'about 1 token' : `about ${count} tokens`;
  return tokens === 1 ? '1 token' : `${count} tokens`;
}
