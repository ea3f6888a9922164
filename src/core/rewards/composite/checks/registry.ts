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
import { pattern, patternSchema } from './pattern.ts';
import { imageCited, imageCitedSchema, toolCount, toolCountSchema } from './use.ts';

/** How a check of one kind is read from a file. */
export interface CheckKind {
  /** What is wrong with its fields, or the check that they make. */
  read(fields: unknown): { readonly check: Check } | { readonly issues: readonly v.BaseIssue<unknown>[] };
}

function kind<S extends v.GenericSchema>(schema: S, make: (fields: v.InferOutput<S>) => Check): CheckKind {
  return {
    read(fields) {
      const read = v.safeParse(schema, fields, { message: plainIssue });
      return read.success ? { check: make(read.output) } : { issues: read.issues };
    },
  };
}

/** Every kind of check, by the name that a file has for it. */
export const CHECKS: ReadonlyMap<string, CheckKind> = new Map([
  ['tag-present', kind(tagPresentSchema, tagPresent)],
  ['order', kind(orderSchema, order)],
  ['pattern', kind(patternSchema, pattern)],
  ['length', kind(lengthSchema, length)],
  ['equals', kind(equalsSchema, equals)],
  ['contains', kind(containsSchema, contains)],
  ['number', kind(numberSchema, number)],
  ['anls', kind(anlsSchema, anls)],
  ['word-f1', kind(wordF1Schema, wordF1)],
  ['iou', kind(iouSchema, iou)],
  ['tool-count', kind(toolCountSchema, toolCount)],
  ['image-cited', kind(imageCitedSchema, imageCited)],
  ['repetition', kind(repetitionSchema, repetition)],
]);
