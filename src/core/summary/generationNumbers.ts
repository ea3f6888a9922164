/** Names of numbers, with their words joined by underscores, that say how long something took. */
const DURATIONS: readonly RegExp[] = [
  /(?:^|_)(?:ms|msecs?|secs?|seconds?|minutes?|hours?|duration|latency|elapsed|runtime|time)$/,
  /_s$/,
  /^(?:timing|time_to)_/,
];

/** Those that count tokens. */
const TOKENS: readonly RegExp[] = [/(?:^|_)tokens$/, /(?:^|_)tokens?_(?:count|total)$/];

/** Those that say how a response was generated. */
const GENERATION: readonly RegExp[] = [
  ...DURATIONS,
  ...TOKENS,
  // When it was.
  /(?:^|_)timestamp$/,
  // Other counts, and lengths.
  /(?:^|_)(?:words?|chars?|characters?)_(?:count|total)$/,
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
  return matches(name, GENERATION);
}

/** Whether a number of a record says, by its name, how long something took. */
export function isDuration(name: string): boolean {
  return matches(name, DURATIONS);
}

/** Whether a number of a record counts tokens, by its name. */
export function isTokenCount(name: string): boolean {
  return matches(name, TOKENS);
}

function matches(name: string, patterns: readonly RegExp[]): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_');
  return patterns.some((pattern) => pattern.test(words));
}
