import { t } from '../t.ts';
import type { Finding, Span } from '../span.ts';
import type { BlockRule, Dialect, Flow } from './dialects/dialect.ts';
import { finding } from './findings.ts';
import * as rules from './tagRules.ts';

type Turns = Extract<Flow, { kind: 'turns' }>;

/** Tracks the order of the blocks of one response, and finds violations of the dialect's rules. */
export class BlockFlow {
  readonly #dialect: Dialect;
  /** The first opening tag of each block of the dialect, by block name. */
  readonly #seen = new Map<string, Span>();
  #furthest = -1;
  /** The reasoning that began the turn; null before it, and after an action has ended the turn. */
  #thought: Span | null = null;
  #turns = 0;
  #hasEnded = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  has(name: string): boolean {
    return this.#seen.has(name);
  }

  /** Records that a block of the dialect begins at `open`; returns what is wrong with that. */
  enter(rule: BlockRule, open: Span): Finding[] {
    const { flow } = this.#dialect;
    const isFirst = !this.#seen.has(rule.name);
    if (isFirst) this.#seen.set(rule.name, open);
    else if (rule.occurs === 'once' || rule.occurs === 'optional') {
      return [rules.duplicateBlock(open, rule.name)];
    }
    if (flow.kind === 'turns') return this.#turn(flow, rule, open);
    if (flow.kind === 'free' || !isFirst) return [];
    const order = this.#dialect.blocks.indexOf(rule);
    const before = this.#dialect.blocks[this.#furthest];
    const isLate = before !== undefined && order < this.#furthest;
    this.#furthest = Math.max(this.#furthest, order);
    return isLate ? [rules.wrongOrder(open, rule.name, before.name)] : [];
  }

  /** Records that the environment replies; returns what is wrong with the turn before the reply. */
  endTurn(): Finding[] {
    const { flow } = this.#dialect;
    const thought = this.#thought;
    this.#thought = null;
    return flow.kind === 'turns' && thought !== null ? [withoutAction(flow, thought)] : [];
  }

  /** What is missing from a finished text of `length`. */
  findMissing(length: number, toolCount: number): Finding[] {
    return rules.missingParts(this.#dialect, this.#seen, toolCount, length);
  }

  #turn(flow: Turns, rule: BlockRule, open: Span): Finding[] {
    if (this.#hasEnded) {
      return [
        finding(
          'block-after-end',
          open,
          t('<{0}> comes after <{1}>, which ends the trajectory; remove it.', rule.name, flow.last),
        ),
      ];
    }
    if (rule.name === flow.begins) {
      const before = this.#thought;
      this.#thought = open;
      return before === null ? [] : [withoutAction(flow, before)];
    }
    const findings: Finding[] = [];
    if (this.#thought === null) {
      findings.push(
        finding(
          'turn-without-think',
          open,
          t(
            'There is no <{0}> before this <{1}> in its turn; begin every turn with one.',
            flow.begins,
            rule.name,
          ),
        ),
      );
    }
    this.#thought = null;
    this.#turns++;
    this.#hasEnded = rule.name === flow.last;
    if (this.#turns === flow.most + 1) {
      findings.push(
        finding(
          'too-many-turns',
          open,
          t('This is turn {0}, but the environment stops after {1}. Answer earlier.', this.#turns, flow.most),
        ),
      );
    }
    return findings;
  }
}

function withoutAction(flow: Turns, thought: Span): Finding {
  const actions = flow.actions.map((name) => `<${name}>`);
  return finding(
    'turn-without-action',
    thought,
    t(
      'The turn that begins here has no action; write one of {0} after its </{1}>.',
      actions.join(', '),
      flow.begins,
    ),
  );
}
