import * as v from 'valibot';
import { ofNumber } from '../../../decimal.ts';
import { detectDialect } from '../../../trajectory/detect.ts';
import { parseTrajectory } from '../../../trajectory/parser.ts';
import { namedImages } from '../../lang2act/namedImages.ts';
import type { Default } from '../../model.ts';
import { pluralize, quote } from '../../explanation/wording.ts';
import { partMissing, partMissingChange, findPart, tagsOfPart, WHOLE } from '../check.ts';
import type { Check } from '../check.ts';
import { common, count, tag } from './fields.ts';

export const toolCountSchema = v.pipe(
  v.strictObject({
    ...common,
    check: v.literal('tool-count'),
    /** The tool whose calls are counted; all tools if not given. */
    tool: v.optional(v.pipe(v.string(), v.minLength(1))),
    least: v.optional(count, 1),
    most: v.optional(count),
  }),
  v.check(({ least, most }) => most === undefined || least <= most, 'least must not be above most'),
);

/** Pays for a number of tool calls between two bounds. */
export function toolCount({ tool, least, most }: v.InferOutput<typeof toolCountSchema>): Check {
  const calls = tool === undefined ? 'tool call' : `call of \`${tool}\``;
  const bounds =
    most === undefined ? `${least} or more` : least === most ? String(least) : `${least} to ${most}`;
  return {
    title: 'Tool calls',
    sentence: `The response has ${bounds} ${calls}s.`,
    changes: [
      ...(least > 0 ? [{ code: 'too-few-tools', amount: '-1', reason: `Fewer than ${least}.` }] : []),
      ...(most === undefined ? [] : [{ code: 'too-many-tools', amount: '-1', reason: `More than ${most}.` }]),
    ],
    reads: [],
    find({ response, context }) {
      const { dialect } = detectDialect(response);
      const { tools } = parseTrajectory(response, {
        dialect,
        numImages: context.numImages,
        tools: null,
      });
      const found = tool === undefined ? tools : tools.filter(({ name }) => name === tool);
      const has = `The response has ${pluralize(found.length, calls)}`;
      if (found.length < least) {
        const reason = `${has}; ${least} or more are asked for.`;
        return {
          scope: null,
          changes: [{ code: 'too-few-tools', amount: '-1', reason, span: null, tool: null }],
        };
      }
      const excess = most === undefined ? undefined : found[most];
      if (most === undefined || excess === undefined) return { scope: null, changes: [] };
      const reason = `${has}; up to ${most} are taken.`;
      return {
        scope: null,
        changes: [{ code: 'too-many-tools', amount: '-1', reason, span: excess.span, tool: null }],
      };
    },
  };
}

export const imageCitedSchema = v.strictObject({
  ...common,
  check: v.literal('image-cited'),
  in: v.optional(v.union([tag, v.literal(WHOLE)]), WHOLE),
  /** The least number of different images of the request that must be named. */
  least: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
});

const ANY_IMAGE: readonly Default[] = [
  {
    key: 'num_images',
    value: 'None',
    reason: 'The record does not say how many images the request had: every number counts as one of them.',
  },
];

/** Pays for naming images of the request as `Image k`. */
export function imageCited({ in: part, least }: v.InferOutput<typeof imageCitedSchema>): Check {
  return {
    title: 'Images named',
    sentence: `${part === WHOLE ? 'The response' : `\`<${part}>\``} names ${pluralize(least, 'different image')} of the request, or more, as \`Image k\`.`,
    changes: [
      ...partMissingChange(part),
      {
        code: 'image-not-cited',
        amount: least === 1 ? '-1' : '-1 to 0',
        reason: 'Fewer images of the request are named: minus the share that is missing.',
      },
      {
        code: 'image-out-of-range',
        amount: '0',
        reason: 'An image that the request does not have counts for nothing.',
      },
    ],
    reads: ['num_images'],
    ...tagsOfPart(part),
    find({ response, context }) {
      const { span, name } = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(name)] };
      const most = context.numImages ?? Infinity;
      const named = namedImages(response, span, most, { tooLong: [], unread: [], lists: [] });
      const inside = named.filter(({ image }) => image >= 1 && image <= most);
      const outside = named.find(({ image }) => image < 1 || image > most);
      const scope = part === WHOLE ? null : span;
      const defaults = context.numImages === null ? ANY_IMAGE : [];
      if (inside.length >= least) return { scope, changes: [], defaults };
      const has =
        inside.length === 0
          ? 'no image of the request'
          : `only ${pluralize(inside.length, 'image')} of the request`;
      const beside =
        outside === undefined
          ? ''
          : `, and ${quote(response.slice(outside.span.start, outside.span.end))} is none`;
      const whose = part === WHOLE ? 'The response' : name;
      return {
        scope,
        defaults,
        changes: [
          {
            code: 'image-not-cited',
            amount: ofNumber(inside.length / least - 1),
            reason: `${whose} names ${has}${beside}; ${least} or more are asked for.`,
            span: outside?.span ?? scope,
            tool: null,
          },
        ],
      };
    },
  };
}
