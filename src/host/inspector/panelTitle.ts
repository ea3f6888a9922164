/**
 * The title of a panel that shows trajectories: what it shows, and what that is about, cut to 40 characters.
 * @param subject as `InspectorSource.subject` has it
 */
export function panelTitle(shown: 'Trajectory' | 'Comparison', subject: string | null): string {
  if (subject === null || subject.trim() === '') return shown;
  const line = subject.trim().split(/\s+/).join(' ');
  return `${shown}: ${line.length > 40 ? `${line.slice(0, 39)}…` : line}`;
}
