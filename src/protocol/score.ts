import * as v from 'valibot';
import type { Component, Entry, Score } from '../core/rewards/model.ts';

/*
 * A score in the form in which it is sent. A view takes it apart to draw it, so a score in another form must not reach
 * it.
 */

const decimal = v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/));
const offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const span = v.object({ start: offset, end: offset });
const number = v.nullable(v.number());

const entry: v.GenericSchema<Entry> = v.object({
  kind: v.picklist(['deduction', 'credit', 'floor', 'cap', 'rounding']),
  code: v.string(),
  amount: decimal,
  paid: decimal,
  reason: v.string(),
  span: v.nullable(span),
  tool: v.nullable(offset),
});

const component: v.GenericSchema<Component> = v.object({
  key: v.string(),
  title: v.string(),
  weight: decimal,
  start: decimal,
  value: v.nullable(decimal),
  paid: v.nullable(decimal),
  most: decimal,
  entries: v.array(entry),
  scope: v.nullable(span),
});

const finding = v.object({
  code: v.string(),
  severity: v.picklist(['error', 'warning', 'information']),
  span,
  message: v.string(),
});

/** A score of any reward, including its explanation. */
const scoreSchema: v.GenericSchema<Score> = v.object({
  profile: v.string(),
  overall: number,
  ifWrong: number,
  ifRight: number,
  between: v.exactOptional(v.tuple([v.number(), v.number()])),
  reported: v.record(v.string(), number),
  raises: v.nullable(v.object({ name: v.string(), reason: v.string() })),
  defaults: v.array(
    v.object({
      key: v.picklist([
        'num_images',
        'prompt',
        'ground_truth',
        'tool_results',
        'response_length',
        'retrieved_images',
        'file_name',
        'reference_page',
      ]),
      value: v.string(),
      reason: v.string(),
      onlyForJudge: v.exactOptional(v.literal(true)),
    }),
  ),
  needs: v.array(
    v.picklist([
      'verdict',
      'reference',
      'response_length',
      'retrieved_images',
      'file_name',
      'reference_page',
      'sympy',
      'math_verify',
      'grounding',
    ]),
  ),
  components: v.array(component),
  adjustments: v.array(entry),
  notes: v.array(finding),
});

/** The score of a composite reward for a sample, as the extension sends it. */
export const scoreMessage = v.object({
  type: v.literal('score'),
  sample: offset,
  score: v.nullable(scoreSchema),
});
