import type { TrajectoryInfo } from '../../core/records/model.ts';

/** The title of a tab that shows a question. */
export function titleOf(question: string | null): string {
  if (question === null || question.trim() === '') return 'Trajectory';
  const line = question.trim().split(/\s+/).join(' ');
  return `Trajectory: ${line.length > 40 ? `${line.slice(0, 39)}…` : line}`;
}

/** Sampling as one line: `temperature 0.1 · top_p 1`. */
export function describeSampling(sampling: TrajectoryInfo['sampling']): string {
  return Object.entries(sampling)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' · ');
}
