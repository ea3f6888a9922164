import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { documentsPhrase } from '../countPhrases.ts';
import { conversationJson, conversationSchema } from './conversation.ts';
import { expectedSchema, type ExpectedScore } from './expectedScore.ts';
import {
  readFrontMatter,
  writeFrontMatter,
  type Contradiction,
  type FrontMatterProblem,
} from './frontMatter.ts';
import type { RecordedResponse, TrajectoryInfo } from './model.ts';
import { retrievalOf } from './sample.ts';
import {
  dialectSchema,
  pixelsSchema,
  readPixels,
  rewardSchema,
  samplingSchema,
  verdictSchema,
} from './schemas.ts';

const whole = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));

/** A reference may be a number (`reference: 42`), which people often write. */
const text = v.union([v.string(), v.pipe(v.union([v.number(), v.boolean()]), v.transform(String))]);

/** A list of texts and numbers, or one of them (`reference_page: 3`). */
const texts = v.union([
  v.array(text),
  v.pipe(
    text,
    v.transform((item) => [item]),
  ),
]);

/** JSON as text, or as the equivalent YAML. */
const jsonText = v.union([
  v.string(),
  v.pipe(
    v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())]),
    v.transform((value) => JSON.stringify(value)),
  ),
]);

/** What the front matter of a trajectory file may contain. */
export const TRAJECTORY_FRONT_MATTER = {
  question: text,
  documents: v.array(
    v.union([
      v.pipe(
        v.string(),
        v.transform((path) => ({ path, sha256: null })),
      ),
      v.object({ path: v.string(), sha256: v.optional(v.nullable(v.string()), null) }),
    ]),
  ),
  // Everything counts from 1 in the file, including documents, because people write it.
  images: v.array(
    v.pipe(
      v.object({ image: whole(1), document: v.optional(whole(1), 1), page: whole(1) }),
      v.transform((source) => ({ ...source, document: source.document - 1 })),
    ),
  ),
  reference: text,
  verdict: verdictSchema,
  tool_results: jsonText,
  response_length: whole(0),
  retrieved_images: texts,
  file_name: v.string(),
  reference_page: texts,
  dialect: dialectSchema,
  reward: rewardSchema,
  prompt: v.string(),
  model: v.string(),
  sampling: samplingSchema,
  pixels: pixelsSchema,
  conversation: conversationSchema,
  expected: expectedSchema,
} as const;

/** The keys that a front matter may have. */
export const TRAJECTORY_KEYS: readonly string[] = Object.keys(TRAJECTORY_FRONT_MATTER);

/** Keys that must not be misspelled: the response would get another reward than intended, or none would be checked. */
const DECISIVE_KEYS: readonly (keyof typeof TRAJECTORY_FRONT_MATTER)[] = [
  'dialect',
  'expected',
  'file_name',
  'images',
  'reference',
  'reference_page',
  'response_length',
  'retrieved_images',
  'reward',
  'tool_results',
  'verdict',
];

/** A trajectory file that was read. */
export interface TrajectoryFile extends RecordedResponse {
  /** Offset of the response in the file. */
  readonly bodyStart: number;
  /** The score that the response is expected to get, as for a test; null if the file does not say. */
  readonly expected: ExpectedScore | null;
  readonly problems: readonly FrontMatterProblem[];
}

/**
 * Reads a `.trajectory` file. Never throws: a text without a front matter is just a response, and anything that cannot
 * be read becomes a problem at its place.
 */
export function parseTrajectoryFile(file: string): TrajectoryFile {
  const { values, problems, bodyStart } = readFrontMatter(
    file,
    TRAJECTORY_FRONT_MATTER,
    imagesOfNoDocument,
    DECISIVE_KEYS,
  );
  return {
    info: {
      question: values.question ?? null,
      documents: values.documents ?? [],
      images: values.images ?? [],
      reference: values.reference ?? null,
      verdict: values.verdict ?? 'unknown',
      toolResults: values.tool_results ?? null,
      responseLength: values.response_length ?? null,
      retrieval: retrievalOf({
        images: values.retrieved_images ?? null,
        fileName: values.file_name ?? null,
        pages: values.reference_page ?? null,
      }),
      dialect: values.dialect ?? null,
      reward: values.reward ?? null,
      prompt: values.prompt ?? null,
      model: values.model ?? null,
      sampling: values.sampling ?? {},
      pixels: readPixels(values.pixels),
      ...(values.conversation === undefined ? {} : { conversation: values.conversation }),
    },
    response: responseIn(file, bodyStart),
    bodyStart,
    expected: values.expected ?? null,
    problems,
  };
}

/**
 * The response in a trajectory file, from `bodyStart` on. One line break at the end is left out: editors add it, and
 * some rewards look at the last character.
 */
export function responseIn(file: string, bodyStart: number): string {
  return file.slice(bodyStart).replace(/\r?\n$/, '');
}

/** Images whose document is not listed. A file without documents may still have pages. */
function imagesOfNoDocument({
  documents,
  images,
}: Readonly<Record<string, unknown>>): readonly Contradiction[] {
  if (!Array.isArray(documents) || documents.length === 0 || !Array.isArray(images)) return [];
  const count = documents.length;
  return images.flatMap((image: unknown, index): readonly Contradiction[] => {
    if (typeof image !== 'object' || image === null || !('document' in image)) return [];
    const { document } = image;
    if (typeof document !== 'number' || !Number.isInteger(document) || document <= count) return [];
    const message = t(
      'there is no document {0} because the file lists {1}',
      document,
      documentsPhrase(count),
    );
    return [{ path: ['images', index, 'document'], message }];
  });
}

/**
 * Writes a `.trajectory` file: a front matter with what is known, then the unchanged response and a line break at the
 * end of the file. Reading it back gives the same info and the same response.
 */
export function formatTrajectoryFile(info: TrajectoryInfo, response: string): string {
  // A carriage return and the line feed after it would be read as one line break.
  const end = response.endsWith('\r') ? '\r\n' : '\n';
  return writeFrontMatter(`---\n---\n${response}${end}`, frontMatterOf(info));
}

/** Changes the front matter of `file` to `info`; unknown keys, comments, and the response do not change. */
export function updateTrajectoryFile(file: string, info: Partial<TrajectoryInfo>): string {
  return writeFrontMatter(file, frontMatterOf(info));
}

/** Keys that have another name in the file: the name that reward functions use. */
const WRITTEN: Readonly<Record<string, string>> = {
  toolResults: 'tool_results',
  responseLength: 'response_length',
};

function frontMatterOf(info: Partial<TrajectoryInfo>): Record<string, unknown> {
  const { retrieval, ...withoutRetrieval } = info;
  const values: Record<string, unknown> = {};
  if (retrieval !== undefined) {
    values['retrieved_images'] = retrieval?.images ?? undefined;
    values['file_name'] = retrieval?.fileName ?? undefined;
    values['reference_page'] = retrieval?.pages ?? undefined;
  }
  for (const [key, value] of Object.entries(withoutRetrieval)) {
    const empty =
      value === null ||
      (Array.isArray(value) && value.length === 0) ||
      (key === 'verdict' && value === 'unknown') ||
      (typeof value === 'object' && Object.keys(value).length === 0);
    values[WRITTEN[key] ?? key] = empty ? undefined : value;
  }
  if (info.images && info.images.length > 0) {
    values['images'] = info.images.map((source) => ({ ...source, document: source.document + 1 }));
  }
  if (info.pixels) {
    values['pixels'] = { min_pixels: info.pixels.minPixels, max_pixels: info.pixels.maxPixels };
  }
  if (info.conversation) values['conversation'] = conversationJson(info.conversation);
  return values;
}
