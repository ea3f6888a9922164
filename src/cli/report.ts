import type { Score } from '../core/rewards/model.ts';

/** A reward as lines for a terminal: the number, each component, each deduction with its reason. */
export function scoreLines(score: Score): readonly string[] {
  const overall =
    score.overall === null
      ? `${score.ifWrong} or ${score.ifRight} (wrong or right; nobody has said)`
      : String(score.overall);
  const lines = [`reward (${score.profile}): ${overall}`];
  for (const component of score.components) {
    lines.push(`  ${component.title}: ${component.paid ?? `0 or ${component.most}`} of ${component.most}`);
    for (const entry of component.entries) lines.push(`    ${entry.paid} ${entry.reason}`);
  }
  for (const entry of score.adjustments) lines.push(`  ${entry.paid} ${entry.reason}`);
  for (const note of score.notes) lines.push(`  note: ${note.message}`);
  return lines;
}
