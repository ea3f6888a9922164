import { stem } from './words.ts';

const MONEY =
  /^\d{1,3}(?:,\d{3})*\.\d{2}$|[€$£¥]\s?\d|\d\s?(?:[€$£¥]|(?:million |billion |bn |m )?(?:euros?|pounds?|dollars?|francs?|crowns?|kroner|yen|cents?|pence|EUR|USD|GBP|CHF|SEK|NOK|DKK)\b)|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK)\s?\d/i;
const LENGTH =
  /\d\s?(?:mm|cm|dm|m|km|metres?|meters?|kilomet(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|miles?|feet|foot|ft|inch(?:es)?|in|yards?)(?![\p{L}/²³])/iu;
const TIME =
  /(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b)[\s/.,-]*(?:ms|s|sec|seconds?|min|minutes?|h|hours?|days?|nights?|weeks?|(?:calendar )?months?|years?|decades?)(?!\p{L})/iu;

/** Names of quantities, and patterns of their values, because a price list need not say "price" next to each price. */
const ATTRIBUTES: readonly (readonly [words: string, values: RegExp])[] = [
  ['price cost fare charge worth expensive cheap pay spend amount', MONEY],
  ['weight weigh heavy mass', /\d\s?(?:kg|g|mg|t|tonnes?|tons?|kilograms?|grams?|lbs?|oz)(?!\p{L})/iu],
  ['length long distance far range', LENGTH],
  ['duration long last take time period term', TIME],
  ['age old', /\d\s?years?\b/i],
  ['temperature hot cold warm heat', /\d\s?(?:°\s?[CF]?|degrees?|K\b)/i],
  ['percentage share proportion percent fraction rate part', /\d\s?(?:%|per ?cent)/i],
  ['voltage volt', /\d\s?(?:k|m)?V(?!\p{L})/u],
  ['power consumption watt', /\d\s?(?:k|M|m)?W(?!\p{L})/u],
  ['current', /\d\s?m?A(?!\p{L})/u],
  ['energy electricity', /\d\s?(?:[kMG]?Wh|k?J)(?!\p{L})/u],
  ['speed velocity fast quick', /\d\s?(?:km\/h|rpm|m\/s|mph|knots?)/i],
  ['pressure', /\d\s?(?:bar|k?Pa|psi)(?!\p{L})/u],
  ['frequency', /\d\s?[kMG]?Hz/u],
  ['area size large big', /\d\s?(?:m2|m²|km2|km²|ha|hectares?|acres?|square)/i],
  ['volume capacity content', /\d\s?(?:l|ml|litres?|liters?|m3|m³|cubic|m?Ah|[KMGT]B)(?!\p{L})/iu],
  [
    'date day when deadline',
    /\b(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}\.? \p{Lu}\p{L}{2,8}|\p{Lu}\p{L}{2,8} \d{1,2},? \d{4})\b/u,
  ],
  ['day weekday', /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b/],
  ['time hour clock', /\b\d{1,2}[:.]\d{2}\b|\b\d{1,2}\s?[ap]\.?m\b/i],
  ['phone telephone fax extension hotline', /(?<![\d\s()/-])[\s()/-]*\d[\d\s()/-]{5,}\d/],
  ['email mail e-mail', /\S@\S/],
  ['website internet homepage url', /\bwww\.|https?:/i],
];

/** Units that a plain number does not have. */
const UNITS = ATTRIBUTES.slice(0, 16).map(([, values]) => values);

const byStem = new Map<string, RegExp[]>();
for (const [words, values] of ATTRIBUTES) {
  for (const word of words.split(' ')) byStem.set(stem(word), [...(byStem.get(stem(word)) ?? []), values]);
}

/** Whether `value` has the unit of a quantity other than the one that a stem names. */
export function isValueOfAnother(own: string, value: string): boolean {
  const patterns = byStem.get(own);
  return (
    patterns !== undefined &&
    !patterns.some((pattern) => pattern.test(value)) &&
    UNITS.some((pattern) => pattern.test(value))
  );
}

/** Whether `value` has the unit of the quantity that a stem names. */
export function isValueOfQuantity(own: string, value: string): boolean {
  return byStem.get(own)?.some((pattern) => pattern.test(value)) === true;
}
