import type { ValueKind } from './values.ts';

const QUANTITY =
  'number|amount|rate|temperature|pressure|weight|mass|length|width|height|depth|thickness|diameter|distance|altitude|area|volume|capacity|value|size|speed|accuracy|margin|ratio|score|age|population|frequency|voltage|power|total|average|median';
const ADJECTIVE =
  'many|much|old|far|hot|warm|cold|heavy|tall|high|wide|deep|thick|big|large|small|fast|quick|accurate|exact|precise|strong|loud|satisfied|happy|populous|likely|close';

/** Patterns of questions with the kind of answer that they ask for; the first match counts. */
const KINDS: readonly (readonly [RegExp, ValueKind])[] = [
  [/\bwho(?:m|se)?\b/, 'person'],
  [/\bhow (?:often|frequent\w*|many times)\b/, 'frequency'],
  [
    /\bwhen\b|\bdeadline\b|\bwhat (?:is|was) the (?:[\w' -]+ )?date\b|\b(?:what|which)\s+(?:year|date|month|time)\b|\bwhich day\b(?! of)|\bwhat day\b/,
    'date',
  ],
  [/\b(?:percentage|percent|proportion|fraction)\b|\b(?:what|which)\s+share\b|\bhow much of\b/, 'percent'],
  [/\bhow (?:long|much (?:notice|time))\b|\bwhat (?:is|was) the duration\b/, 'duration'],
  [/\bby how (?:much|many)\b|\bhow many\b/, 'number'],
  [
    /\b(?:how much|what|which(?! \w+ (?:paid|pays|spent|spends|earns|earned|charges|charged|invests|invested)\b))\b.*\b(?:costs?|spen[dt]|spending|pa(?:y|ys|id)|earns?|earned|charged?|money|invest(?:s|ed)?|worth|prices?|fees?|fare|rent|salary|wages?)\b|\bhow expensive\b/,
    'money',
  ],
  [new RegExp(`\\bhow (?:${ADJECTIVE})\\b`), 'number'],
  [new RegExp(`\\b(?:what|which) (?:\\w+ )?(?:${QUANTITY})\\b`), 'number'],
  [
    new RegExp(`\\bwhat (?:is|was|are|were) (?:the |its |their )?(?:[\\w-]+ ){0,2}(?:${QUANTITY})\\b`),
    'number',
  ],
  [/\bwhere\b/, 'place'],
];

/** The kind of answer that a question asks for; `text` if it does not say. */
export function valueKind(question: string): ValueKind {
  const asked = question.toLowerCase();
  return KINDS.find(([pattern]) => pattern.test(asked))?.[1] ?? 'text';
}
