import type { Component, Entry, Score } from '../../../core/rewards/model.ts';
import type { UserScore } from '../../../userRewards/model.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import { numberJson, placeJson } from '../../output/json.ts';

/**
 * A score as media/schemas/score.schema.json describes it: what the reference returns under its own names, or the
 * exception that it raises; and what the person's own function returned.
 * @param explain whether components, deductions and notes are wanted too
 */
export function scoreJson(
  { place, sample, score, unjudged, user }: ScoredSample,
  explain: boolean,
): Record<string, unknown> {
  return {
    ...placeJson(place),
    ...(sample.id === null ? {} : { id: sample.id }),
    ...(score === null ? {} : profileJson(score, unjudged)),
    ...(user === null ? {} : { python: userJson(user) }),
    ...(user?.ok && score?.overall != null ? { difference: numberJson(user.overall - score.overall) } : {}),
    ...(explain && score !== null ? explanationJson(score) : {}),
  };
}

function profileJson(score: Score, unjudged: boolean): Record<string, unknown> {
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

function userJson(user: UserScore): Record<string, unknown> {
  if (!user.ok) return { error: user.error.message };
  const fields: Record<string, unknown> = { overall: numberJson(user.overall) };
  for (const [key, value] of Object.entries(user.fields)) {
    fields[key] = typeof value === 'number' ? numberJson(value) : value;
  }
  return fields;
}

function explanationJson(score: Score): Record<string, unknown> {
  return {
    components: score.components.map(componentJson),
    adjustments: score.adjustments.map(entryJson),
    notes: score.notes.map(({ code, severity, message, span }) => ({ code, severity, message, span })),
  };
}

function componentJson({ key, title, weight, start, value, paid, most, entries, scope }: Component): unknown {
  return { key, title, weight, start, value, paid, most, scope, entries: entries.map(entryJson) };
}

function entryJson({ kind, code, amount, paid, reason, span, tool }: Entry): unknown {
  return { kind, code, amount, paid, reason, span, tool: tool === null ? null : tool + 1 };
}
