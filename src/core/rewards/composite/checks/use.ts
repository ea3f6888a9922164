import { t } from '../../../t.ts';
import * as v from 'valibot';
import { ofNumber } from '../../../decimal.ts';
import { detectDialect } from '../../../trajectory/detect.ts';
import { parseTrajectory } from '../../../trajectory/parser.ts';
import { findImageWords, namedImages } from '../../lang2act/namedImages.ts';
import type { Default } from '../../model.ts';
import { differentImagesPhrase, imagesPhrase, toolCallsPhrase } from '../../../countPhrases.ts';
import { wholeNumber } from '../../../displayLocale.ts';
import { quote } from '../../explanation/wording.ts';
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
  v.check(
    ({ least, most }) => most === undefined || least <= most,
    () => t('least must not be greater than most'),
  ),
);

/** Pays for a number of tool calls between two bounds. */
export function toolCount({ tool, least, most }: v.InferOutput<typeof toolCountSchema>): Check {
  const calls = (number: number): string => callsPhrase(tool, number);
  return {
    title: t('Tool calls'),
    sentence:
      most === undefined
        ? t('The response has {0} or more.', calls(least))
        : least === most
          ? t('The response has {0}.', calls(most))
          : t('The response has {0} to {1}.', wholeNumber(least), calls(most)),
    changes: [
      ...(least > 0
        ? [{ code: 'too-few-tools', amount: '-1', reason: t('Fewer than {0}.', calls(least)) }]
        : []),
      ...(most === undefined
        ? []
        : [{ code: 'too-many-tools', amount: '-1', reason: t('More than {0}.', calls(most)) }]),
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
      if (found.length < least) {
        const reason = t(
          'The response has {0}; {1} or more are required.',
          calls(found.length),
          wholeNumber(least),
        );
        return {
          scope: null,
          changes: [{ code: 'too-few-tools', amount: '-1', reason, span: null, tool: null }],
        };
      }
      const excess = most === undefined ? undefined : found[most];
      if (most === undefined || excess === undefined) return { scope: null, changes: [] };
      const reason = t(
        'The response has {0}; at most {1} are accepted.',
        calls(found.length),
        wholeNumber(most),
      );
      return {
        scope: null,
        changes: [{ code: 'too-many-tools', amount: '-1', reason, span: excess.span, tool: null }],
      };
    },
  };
}

/** `1 tool call`, ``3 calls of `zoom` ``. */
function callsPhrase(tool: string | undefined, count: number): string {
  if (tool === undefined) return toolCallsPhrase(count);
  return count === 1 ? t('1 call of `{0}`', tool) : t('{0} calls of `{1}`', wholeNumber(count), tool);
}

export const imageCitedSchema = v.strictObject({
  ...common,
  check: v.literal('image-cited'),
  in: v.optional(v.union([tag, v.literal(WHOLE)]), WHOLE),
  /** The least number of different images of the request that must be named. */
  least: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
});

const anyImage = (): readonly Default[] => [
  {
    key: 'num_images',
    value: 'None',
    reason: t('The record does not say how many images the request had: every number counts as one of them.'),
  },
];

/** Pays for naming images of the request as `Image k`. */
export function imageCited({ in: part, least }: v.InferOutput<typeof imageCitedSchema>): Check {
  return {
    title: t('Images named'),
    sentence:
      part === WHOLE
        ? t('The response names at least {0} of the request as `Image k`.', differentImagesPhrase(least))
        : t('`<{0}>` names at least {1} of the request as `Image k`.', part, differentImagesPhrase(least)),
    changes: [
      ...partMissingChange(part),
      {
        code: 'image-not-cited',
        amount: least === 1 ? '-1' : t('-1 to 0'),
        reason: t('Fewer images of the request are named: minus the share that is missing.'),
      },
      {
        code: 'image-out-of-range',
        amount: '0',
        reason: t('An image that the request does not have does not count.'),
      },
    ],
    reads: ['num_images'],
    ...tagsOfPart(part),
    find({ response, context }) {
      const span = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(part)] };
      const most = context.numImages ?? Infinity;
      const words = findImageWords(response);
      const named = namedImages(words, span, most, { tooLong: [], unread: [], lists: [] });
      const inside = named.filter(({ image }) => image >= 1 && image <= most);
      const outside = named.find(({ image }) => image < 1 || image > most);
      const scope = part === WHOLE ? null : span;
      const defaults = context.numImages === null ? anyImage() : [];
      if (inside.length >= least) return { scope, changes: [], defaults };
      const reasons = [namedReason(part, inside.length)];
      if (outside !== undefined) {
        const written = quote(response.slice(outside.span.start, outside.span.end));
        reasons.push(t('{0} is not an image of the request.', written));
      }
      reasons.push(t('{0} or more are required.', wholeNumber(least)));
      return {
        scope,
        defaults,
        changes: [
          {
            code: 'image-not-cited',
            amount: ofNumber(inside.length / least - 1),
            reason: reasons.join(' '),
            span: outside?.span ?? scope,
            tool: null,
          },
        ],
      };
    },
  };
}

/** How many images of the request a part names, which are too few. */
function namedReason(part: string, named: number): string {
  if (part === WHOLE) {
    return named === 0
      ? t('The response names no image of the request.')
      : t('The response names only {0} of the request.', imagesPhrase(named));
  }
  return named === 0
    ? t('<{0}> names no image of the request.', part)
    : t('<{0}> names only {1} of the request.', part, imagesPhrase(named));
}
