import type { Sample } from '../../../core/records/sample.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import type { UserScore } from '../../../userRewards/model.ts';
import { numberJson, placeJson } from '../../output/json.ts';
import { explanationJson, scoreJson } from '../../output/scoreJson.ts';

/**
 * The row of a sample, as media/schemas/score.schema.json describes it: what a profile pays for it, and what the
 * person's own function returned.
 * @param explain whether components, deductions, and notes are included
 */
export function scoreRow(
  { place, sample, score, unjudged, user }: ScoredSample,
  explain: boolean,
): Record<string, unknown> {
  return {
    ...placeJson(place),
    ...(sample.id === null ? {} : { id: sample.id }),
    ...(sample.step === null ? {} : { step: sample.step }),
    ...recordedJson(sample),
    ...(score === null ? {} : scoreJson(score, unjudged)),
    ...(user === null ? {} : { python: userJson(user) }),
    ...(user?.ok && !user.notApplicable && score?.overall != null
      ? { difference: numberJson(user.overall - score.overall) }
      : {}),
    ...(explain && score !== null ? explanationJson(score) : {}),
  };
}

/** What the record holds already: its score, and its other numbers. */
function recordedJson({ score, columns }: Sample): Record<string, unknown> {
  const recorded: Record<string, number | string> = score === null ? {} : { score: numberJson(score) };
  for (const key in columns) {
    const value = columns[key];
    if (value !== undefined) recorded[key] = numberJson(value);
  }
  return Object.keys(recorded).length === 0 ? {} : { recorded };
}

function userJson(user: UserScore): Record<string, unknown> {
  if (!user.ok) return { error: user.error.message };
  const fields: Record<string, unknown> = { overall: user.notApplicable ? null : numberJson(user.overall) };
  for (const [key, value] of Object.entries(user.fields)) {
    fields[key] = typeof value === 'number' ? numberJson(value) : value;
  }
  return fields;
}
