import * as v from 'valibot';
import type { DatasetItem, PassRule } from '../../core/datasets/model.ts';
import { pageChoiceJson, readPageChoice } from '../../core/records/keptChoice.ts';
import { isJsonObject, type JsonObject } from '../../core/records/fieldPath.ts';
import { dialectSchema, pixelsSchema, rewardSchema, samplingSchema } from '../../core/records/schemas.ts';
import type { ErrorReason } from '../../core/errors.ts';
import { settingsJson } from '../settings.ts';
import { requestId, type BatchHead, type BatchManifest, type BatchQuestion, type Shard } from './model.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const position = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const passSchema = v.custom<PassRule>((rule) => isJsonObject(rule) && typeof rule['kind'] === 'string');

/** The file of the questions is known to be the one that was written, so their items are not looked at again. */
const itemSchema = v.custom<DatasetItem>((item) => isJsonObject(item) && typeof item['id'] === 'string');

const headSchema = v.object({
  pagetrace_batch: v.literal(1),
  dataset: v.object({ name: v.nullable(v.string()), path: v.string(), sha256 }),
  settings: v.object({
    prompt: v.string(),
    prompt_sha256: v.string(),
    model: v.string(),
    sampling: samplingSchema,
    pixels: pixelsSchema,
    pages: v.string(),
  }),
  dialect: v.nullable(dialectSchema),
  reward: v.nullable(rewardSchema),
  pass: v.nullable(passSchema),
  samples: position,
  limit: v.nullable(position),
  where: v.nullable(v.string()),
  images: v.picklist(['data', 'files']),
  image_root: v.nullable(v.string()),
});

const shardSchema = v.object({
  file: v.pipe(v.string(), v.regex(/^shard-\d{5,}\.jsonl$/)),
  requests: count,
  left_out: count,
  bytes: count,
  sha256,
  questions_sha256: sha256,
});

const manifestSchema = v.object({ ...headSchema.entries, shards: v.array(shardSchema) });

const imageSchema = v.object({
  image: position,
  document: position,
  page: position,
  width: position,
  height: position,
  text_height: v.nullable(v.number()),
});

const questionSchema = v.object({
  custom_id: v.string(),
  first: position,
  count: position,
  item: itemSchema,
  documents: v.array(v.object({ path: v.string(), sha256: v.nullable(v.string()) })),
  images: v.array(imageSchema),
  retrieval_ms: v.nullable(v.number()),
  render_ms: v.number(),
  error: v.exactOptional(
    v.object({
      reason: v.custom<ErrorReason>((reason) => typeof reason === 'string'),
      message: v.string(),
      hint: v.nullable(v.string()),
    }),
  ),
});

/** What all requests of a batch have in common, as it is written. */
export function headJson(head: BatchHead): JsonObject {
  const { dataset, settings, dialect, reward, pass, samples, limit, where, images, imageRoot } = head;
  return {
    pagetrace_batch: 1,
    dataset: { name: settings.dataset ?? null, ...dataset },
    settings: settingsJson(settings),
    dialect,
    reward,
    pass,
    samples,
    limit,
    where,
    images,
    image_root: imageRoot,
  };
}

/** What was written of the head of a batch; null if it is none. */
export function readHead(written: unknown): BatchHead | null {
  const { success, output } = v.safeParse(headSchema, written);
  return success ? headOf(output) : null;
}

function headOf(written: v.InferOutput<typeof headSchema>): BatchHead {
  const { dataset, settings, dialect, reward, pass, samples, limit, where, images, image_root } = written;
  const { prompt, prompt_sha256, model, sampling, pixels, pages } = settings;
  return {
    dataset: { path: dataset.path, sha256: dataset.sha256 },
    settings: {
      ...(dataset.name === null ? {} : { dataset: dataset.name }),
      prompt: { name: prompt, sha256: prompt_sha256 },
      model,
      sampling,
      pixels: { minPixels: pixels.min_pixels, maxPixels: pixels.max_pixels },
      pages,
    },
    dialect,
    reward,
    pass,
    samples,
    limit,
    where,
    images,
    imageRoot: image_root,
  };
}

/** A shard, as it is written. */
export function shardJson({ file, requests, leftOut, bytes, ...hashes }: Shard): JsonObject {
  return {
    file,
    requests,
    left_out: leftOut,
    bytes,
    sha256: hashes.sha256,
    questions_sha256: hashes.questionsSha256,
  };
}

/** What was written of a shard; null if it is none. */
export function readShard(written: unknown): Shard | null {
  const { success, output } = v.safeParse(shardSchema, written);
  return success ? shardOf(output) : null;
}

function shardOf(written: v.InferOutput<typeof shardSchema>): Shard {
  const { file, requests, left_out, bytes, questions_sha256 } = written;
  return {
    file,
    requests,
    leftOut: left_out,
    bytes,
    sha256: written.sha256,
    questionsSha256: questions_sha256,
  };
}

/** A batch whose export has ended, as it is written. */
export function manifestJson({ head, shards }: BatchManifest): JsonObject {
  return {
    ...headJson(head),
    requests: shards.reduce((sum, { requests }) => sum + requests, 0),
    left_out: shards.reduce((sum, { leftOut }) => sum + leftOut, 0),
    shards: shards.map(shardJson),
  };
}

/** What was written of a batch; null if it is none. */
export function readManifest(written: unknown): BatchManifest | null {
  const { success, output } = v.safeParse(manifestSchema, written);
  return success ? { head: headOf(output), shards: output.shards.map(shardOf) } : null;
}

/** A question of a batch, as it is written. */
export function questionJson(question: BatchQuestion): JsonObject {
  const {
    item,
    first,
    count: samples,
    documents,
    images,
    choice,
    retrievalTime,
    renderTime,
    failure,
  } = question;
  return {
    custom_id: requestId(item.id, first, samples),
    first,
    count: samples,
    item,
    documents: documents.map(({ path, sha256: hash }) => ({ path, sha256: hash })),
    images: images.map(({ image, document, page, width, height, textHeight }) => ({
      image,
      document: document + 1,
      page,
      width,
      height,
      text_height: textHeight,
    })),
    ...(choice === null ? {} : pageChoiceJson(choice)),
    retrieval_ms: retrievalTime,
    render_ms: renderTime,
    ...(failure === null ? {} : { error: { ...failure } }),
  };
}

/** What was written of a question; null if it is none. */
export function readQuestion(written: unknown): BatchQuestion | null {
  const { success, output } = v.safeParse(questionSchema, written);
  if (!success) return null;
  return {
    item: output.item,
    first: output.first,
    count: output.count,
    documents: output.documents,
    images: output.images.map(({ image, document, page, width, height, text_height }) => ({
      image,
      document: document - 1,
      page,
      width,
      height,
      textHeight: text_height,
    })),
    choice: readPageChoice(written),
    retrievalTime: output.retrieval_ms,
    renderTime: output.render_ms,
    failure: output.error ?? null,
  };
}
