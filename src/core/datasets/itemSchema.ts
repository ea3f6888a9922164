import { t } from '@vscode/l10n';
import * as v from 'valibot';

const text = v.pipe(
  v.string(),
  v.check(
    (value) => value.trim() !== '',
    () => t('it must not be empty'),
  ),
);
const page = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const pages = v.union(
  [
    v.pipe(
      page,
      v.transform((one) => [one]),
    ),
    v.pipe(v.array(page), v.minLength(1)),
  ],
  () => t('it must be a page number, or a list of these'),
);
const name = v.union([text, v.pipe(v.number(), v.transform(String))], () =>
  t('it must be a text or a number'),
);
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** When an item passes, as a data set writes it. */
const passSchema = v.union(
  [
    v.strictObject({ reward: v.number() }),
    v.strictObject({ grounded: share }),
    v.picklist(['exact', 'judged']),
  ],
  () => t('it must be "exact", "judged", {"reward": 0.8} or {"grounded": 0.5}'),
);

const documentSchema = v.union([text, v.strictObject({ path: text, pages: v.exactOptional(pages) })], () =>
  t('it must be a path, or an object with "path" and "pages"'),
);

/** A page, or a page of one of several documents, which count from 1. */
const goldPageSchema = v.union([page, v.strictObject({ document: v.exactOptional(page), page })], () =>
  t('it must be a page number, or an object with "document" and "page"'),
);

const goldBoxSchema = v.strictObject({
  document: v.exactOptional(page),
  page,
  box: v.strictTuple([v.number(), v.number(), v.number(), v.number()]),
});

const bucketSchema = v.union([name, v.array(name)], () =>
  t('it must be a text, a number, or a list of these'),
);

const itemEntries = {
  id: name,
  question: text,
  document: v.exactOptional(text),
  documents: v.exactOptional(v.pipe(v.array(documentSchema), v.minLength(1))),
  images: v.exactOptional(v.pipe(v.array(text), v.minLength(1))),
  pages: v.exactOptional(pages),
  reference: v.exactOptional(
    v.union([name, v.array(name)], () => t('it must be a text, or a list of texts')),
  ),
  sufficient: v.exactOptional(v.boolean()),
  gold_pages: v.exactOptional(v.array(goldPageSchema)),
  gold_boxes: v.exactOptional(v.array(goldBoxSchema)),
  tool_results: v.exactOptional(v.unknown()),
  buckets: v.exactOptional(v.record(v.string(), bucketSchema)),
  tags: v.exactOptional(v.array(text)),
  pass: v.exactOptional(passSchema),
};

/** A question in the form of PageTrace's own data sets. */
export const itemSchema = v.object(itemEntries);

/** The keys of an item. */
export const ITEM_KEYS: readonly string[] = Object.keys(itemEntries);

const headEntries = {
  pagetrace_dataset: v.literal(1),
  name: v.exactOptional(text),
  prompt: v.exactOptional(text),
  pass: v.exactOptional(passSchema),
};

/** The first line of a data set, which may say something of all its questions. */
export const headSchema = v.object(headEntries);

/** The keys of the first line. */
export const HEAD_KEYS: readonly string[] = Object.keys(headEntries);

export type WrittenItem = v.InferOutput<typeof itemSchema>;
export type WrittenPass = v.InferOutput<typeof passSchema>;
