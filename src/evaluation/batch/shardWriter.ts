import { Buffer } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import { openReplacement, unwritable, type Replacement } from '../../documents/replaceFile.ts';
import { questionsFile, shardFile, type BatchFolder } from './batchFolder.ts';
import type { BatchQuestion, BatchRequest } from './model.ts';
import { questionJson } from './written.ts';

/** How long a shard may be. */
export interface ShardLimits {
  /** Questions of a shard. */
  readonly questions: number;
  /** Bytes of its requests; a single request may be longer. */
  readonly bytes: number;
}

/** A question, and its request; null if it could not be prepared. */
export interface WrittenQuestion {
  readonly question: BatchQuestion;
  readonly request: BatchRequest | null;
}

/** Bytes that are collected before they are written. */
const BUFFERED = 1024 * 1024;

/** A file of lines under a temporary name. */
class LineFile {
  readonly #replacement: Replacement;
  readonly #file: string;
  readonly #hash: Hash = createHash('sha256');
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  bytes = 0;

  constructor(file: string, replacement: Replacement) {
    this.#file = file;
    this.#replacement = replacement;
  }

  async add(line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.bytes += bytes.length;
    this.#hash.update(bytes);
    if (this.#pendingBytes > BUFFERED) await this.#flush();
  }

  /** Gives the file its name, and returns its hash. */
  async complete(): Promise<string> {
    await this.#flush();
    try {
      await this.#replacement.complete();
    } catch (error) {
      throw unwritable(this.#file, error);
    }
    return this.#hash.digest('hex');
  }

  discard(): Promise<void> {
    return this.#replacement.discard();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    try {
      await this.#replacement.handle.writeFile(bytes);
    } catch (error) {
      throw unwritable(this.#file, error);
    }
  }
}

/** The shard that is being written. */
interface OpenShard {
  readonly name: string;
  readonly shard: LineFile;
  readonly questions: LineFile;
  requests: number;
  leftOut: number;
}

/**
 * Writes the shards of a batch, one after the other. A shard has its name only when it is complete, so that what was
 * stopped is written again.
 */
export class ShardWriter {
  readonly #folder: BatchFolder;
  readonly #limits: ShardLimits;
  #open: OpenShard | null = null;

  constructor(folder: BatchFolder, limits: ShardLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** @throws PageTraceError `file-unwritable` */
  async add({ question, request }: WrittenQuestion): Promise<void> {
    const line = request === null ? null : JSON.stringify(request);
    const length = line === null ? 0 : Buffer.byteLength(line) + 1;
    if (this.#open !== null && this.#isFull(this.#open, length)) await this.end();
    this.#open ??= await this.#begin();
    const open = this.#open;
    await open.questions.add(JSON.stringify(questionJson(question)));
    if (line === null) open.leftOut += 1;
    else {
      await open.shard.add(line);
      open.requests += 1;
    }
  }

  /** Completes the last shard. */
  async end(): Promise<void> {
    if (this.#open === null) return;
    const { name, shard, questions, requests, leftOut } = this.#open;
    const { bytes } = shard;
    const questionsSha256 = await questions.complete();
    const sha256 = await shard.complete();
    this.#open = null;
    await this.#folder.add({ file: name, requests, leftOut, bytes, sha256, questionsSha256 });
  }

  /** Takes away what is not complete. Never rejects. */
  async discard(): Promise<void> {
    await this.#open?.shard.discard();
    await this.#open?.questions.discard();
    this.#open = null;
  }

  #isFull({ requests, leftOut, shard }: OpenShard, more: number): boolean {
    const isTooLong = shard.bytes > 0 && shard.bytes + more > this.#limits.bytes;
    return isTooLong || requests + leftOut >= this.#limits.questions;
  }

  async #begin(): Promise<OpenShard> {
    const { folder, nextName: name } = this.#folder;
    const open = async (file: string): Promise<LineFile> => new LineFile(file, await openReplacement(file));
    return {
      name,
      shard: await open(shardFile(folder, name)),
      questions: await open(questionsFile(folder, name)),
      requests: 0,
      leftOut: 0,
    };
  }
}
