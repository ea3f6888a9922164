import { FINDING_CODES, FINDING_KINDS, type FindingCode } from '../../core/trajectory/findings.ts';
import { hasRepair } from './fixes.ts';

const INTRODUCTION = [
  '# What is said of a trajectory',
  '',
  'Every code that PageTrace gives a problem of a response, made from the code that gives it. What a reward notes beside them, and what is wrong in a front matter, says so in its own words.',
];

const SEVERITIES = {
  error: 'An error: the dialect or its reward does not take it.',
  warning: 'A warning: it is taken, and not what is meant or not worth what it could be.',
  information: 'A remark: nothing is lost by it.',
} as const;

/** The lines of one code on the page: its heading first. */
function section(code: FindingCode): readonly string[] {
  const { severity, description } = FINDING_KINDS[code];
  const repair = hasRepair(code) ? [' The editor offers a repair.'] : [];
  return ['', `## ${code}`, '', `${description} ${SEVERITIES[severity]}${repair.join('')}`];
}

/** The page of the documentation that explains every code, in Markdown. */
export function findingsPage(): string {
  return `${[...INTRODUCTION, ...FINDING_CODES.flatMap(({ code }) => section(code))].join('\n')}\n`;
}

const LINES: ReadonlyMap<string, number> = new Map(
  findingsPage()
    .split('\n')
    .flatMap((line, index): [string, number][] =>
      line.startsWith('## ') ? [[line.slice(3), index + 1]] : [],
    ),
);

/** The line of that page, from 1, on which a code's heading stands; null for a code that is not on it. */
export function lineOfFinding(code: string): number | null {
  return LINES.get(code) ?? null;
}
