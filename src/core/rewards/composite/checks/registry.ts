import * as v from 'valibot';
import { plainIssue } from '../../../plainIssue.ts';
import type { Check } from '../check.ts';
import {
  anls,
  anlsSchema,
  contains,
  containsSchema,
  equals,
  equalsSchema,
  iou,
  iouSchema,
  number,
  numberSchema,
  wordF1,
  wordF1Schema,
} from './answer.ts';
import {
  length,
  lengthSchema,
  order,
  orderSchema,
  repetition,
  repetitionSchema,
  tagPresent,
  tagPresentSchema,
} from './form.ts';
import {
  citedPage,
  citedPageSchema,
  computedRight,
  computedRightSchema,
  grounded,
  groundedSchema,
} from './grounded.ts';
import { pattern, patternSchema } from './pattern.ts';
import { imageCited, imageCitedSchema, toolCount, toolCountSchema } from './use.ts';

/** How a check of one kind is read from a file. */
export interface CheckKind {
  /** The name of the check in a file. */
  readonly name: string;
  /** The check that the fields define, or what is wrong with them. */
  read(fields: unknown): { readonly check: Check } | { readonly issues: readonly v.BaseIssue<unknown>[] };
}

/** The schema of a check's fields, including the name of the check. */
type CheckSchema = v.GenericSchema & { readonly entries: { readonly check: { readonly literal: string } } };

function kind<S extends CheckSchema>(schema: S, make: (fields: v.InferOutput<S>) => Check): CheckKind {
  return {
    name: schema.entries.check.literal,
    read(fields) {
      const read = v.safeParse(schema, fields, { message: plainIssue });
      return read.success ? { check: make(read.output) } : { issues: read.issues };
    },
  };
}

const KINDS: readonly CheckKind[] = [
  kind(tagPresentSchema, tagPresent),
  kind(orderSchema, order),
  kind(patternSchema, pattern),
  kind(lengthSchema, length),
  kind(equalsSchema, equals),
  kind(containsSchema, contains),
  kind(numberSchema, number),
  kind(anlsSchema, anls),
  kind(wordF1Schema, wordF1),
  kind(iouSchema, iou),
  kind(toolCountSchema, toolCount),
  kind(imageCitedSchema, imageCited),
  kind(repetitionSchema, repetition),
  kind(groundedSchema, grounded),
  kind(citedPageSchema, citedPage),
  kind(computedRightSchema, computedRight),
];

/** Every kind of check, by its name in a file. */
export const CHECKS: ReadonlyMap<string, CheckKind> = new Map(KINDS.map((each) => [each.name, each]));
