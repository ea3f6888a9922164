import { COSTS, LANG2ACT_ALLOWED, LANG2ACT_NUMERIC, MOST_TOOLS } from './form.ts';
import type { CostCode } from './form.ts';
import type { Decimal, FormTools } from '../model.ts';

/** What a tool's args must be. */
export type ArgsForm = FormTools['allowed'][number]['args'];

/** An amount, exact for people and as the double that is subtracted. */
interface Cost {
  readonly amount: Decimal;
  readonly cost: number;
}

/** The rules by which the tool score of Lang2Act's tool stage judges tool calls. */
export interface Lang2ActRules {
  /** Every known tool, and what its args must be. */
  readonly allowed: ReadonlyMap<string, ArgsForm>;
  /** The most tool calls that are accepted without a deduction; null for no limit. */
  readonly most: number | null;
  readonly costs: Readonly<Record<CostCode, Cost>>;
}

/** The reference's own rules. */
export const LANG2ACT_RULES: Lang2ActRules = {
  allowed: new Map(
    Array.from(LANG2ACT_ALLOWED, (name) => [name, LANG2ACT_NUMERIC.has(name) ? 'filled' : 'image']),
  ),
  most: MOST_TOOLS,
  costs: COSTS,
};

/** Changes of the rules; anything left out stays as in the reference. */
export interface Lang2ActChanges {
  /** The known tools, instead of the reference's. */
  readonly allowed?: ReadonlyMap<string, ArgsForm>;
  readonly most?: number | null;
  /** What a fault costs instead, at least 0. */
  readonly costs?: Readonly<Partial<Record<CostCode, Decimal>>>;
}

/** The reference's rules with some of them changed. */
export function changedRules({ allowed, most, costs = {} }: Lang2ActChanges): Lang2ActRules {
  const changed = Object.entries(costs).map(([code, amount]): [string, Cost] => {
    const cost = Number(amount);
    return [code, { amount: cost === 0 ? '0' : `-${amount}`, cost }];
  });
  return {
    allowed: allowed ?? LANG2ACT_RULES.allowed,
    most: most === undefined ? LANG2ACT_RULES.most : most,
    costs: { ...COSTS, ...Object.fromEntries(changed) },
  };
}
