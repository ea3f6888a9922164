/** Names of numbers, with their words joined by underscores, that say how a response was generated. */
const GENERATION: readonly RegExp[] = [
  // How long it took, and when it was.
  /(?:^|_)(?:ms|msecs?|secs?|seconds?|minutes?|hours?|duration|latency|elapsed|runtime|time|timestamp)$/,
  /_s$/,
  /^(?:timing|time_to)_/,
  // Counts of tokens, and lengths.
  /(?:^|_)tokens$/,
  /(?:^|_)(?:tokens?|words?|chars?|characters?)_(?:count|total)$/,
  /(?:^|_)(?:num|n|total)_(?:words|chars|characters)$/,
  /(?:^|_)(?:length|len)$/,
  // Whether it was cut.
  /(?:^|_)(?:truncated|cut_off)$/,
  // What it is known by.
  /(?:^|_)(?:id|uid|idx)$/,
  /^(?:(?:sample|rollout|prompt|row|item|doc|data|question)_)?index$/,
];

/**
 * Whether a number of a record says, by its name, how long a response is, how long it took, whether it was cut, or what it
 * is known by, rather than how good it is. `length_penalty` does not.
 */
export function isGenerationNumber(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_');
  return GENERATION.some((pattern) => pattern.test(words));
}
