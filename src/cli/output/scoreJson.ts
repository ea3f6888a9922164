import type { ScoreSoFar } from '../../core/rewards/explanation/soFar.ts';
import type { Component, Entry, Score } from '../../core/rewards/model.ts';

/**
 * The score of a sample, in a row of `score` and in an answer of `ask`: what the reference returns under its own names,
 * or the exception that it raises.
 * @param unjudged whether a judge decides a part of the reward, and there is no verdict yet
 */
export function scoreJson(score: Score, unjudged: boolean): Record<string, unknown> {
  const { defaults, profile } = score;
  return {
    profile,
    ...paidJson(score, unjudged),
    ...(defaults.length === 0
      ? {}
      : { defaults: Object.fromEntries(defaults.map(({ key, value }) => [key, value])) }),
  };
}

function paidJson(
  { overall, ifWrong, ifRight, reported, raises, needs }: Score,
  unjudged: boolean,
): Record<string, unknown> {
  if (raises !== null) return { raises: raises.name, reason: raises.reason };
  return {
    ...(Object.hasOwn(reported, 'overall') ? {} : { overall }),
    ...reported,
    ...(overall === null || unjudged ? { if_wrong: ifWrong, if_right: ifRight } : {}),
    ...(overall === null ? { needs } : {}),
  };
}

/** Components, deductions and notes; spans are offsets into the response. */
export function explanationJson(score: Score): Record<string, unknown> {
  return {
    components: score.components.map(componentJson),
    adjustments: score.adjustments.map(entryJson),
    notes: score.notes.map(({ code, severity, message, span }) => ({ code, severity, message, span })),
  };
}

/** The most that the reward of a response that is not complete can become, and what it has lost for good. */
export function soFarJson({ components, most }: ScoreSoFar): Record<string, unknown> {
  return {
    most,
    lost: components.flatMap(({ key, entries }) =>
      entries.map(({ code, paid, reason, span }) => ({ component: key, code, paid, reason, span })),
    ),
  };
}

function componentJson({ key, title, weight, start, value, paid, most, entries, scope }: Component): unknown {
  return { key, title, weight, start, value, paid, most, scope, entries: entries.map(entryJson) };
}

function entryJson({ kind, code, amount, paid, reason, span, tool }: Entry): unknown {
  return { kind, code, amount, paid, reason, span, tool: tool === null ? null : tool + 1 };
}
