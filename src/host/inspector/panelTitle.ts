import { oneLine } from '../../core/oneLine.ts';

/**
 * The title of a panel that shows trajectories: what it shows, and its subject, cut to 40 characters.
 * @param shown such as “Trajectory”
 * @param subject see `InspectorSource.subject`
 */
export function panelTitle(shown: string, subject: string | null): string {
  if (subject === null || subject.trim() === '') return shown;
  return `${shown}: ${oneLine(subject, 40)}`;
}
