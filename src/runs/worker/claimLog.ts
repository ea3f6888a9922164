import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { CLAIM_MARKS } from '../../core/grounding/model.ts';
import { GROUNDING_VERSION } from '../../core/grounding/version.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { SearchedDocument } from '../../core/summary/groundableRow.ts';
import type { ClaimsFound } from '../../core/grounding/shares.ts';
import { touchScores } from './cacheFolder.ts';
import { cacheKey } from './cacheKey.ts';

/** What was found for a row of a file. */
export interface KeptClaims {
  /** Identifies the row in its file. */
  readonly key: string;
  readonly claims: ClaimsFound;
  readonly documents: readonly SearchedDocument[];
}

const NAME = /^claims-[0-9a-f-]{36}\.log$/;

/** Characters of the checksum that a line begins with. */
const CHECKSUM = 16;

/** The most bytes of a file that is read. */
const LONGEST = 256 * 1024 * 1024;

const lineSchema = v.object({
  documents: v.array(v.object({ path: v.string(), hash: v.string(), stamp: v.string() })),
  rows: v.array(
    v.object({
      key: v.string(),
      share: v.nullable(v.number()),
      marks: v.array(v.picklist(CLAIM_MARKS)),
      golden: v.optional(v.object({ placed: v.number(), meeting: v.number() })),
      documents: v.array(v.number()),
    }),
  ),
});

/**
 * The claims that were found for the rows of a file, kept for this person only, beside its scores: a file of lines that
 * only grows. Each search writes a file of its own, so that two windows do not write into one.
 */
export class ClaimLog {
  readonly #folder: string;
  readonly #file: string;
  /** Whether the file may end within a line, because a disk was full. */
  #isTorn = false;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#file = path.join(folder, `claims-${randomUUID()}.log`);
  }

  /**
   * The log of a file as it is now.
   * @param cache the folder of all that is kept
   */
  static async of(cache: string, handle: fs.promises.FileHandle, fields: FieldMap): Promise<ClaimLog> {
    const grounding = { dialect: null, version: GROUNDING_VERSION, profile: 'claims+gold' };
    const key = await cacheKey(handle, fields, grounding);
    await touchScores(cache, key);
    return new ClaimLog(path.join(cache, key));
  }

  /** Adds what was found. Returns false if it cannot be written: the next search finds it again. */
  async append(found: readonly KeptClaims[]): Promise<boolean> {
    const documents = [...new Map(found.flatMap((each) => each.documents).map((each) => [each.path, each]))];
    const positions = new Map(documents.map(([file], position) => [file, position]));
    const line = JSON.stringify({
      documents: documents.map(([, document]) => document),
      rows: found.map(({ key, claims, documents: own }) => ({
        key,
        ...claims,
        documents: own.map((document) => positions.get(document.path)),
      })),
    });
    try {
      await fs.promises.mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const begin = this.#isTorn ? '\n' : '';
      await fs.promises.appendFile(this.#file, `${begin}${checksum(line)} ${line}\n`, { mode: 0o600 });
      this.#isTorn = false;
      return true;
    } catch {
      // A full disk must not end the search.
      this.#isTorn = true;
      return false;
    }
  }

  /** What was found before; of a row that was searched again, the last. Lines that are not as they were written are left out. */
  async read(): Promise<ReadonlyMap<string, KeptClaims>> {
    const kept = new Map<string, KeptClaims>();
    for (const name of await fs.promises.readdir(this.#folder).catch(() => [])) {
      if (!NAME.test(name)) continue;
      for (const each of await readLog(path.join(this.#folder, name))) kept.set(each.key, each);
    }
    return kept;
  }
}

async function readLog(file: string): Promise<readonly KeptClaims[]> {
  const stats = await fs.promises.stat(file).catch(() => null);
  if (stats === null || stats.size > LONGEST) return [];
  const text = await fs.promises.readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap(readLine);
}

function readLine(line: string): readonly KeptClaims[] {
  const json = line.slice(CHECKSUM + 1);
  if (json === '' || checksum(json) !== line.slice(0, CHECKSUM)) return [];
  const read = v.safeParse(lineSchema, JSON.parse(json));
  if (!read.success) return [];
  const { documents, rows } = read.output;
  return rows.map(({ key, documents: own, ...claims }) => ({
    key,
    claims,
    documents: own.flatMap((position) => documents[position] ?? []),
  }));
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, CHECKSUM);
}
