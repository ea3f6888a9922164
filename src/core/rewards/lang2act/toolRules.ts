import { COSTS, LANG2ACT_ALLOWED, LANG2ACT_NUMERIC, MOST_TOOLS } from './form.ts';
import type { Decimal, FormTools } from '../model.ts';

export type CostCode = keyof typeof COSTS;

/** What a tool's args must be. */
export type ArgsForm = FormTools['allowed'][number]['args'];

/** An amount, exact for people and as the double that is subtracted. */
interface Cost {
  readonly amount: Decimal;
  readonly cost: number;
}

/** What the tool score of Lang2Act's tool stage holds tool calls against. */
export interface Lang2ActRules {
  /** Every tool that it knows, with what its args must be. */
  readonly allowed: ReadonlyMap<string, ArgsForm>;
  /** How many tool calls it takes without a deduction; null for any number. */
  readonly most: number | null;
  readonly costs: Readonly<Record<CostCode, Cost>>;
  /** `one of the eight tools`: what an unknown tool is not. */
  readonly known: string;
}

/** The reference's own rules. */
export const LANG2ACT_RULES: Lang2ActRules = {
  allowed: new Map(
    Array.from(LANG2ACT_ALLOWED, (name) => [name, LANG2ACT_NUMERIC.has(name) ? 'filled' : 'image']),
  ),
  most: MOST_TOOLS,
  costs: COSTS,
  known: 'one of the eight tools',
};

/** What a person changes in the rules; what is left out stays the reference's. */
export interface Lang2ActChanges {
  /** The tools that it knows instead. */
  readonly allowed?: ReadonlyMap<string, ArgsForm>;
  readonly most?: number | null;
  /** What a fault costs instead, not below 0. */
  readonly costs?: Readonly<Partial<Record<CostCode, Decimal>>>;
}

/** The reference's rules with some changed. */
export function changedRules({ allowed, most, costs = {} }: Lang2ActChanges): Lang2ActRules {
  const changed = Object.entries(costs).map(([code, amount]): [string, Cost] => {
    const cost = Number(amount);
    return [code, { amount: cost === 0 ? '0' : `-${amount}`, cost }];
  });
  const known = allowed === undefined ? LANG2ACT_RULES.known : wordsFor(allowed.size);
  return {
    allowed: allowed ?? LANG2ACT_RULES.allowed,
    most: most === undefined ? LANG2ACT_RULES.most : most,
    costs: { ...COSTS, ...Object.fromEntries(changed) },
    known,
  };
}

function wordsFor(count: number): string {
  return count === 1 ? 'the one tool' : `one of the ${count} tools`;
}
