import * as v from 'valibot';
import { t } from '../../t.ts';
import { plainIssue } from '../../plainIssue.ts';
import { ofNumber } from '../../decimal.ts';
import { evisragWith } from '../evisrag/evisrag.ts';
import { lang2actWith } from '../lang2act/lang2act.ts';
import type { CostCode } from '../lang2act/form.ts';
import type { ArgsForm } from '../lang2act/toolRules.ts';
import { lang2actPaperWith } from '../lang2act/lang2actPaper.ts';
import type { RewardProfile } from '../model.ts';
import type { ProfileName } from '../names.ts';
import { profileByName } from '../registry.ts';
import { vgRefinerWith } from '../vgRefiner/vgRefiner.ts';
import { vragRlAnlsWith } from '../vragRl/vragRlAnls.ts';
import { count } from './checks/fields.ts';

/** How the parameters that a file changes in a built-in profile are read. */
export interface Variant {
  read(
    parameters: unknown,
  ): { readonly profile: RewardProfile } | { readonly issues: readonly v.BaseIssue<unknown>[] };
}

function variant<S extends v.GenericSchema>(
  schema: S,
  make: (parameters: v.InferOutput<S>) => RewardProfile,
): Variant {
  return {
    read(parameters) {
      const read = v.safeParse(schema, parameters, { message: plainIssue });
      return read.success ? { profile: make(read.output) } : { issues: read.issues };
    },
  };
}

const tool = v.pipe(v.string(), v.minLength(1));
const cost = v.pipe(v.number(), v.finite(), v.minValue(0));

const lang2actSchema = v.strictObject({
  allowedTools: v.optional(
    v.array(
      v.union([
        tool,
        v.strictObject({
          name: tool,
          args: v.optional(v.picklist(['image', 'filled', 'any']), 'image'),
        }),
      ]),
    ),
  ),
  mostTools: v.optional(v.nullable(count)),
  costs: v.optional(
    v.strictObject({
      'unknown-tool': v.optional(cost),
      'args-empty': v.optional(cost),
      'args-without-image-prefix': v.optional(cost),
      'args-without-image': v.optional(cost),
      'image-out-of-range': v.optional(cost),
      'image-not-in-think': v.optional(cost),
      'empty-observation': v.optional(cost),
      'too-many-tools': v.optional(cost),
    } satisfies Record<CostCode, unknown>),
    {},
  ),
});

const lang2act = variant(lang2actSchema, ({ allowedTools, mostTools, costs }) =>
  lang2actWith({
    ...(allowedTools === undefined
      ? {}
      : {
          allowed: new Map(
            allowedTools.map((each): [string, ArgsForm] =>
              typeof each === 'string' ? [each, 'image'] : [each.name, each.args],
            ),
          ),
        }),
    ...(mostTools === undefined ? {} : { most: mostTools }),
    costs: Object.fromEntries(
      Object.entries(costs).flatMap(([code, amount]) =>
        amount === undefined ? [] : [[code, ofNumber(amount)]],
      ),
    ),
  }),
);

const lang2actPaper = variant(
  v.strictObject({ allowedTools: v.optional(v.array(tool)) }),
  ({ allowedTools }) =>
    allowedTools === undefined ? profileByName('lang2act-paper') : lang2actPaperWith(new Set(allowedTools)),
);

const evisrag = variant(
  v.strictObject({
    length: v.optional(
      v.pipe(
        v.strictObject({ least: count, most: count, end: count }),
        v.check(
          ({ least, most, end }) => least <= most && most <= end,
          () => t('least, most and end must be in ascending order'),
        ),
      ),
    ),
  }),
  ({ length }) => (length === undefined ? profileByName('evisrag') : evisragWith(length)),
);

const vragRlAnls = variant(
  v.strictObject({ threshold: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))) }),
  ({ threshold }) => (threshold === undefined ? profileByName('vrag-rl-anls') : vragRlAnlsWith(threshold)),
);

const vgRefiner = variant(
  v.strictObject({ threshold: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))) }),
  ({ threshold }) => (threshold === undefined ? profileByName('vg-refiner') : vgRefinerWith(threshold)),
);

const CHANGEABLE: Readonly<Partial<Record<ProfileName, Variant>>> = {
  lang2act,
  'lang2act-paper': lang2actPaper,
  evisrag,
  'vg-refiner': vgRefiner,
  'vrag-rl-anls': vragRlAnls,
};

/** The built-in profile of that name, with its parameters. */
export function variantOf(name: ProfileName): Variant {
  return CHANGEABLE[name] ?? variant(v.strictObject({}), () => profileByName(name));
}
