import { describeFinding } from '../../core/trajectory/findingDescriptions.ts';
import {
  FINDING_CODES,
  FINDING_SEVERITIES,
  isFindingCode,
  type FindingCode,
} from '../../core/trajectory/findings.ts';
import { hasRepair } from './fixes.ts';

const INTRODUCTION = [
  '# Problems of a trajectory',
  '',
  'This page is generated from the source code. It lists the codes of all problems that PageTrace reports in a response. Notes of a reward and errors in the front matter are not listed here; their messages explain them.',
];

const SEVERITIES = {
  error: 'Error: the dialect or its reward does not accept it.',
  warning: 'Warning: it is accepted, but it may not be intended or may cost part of the reward.',
  information: 'Information: it costs nothing.',
} as const;

/** The number of lines about one code. */
const SECTION_LINES = 4;

/** The lines about one code on the page: an empty one, its heading, an empty one, and its text. */
function section(code: FindingCode): readonly string[] {
  const severity = FINDING_SEVERITIES[code];
  const repair = hasRepair(code) ? [' The editor offers a repair.'] : [];
  return ['', `## ${code}`, '', `${describeFinding(code)} ${SEVERITIES[severity]}${repair.join('')}`];
}

/** The page of the documentation that explains every code, in Markdown. */
export function findingsPage(): string {
  return `${[...INTRODUCTION, ...FINDING_CODES.flatMap(section)].join('\n')}\n`;
}

/** The line of a code's heading on that page, from 1; null for a code that is not on it. */
export function lineOfFinding(code: string): number | null {
  return isFindingCode(code) ? INTRODUCTION.length + SECTION_LINES * FINDING_CODES.indexOf(code) + 2 : null;
}
