import { parseTrajectory } from './parser.ts';

/**
 * The verdicts in a judge's reply, in order (true means right), as the dialect `judge` reads them. As in Lang2Act's
 * judge, a verdict whose tags are not written exactly, or that says anything else, is left out, and text around
 * verdicts does not matter.
 */
export function judgeVerdicts(reply: string): readonly boolean[] {
  const trajectory = parseTrajectory(reply, { dialect: 'judge', numImages: null, tools: null });
  return trajectory.parts.flatMap((part) => {
    if (part.kind !== 'verdict' || part.value === null) return [];
    const written = reply.slice(part.span.start, part.span.end);
    const isExact = written.includes('<judge>') && written.endsWith('</judge>');
    return isExact ? [part.value] : [];
  });
}
