import { alternativesOfEach, type TokenProbabilities } from '../../../core/records/tokenProbabilities.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The probabilities of a response's tokens in the form of `logprobs` in chat completions. The tokens together are the
 * text: a token is empty if a later one completes its character, and its `logprob` is null where none was reported.
 */
export function logprobsJson(probabilities: TokenProbabilities, text: string): Json {
  const content: Json[] = [];
  let end = 0;
  for (const others of alternativesOfEach(probabilities)) {
    const start = end;
    end += probabilities.lengths[content.length] ?? 0;
    content.push({
      token: text.slice(start, end),
      logprob: probabilities.logprobs[content.length] ?? null,
      top_logprobs: others.map((other) => ({ token: other.text, logprob: other.logprob })),
    });
  }
  return { content };
}
