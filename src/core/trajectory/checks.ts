import type { Finding, Severity } from '../span.ts';
import type { BlockRule, Dialect } from './dialects/dialect.ts';
import { dialectOf } from './dialects/registry.ts';
import { FINDING_KINDS, isFindingCode } from './findings.ts';
import type { CheckCode } from './findings.ts';
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
      flow.kind === 'turns' ? `Each turn is <${flow.begins}> and one action` : 'Each turn is whole',
    withBlocks,
  ),
  ownRule(
    'turns-few',
    ({ flow }) => `There are at most ${flow.kind === 'turns' ? flow.most : 0} turns`,
    withBlocks,
  ),
  ownRule('searches-made', () => 'The model searches before it answers', atEnd),
  ownRule('calls-readable', () => 'Every call is one that the environment understands', withParts('call')),
  ownRule('calls-answered', () => 'Every call is answered by the environment', withParts('call')),
  ownRule('boxes-readable', () => 'Boxes are JSON that the reward reads', withParts('box', 'point')),
  ownRule('boxes-sound', () => 'Every box is four numbers that make sense', withParts('box')),
  ownRule(
    'evidence-by-image',
    () => 'Every image has one line of evidence, in order',
    withParts('evidence-item'),
  ),
  ownRule('evidence-readable', () => 'The reward reads all of the evidence', withParts('evidence-item')),
  ownRule(
    'answer-supported',
    () => 'The answer follows from reasoning and evidence',
    withParts('evidence-item'),
  ),
  ownRule('answer-boxed', () => 'One answer is boxed', atEnd),
  ownRule('verdicts-readable', () => 'Every verdict is one that the program reads', withParts('verdict')),
  ownRule('scores-complete', () => 'Every line stands once, in order', atEnd),
  ownRule(
    'scores-sound',
    () => 'Scores are from 1 to 5, and the average is theirs',
    withParts('quality-line'),
  ),
  ownRule('tools-defined', () => 'Tools are defined before they are used, and used', atEnd),
  ownRule('tools-ended', () => 'END_OF_TOOLS ends the list', atEnd),
];

const RULES: readonly Rule[] = [
  {
    code: 'blocks-present',
    title: (dialect) => {
      const wanted = requiredBlocks(dialect);
      return `${tags(wanted)} ${wanted.length === 1 ? 'is' : 'are'} there`;
    },
    applies: atEnd,
    concerns: (dialect) => requiredBlocks(dialect).length > 0,
  },
  {
    code: 'blocks-once',
    title: ({ flow }) => (flow.kind === 'sequence' ? 'Each block stands once' : 'No tag is doubled'),
    applies: withBlocks,
    concerns: hasBlocks,
  },
  {
    code: 'blocks-closed',
    title: () => 'Each block is opened and closed',
    applies: withBlocks,
    concerns: hasBlocks,
  },
  {
    code: 'blocks-in-order',
    title: (dialect) => `The order is ${tags(dialect.blocks)}`,
    applies: (trajectory) => trajectory.blocks.length > 1,
    concerns: ({ flow }) => flow.kind === 'sequence',
  },
  { code: 'blocks-filled', title: () => 'No block is empty', applies: withBlocks, concerns: hasBlocks },
  { code: 'tags-whole', title: () => 'No tag breaks off', applies: always },
  {
    code: 'tags-plain',
    title: () => 'Tags are in lower case, without spaces or attributes',
    applies: withBlocks,
    concerns: hasBlocks,
  },
  { code: 'tags-of-dialect', title: (dialect) => `Only tags of ${dialect.name} are used`, applies: always },
  {
    code: 'nothing-outside',
    title: ({ lines }) =>
      lines.length === 0 ? 'Nothing stands outside of the tags' : 'Every line is one that is asked for',
    applies: always,
    concerns: ({ loose }) => loose === 'wrong',
  },
  { code: 'not-fenced', title: () => 'The response is not in a fenced code block', applies: always },
  {
    code: 'tools-present',
    title: (dialect) => `<${dialect.tools?.container ?? ''}> holds tool calls`,
    applies: atEnd,
    concerns: hasContainer,
  },
  {
    code: 'tools-in-place',
    title: (dialect) => `Tool calls stand inside <${dialect.tools?.container ?? ''}>`,
    applies: withTools,
    concerns: hasContainer,
  },
  {
    code: 'tools-closed',
    title: () => 'Each tool call is opened and closed',
    applies: withTools,
    concerns: hasTools,
  },
  {
    code: 'tools-known',
    title: () => 'Every tool is one that the prompt offers',
    applies: withTools,
    concerns: ({ tools }) => tools !== null && tools.toolbox.length > 0,
  },
  {
    code: 'tools-few',
    title: (dialect) => `There are at most ${dialect.tools?.most ?? 0} tool calls`,
    applies: withTools,
    concerns: ({ tools }) => tools !== null && tools.most !== null,
  },
  {
    code: 'attributes-readable',
    title: () => 'The reward can read name and args of every call',
    applies: withTools,
    concerns: hasTools,
  },
  { code: 'args-filled', title: () => 'Every call has args', applies: withTools, concerns: hasTools },
  {
    code: 'images-named',
    title: () => 'Args begin with the image they look at',
    applies: withTools,
    concerns: hasTools,
  },
  {
    code: 'images-in-range',
    title: () => 'Every image that is named was sent',
    applies: (trajectory, dialect) =>
      trajectory.context.numImages !== null &&
      (withImages(trajectory, dialect) ||
        withParts('evidence-item', 'box')(trajectory) ||
        trajectory.steps.some((step) => step.kind === 'think' && step.images.length > 0)),
  },
  {
    code: 'images-in-think',
    title: (dialect) => `${roleTag(dialect, 'think')} names every image that a call uses`,
    applies: (trajectory, dialect) =>
      withImages(trajectory, dialect) && trajectory.steps.some((step) => step.kind === 'think' && !step.open),
    concerns: hasContainer,
  },
  {
    code: 'observations-filled',
    title: () => 'Every call says what it saw',
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
    const { check } = FINDING_KINDS[found.code];
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
