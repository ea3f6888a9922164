import { t } from '@vscode/l10n';
import { toolCallsPhrase, turnsPhrase } from '../countPhrases.ts';
import type { Finding, Severity } from '../span.ts';
import type { BlockRule, Dialect } from './dialects/dialect.ts';
import { dialectOf } from './dialects/registry.ts';
import { FINDING_CHECKS, type CheckCode } from './findingChecks.ts';
import { isFindingCode } from './findings.ts';
import type { Trajectory } from './model.ts';
import type { PartKind } from './partModel.ts';

/** A validity rule, and whether a trajectory follows it. */
export interface Check {
  readonly code: CheckCode;
  /** What the rule requires, in a few words. */
  readonly title: string;
  /**
   * `not-applicable` if the trajectory has nothing that the rule is about, or if only the end of the text can decide
   * it.
   */
  readonly state: 'passed' | 'failed' | 'not-applicable';
  /** The findings that break the rule, in text order. */
  readonly findings: readonly Finding[];
  /** The worst of the findings; null if there are none. */
  readonly severity: Severity | null;
}

interface Rule {
  readonly code: CheckCode;
  readonly title: (dialect: Dialect) => string;
  readonly applies: (trajectory: Trajectory, dialect: Dialect) => boolean;
  /** Whether the dialect has what the rule is about; left out if every dialect does. */
  readonly concerns?: (dialect: Dialect) => boolean;
}

const always = (): boolean => true;
const atEnd = (trajectory: Trajectory): boolean => trajectory.complete;
const withBlocks = (trajectory: Trajectory): boolean => trajectory.blocks.length > 0;
const withTools = (trajectory: Trajectory, dialect: Dialect): boolean =>
  dialect.tools !== null && trajectory.tools.length > 0;
const withImages = (trajectory: Trajectory, dialect: Dialect): boolean =>
  withTools(trajectory, dialect) && trajectory.tools.some((tool) => tool.images.length > 0);
const withParts =
  (...kinds: readonly PartKind[]) =>
  (trajectory: Trajectory): boolean =>
    trajectory.parts.some((part) => kinds.includes(part.kind));

const tags = (blocks: readonly BlockRule[]): string => blocks.map((block) => `<${block.name}>`).join(', ');
const roleTag = (dialect: Dialect, role: string): string =>
  `<${dialect.blocks.find((block) => block.role === role)?.name ?? role}>`;
const requiredBlocks = ({ blocks }: Dialect): BlockRule[] =>
  blocks.filter(({ occurs }) => occurs === 'once' || occurs === 'some');

const hasBlocks = ({ blocks }: Dialect): boolean => blocks.length > 0;
const hasTools = ({ tools }: Dialect): boolean => tools !== null;
const hasContainer = ({ tools }: Dialect): boolean => tools !== null && tools.container !== null;

/** A rule that only some dialects have: it applies to the dialects that name it. */
const ownRule = (code: CheckCode, title: Rule['title'], applies: Rule['applies']): Rule => ({
  code,
  title,
  applies,
  concerns: ({ checks: named }) => named.includes(code),
});

const PART_RULES: readonly Rule[] = [
  ownRule(
    'turns-whole',
    ({ flow }) =>
      flow.kind === 'turns'
        ? t('Each turn consists of <{0}> and one action', flow.begins)
        : t('Each turn is complete'),
    withBlocks,
  ),
  ownRule(
    'turns-few',
    ({ flow }) => t('There are at most {0}', turnsPhrase(flow.kind === 'turns' ? flow.most : 0)),
    withBlocks,
  ),
  ownRule('searches-made', () => t('The model searches before it answers'), atEnd),
  ownRule('calls-readable', () => t('The environment understands every call'), withParts('call')),
  ownRule('calls-answered', () => t('The environment answers every call'), withParts('call')),
  ownRule('boxes-readable', () => t('The reward can read the boxes as JSON'), withParts('box', 'point')),
  ownRule('boxes-sound', () => t('Every box consists of four valid numbers'), withParts('box')),
  ownRule(
    'evidence-by-image',
    () => t('Every image has one line of evidence, in order'),
    withParts('evidence-item'),
  ),
  ownRule(
    'evidence-readable',
    () => t('The reward can read all of the evidence'),
    withParts('evidence-item'),
  ),
  ownRule(
    'answer-supported',
    () => t('The answer follows from reasoning and evidence'),
    withParts('evidence-item'),
  ),
  ownRule('answer-boxed', () => t('There is one boxed answer'), atEnd),
  ownRule('verdicts-readable', () => t('The program can read every verdict'), withParts('verdict')),
  ownRule('scores-complete', () => t('Every line appears once, in order'), atEnd),
  ownRule(
    'scores-sound',
    () => t('Scores are from 1 to 5, and the average matches them'),
    withParts('quality-line'),
  ),
  ownRule(
    'tools-defined',
    () => t('Every tool is defined before it is used, and no definition is unused'),
    atEnd,
  ),
  ownRule('tools-ended', () => t('END_OF_TOOLS ends the list'), atEnd),
];

const RULES: readonly Rule[] = [
  {
    code: 'blocks-present',
    title: (dialect) => {
      const wanted = requiredBlocks(dialect);
      return wanted.length === 1 ? t('{0} is present', tags(wanted)) : t('{0} are present', tags(wanted));
    },
    applies: atEnd,
    concerns: (dialect) => requiredBlocks(dialect).length > 0,
  },
  {
    code: 'blocks-once',
    title: ({ flow }) => (flow.kind === 'sequence' ? t('Each block appears once') : t('No tag is repeated')),
    applies: withBlocks,
    concerns: hasBlocks,
  },
  {
    code: 'blocks-closed',
    title: () => t('Each block is opened and closed'),
    applies: withBlocks,
    concerns: hasBlocks,
  },
  {
    code: 'blocks-in-order',
    title: (dialect) => t('The order is {0}', tags(dialect.blocks)),
    applies: (trajectory) => trajectory.blocks.length > 1,
    concerns: ({ flow }) => flow.kind === 'sequence',
  },
  { code: 'blocks-filled', title: () => t('No block is empty'), applies: withBlocks, concerns: hasBlocks },
  { code: 'tags-whole', title: () => t('Every tag is complete'), applies: always },
  {
    code: 'tags-plain',
    title: () => t('Tags are lowercase, without spaces or attributes'),
    applies: withBlocks,
    concerns: hasBlocks,
  },
  {
    code: 'tags-of-dialect',
    title: (dialect) => t('Only tags of {0} are used', dialect.name),
    applies: always,
  },
  {
    code: 'nothing-outside',
    title: ({ lines }) =>
      lines.length === 0
        ? t('There is no text outside the tags')
        : t('Every line is one that the prompt asks for'),
    applies: always,
    concerns: ({ loose }) => loose === 'wrong',
  },
  { code: 'not-fenced', title: () => t('The response is not in a fenced code block'), applies: always },
  {
    code: 'tools-present',
    title: (dialect) => t('<{0}> contains tool calls', dialect.tools?.container ?? ''),
    applies: atEnd,
    concerns: hasContainer,
  },
  {
    code: 'tools-in-place',
    title: (dialect) => t('Tool calls are inside <{0}>', dialect.tools?.container ?? ''),
    applies: withTools,
    concerns: hasContainer,
  },
  {
    code: 'tools-closed',
    title: () => t('Each tool call is opened and closed'),
    applies: withTools,
    concerns: hasTools,
  },
  {
    code: 'tools-known',
    title: () => t('The prompt offers every tool that is called'),
    applies: withTools,
    concerns: ({ tools }) => tools !== null && tools.toolbox.length > 0,
  },
  {
    code: 'tools-few',
    title: (dialect) => t('There are at most {0}', toolCallsPhrase(dialect.tools?.most ?? 0)),
    applies: withTools,
    concerns: ({ tools }) => tools !== null && tools.most !== null,
  },
  {
    code: 'attributes-readable',
    title: () => t('The reward can read the name and args of every call'),
    applies: withTools,
    concerns: hasTools,
  },
  { code: 'args-filled', title: () => t('Every call has args'), applies: withTools, concerns: hasTools },
  {
    code: 'images-named',
    title: () => t('The args of every call begin with an image'),
    applies: withTools,
    concerns: hasTools,
  },
  {
    code: 'images-in-range',
    title: () => t('Every image that the response names was sent'),
    applies: (trajectory, dialect) =>
      trajectory.context.numImages !== null &&
      (withImages(trajectory, dialect) ||
        withParts('evidence-item', 'box')(trajectory) ||
        trajectory.steps.some((step) => step.kind === 'think' && step.images.length > 0)),
  },
  {
    code: 'images-in-think',
    title: (dialect) => t('{0} names every image that a call uses', roleTag(dialect, 'think')),
    applies: (trajectory, dialect) =>
      withImages(trajectory, dialect) && trajectory.steps.some((step) => step.kind === 'think' && !step.open),
    concerns: hasContainer,
  },
  {
    code: 'observations-filled',
    title: () => t('Every call has an observation'),
    applies: withTools,
    concerns: hasTools,
  },
  ...PART_RULES,
];

/**
 * Every validity rule of the trajectory's dialect, in the order in which a person would check them. Rules about
 * something that the dialect does not have are left out, unless a finding breaks them.
 */
export function checks(trajectory: Trajectory): Check[] {
  const dialect = dialectOf(trajectory.dialect);
  const byRule = new Map<CheckCode, Finding[]>();
  for (const found of trajectory.findings) {
    if (!isFindingCode(found.code)) continue;
    const check = FINDING_CHECKS[found.code];
    const list = byRule.get(check);
    if (list === undefined) byRule.set(check, [found]);
    else list.push(found);
  }
  return RULES.filter(({ code, concerns }) => concerns?.(dialect) !== false || byRule.has(code)).map(
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
