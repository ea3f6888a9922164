import * as v from 'valibot';
import {
  readFrontMatter,
  writeFrontMatter,
  type Contradiction,
  type FrontMatterProblem,
} from './frontMatter.ts';
import type { TrajectoryInfo } from './model.ts';
import { dialectSchema, pixelsSchema, profileSchema, samplingSchema, verdictSchema } from './schemas.ts';

const whole = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));

/** A reference may be written as a number (`reference: 42`): people do. */
const text = v.union([v.string(), v.pipe(v.union([v.number(), v.boolean()]), v.transform(String))]);

const trajectorySchema = {
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
  // In the file everything counts from 1, documents too: a person writes it.
  images: v.array(
    v.pipe(
      v.object({ image: whole(1), document: v.optional(whole(1), 1), page: whole(1) }),
      v.transform((source) => ({ ...source, document: source.document - 1 })),
    ),
  ),
  reference: text,
  verdict: verdictSchema,
  dialect: dialectSchema,
  reward: profileSchema,
  prompt: v.string(),
  model: v.string(),
  sampling: samplingSchema,
  pixels: pixelsSchema,
} as const;

/** A trajectory file, read. */
export interface TrajectoryFile {
  readonly info: TrajectoryInfo;
  /** The model's words: what follows the front matter, to the last character. */
  readonly response: string;
  /** Offset of the response in the file. */
  readonly bodyStart: number;
  readonly problems: readonly FrontMatterProblem[];
}

/**
 * Reads a `.trajectory` file. Never throws: a text without front matter is a response alone, and what cannot be read
 * is a problem at its place.
 */
export function parseTrajectoryFile(file: string): TrajectoryFile {
  const { values, problems, bodyStart } = readFrontMatter(file, trajectorySchema, imagesOfNoDocument);
  return {
    info: {
      question: values.question ?? null,
      documents: values.documents ?? [],
      images: values.images ?? [],
      reference: values.reference ?? null,
      verdict: values.verdict ?? 'unknown',
      dialect: values.dialect ?? null,
      reward: values.reward ?? null,
      prompt: values.prompt ?? null,
      model: values.model ?? null,
      sampling: values.sampling ?? {},
      pixels: values.pixels ?? null,
    },
    response: file.slice(bodyStart),
    bodyStart,
    problems,
  };
}

/** Images that name a document beyond those listed; a file that lists none may still say which pages it had. */
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
    const listed = count === 1 ? 'one document is listed' : `${count} documents are listed`;
    return [{ path: ['images', index, 'document'], message: `there is no document ${document}; ${listed}` }];
  });
}

/**
 * Writes a `.trajectory` file: front matter with what is known, then the response as it is. Reading it back gives the
 * same info and the same response.
 */
export function formatTrajectoryFile(info: TrajectoryInfo, response: string): string {
  return writeFrontMatter(`---\n---\n${response}`, frontMatterOf(info));
}

/** `file` with its front matter brought to `info`; unknown keys, comments and the response stay. */
export function updateTrajectoryFile(file: string, info: Partial<TrajectoryInfo>): string {
  return writeFrontMatter(file, frontMatterOf(info));
}

function frontMatterOf(info: Partial<TrajectoryInfo>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(info)) {
    const empty =
      value === null ||
      (Array.isArray(value) && value.length === 0) ||
      (key === 'verdict' && value === 'unknown') ||
      (typeof value === 'object' && Object.keys(value).length === 0);
    values[key] = empty ? undefined : value;
  }
  if (info.images && info.images.length > 0) {
    values['images'] = info.images.map((source) => ({ ...source, document: source.document + 1 }));
  }
  return values;
}
