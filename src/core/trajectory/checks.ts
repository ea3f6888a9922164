import type { Finding, Severity } from '../span.ts';
import type { Dialect } from './dialects/dialect.ts';
import { dialectOf } from './dialects/registry.ts';
import { FINDING_KINDS, isFindingCode } from './findings.ts';
import type { CheckCode } from './findings.ts';
import type { Trajectory } from './model.ts';

/** One validity rule, and whether a trajectory keeps it. */
export interface Check {
  readonly code: CheckCode;
  /** What should be so, in a few words. */
  readonly title: string;
  /** `not-applicable` where the trajectory has nothing that the rule is about, or where only the end of the text will tell. */
  readonly state: 'passed' | 'failed' | 'not-applicable';
  /** The findings that break the rule, in the order of the text. */
  readonly findings: readonly Finding[];
  /** The worst of the findings; null where there are none. */
  readonly severity: Severity | null;
}

interface Rule {
  readonly code: CheckCode;
  readonly title: (dialect: Dialect) => string;
  readonly applies: (trajectory: Trajectory, dialect: Dialect) => boolean;
}

const always = (): boolean => true;
const atEnd = (trajectory: Trajectory): boolean => trajectory.complete;
const withBlocks = (trajectory: Trajectory): boolean => trajectory.blocks.length > 0;
const withTools = (trajectory: Trajectory, dialect: Dialect): boolean =>
  dialect.tools !== null && trajectory.tools.length > 0;
const withImages = (trajectory: Trajectory, dialect: Dialect): boolean =>
  withTools(trajectory, dialect) && trajectory.tools.some((tool) => tool.images.length > 0);

const tags = (dialect: Dialect): string => dialect.blocks.map((block) => `<${block.name}>`).join(', ');
const roleTag = (dialect: Dialect, role: string): string =>
  `<${dialect.blocks.find((block) => block.role === role)?.name ?? role}>`;

const RULES: readonly Rule[] = [
  { code: 'blocks-present', title: (dialect) => `${tags(dialect)} are there`, applies: atEnd },
  { code: 'blocks-once', title: () => 'Each block stands once', applies: withBlocks },
  { code: 'blocks-closed', title: () => 'Each block is opened and closed', applies: withBlocks },
  {
    code: 'blocks-in-order',
    title: (dialect) => `The order is ${tags(dialect)}`,
    applies: (trajectory) => trajectory.blocks.length > 1,
  },
  { code: 'blocks-filled', title: () => 'No block is empty', applies: withBlocks },
  { code: 'tags-whole', title: () => 'No tag breaks off', applies: always },
  {
    code: 'tags-plain',
    title: () => 'Tags are in lower case, without spaces or attributes',
    applies: withBlocks,
  },
  { code: 'tags-of-dialect', title: (dialect) => `Only tags of ${dialect.name} are used`, applies: always },
  { code: 'nothing-outside', title: () => 'Nothing stands outside of the tags', applies: always },
  { code: 'not-fenced', title: () => 'The response is not in a fenced code block', applies: always },
  {
    code: 'tools-present',
    title: (dialect) => `<${dialect.tools?.container ?? ''}> holds tool calls`,
    applies: (trajectory, dialect) => dialect.tools !== null && trajectory.complete,
  },
  {
    code: 'tools-in-place',
    title: (dialect) => `Tool calls stand inside <${dialect.tools?.container ?? ''}>`,
    applies: withTools,
  },
  { code: 'tools-closed', title: () => 'Each tool call is opened and closed', applies: withTools },
  { code: 'tools-known', title: () => 'Every tool is one that the prompt offers', applies: withTools },
  {
    code: 'tools-few',
    title: (dialect) => `There are at most ${dialect.tools?.most ?? 0} tool calls`,
    applies: withTools,
  },
  {
    code: 'attributes-readable',
    title: () => 'The reward can read name and args of every call',
    applies: withTools,
  },
  { code: 'args-filled', title: () => 'Every call has args', applies: withTools },
  { code: 'images-named', title: () => 'Args begin with the image they look at', applies: withTools },
  {
    code: 'images-in-range',
    title: () => 'Every image that is named was sent',
    applies: (trajectory, dialect) =>
      trajectory.context.numImages !== null &&
      (withImages(trajectory, dialect) ||
        trajectory.steps.some((step) => step.kind === 'think' && step.images.length > 0)),
  },
  {
    code: 'images-in-think',
    title: (dialect) => `${roleTag(dialect, 'think')} names every image that a call uses`,
    applies: (trajectory, dialect) =>
      withImages(trajectory, dialect) && trajectory.steps.some((step) => step.kind === 'think' && !step.open),
  },
  { code: 'observations-filled', title: () => 'Every call says what it saw', applies: withTools },
];

/** Codes of the rules that are only about tool calls. */
const TOOL_RULES: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'tools-present',
  'tools-in-place',
  'tools-closed',
  'tools-known',
  'tools-few',
  'attributes-readable',
  'args-filled',
  'images-named',
  'images-in-think',
  'observations-filled',
]);

/**
 * Every validity rule of the trajectory's dialect, in the order in which a person would go through them. Rules about tool calls are
 * left out for a dialect that has none, unless a call breaks them.
 */
export function checks(trajectory: Trajectory): Check[] {
  const dialect = dialectOf(trajectory.dialect);
  const byRule = new Map<CheckCode, Finding[]>();
  for (const found of trajectory.findings) {
    if (!isFindingCode(found.code)) continue;
    const { check } = FINDING_KINDS[found.code];
    const list = byRule.get(check);
    if (list === undefined) byRule.set(check, [found]);
    else list.push(found);
  }
  return RULES.filter(({ code }) => dialect.tools !== null || !TOOL_RULES.has(code) || byRule.has(code)).map(
    (rule) => {
      const findings = byRule.get(rule.code) ?? [];
      const state =
        findings.length > 0 ? 'failed' : rule.applies(trajectory, dialect) ? 'passed' : 'not-applicable';
      return { code: rule.code, title: rule.title(dialect), state, findings, severity: worst(findings) };
    },
  );
}

function worst(findings: readonly Finding[]): Severity | null {
  for (const severity of ['error', 'warning', 'information'] as const) {
    if (findings.some((found) => found.severity === severity)) return severity;
  }
  return null;
}
