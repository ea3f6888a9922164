import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { joinList } from '../../core/joinList.ts';
import { parsedJson } from '../../core/parsedJson.ts';
import { makeFolder } from '../../documents/makeFolder.ts';
import { appendToFile, replaceFile, unwritable } from '../../documents/replaceFile.ts';
import { readWholeFile } from '../../runs/reading/wholeText.ts';
import { lockFile } from '../lockFile.ts';
import { differentHeads } from './differentHeads.ts';
import { jsonLines } from './jsonLines.ts';
import type { BatchHead, BatchManifest, Shard } from './model.ts';
import { headJson, manifestJson, readHead, readManifest, readShard, shardJson } from './written.ts';

/** Says what a batch is, and that its export has ended. */
const MANIFEST = 'batch.json';

/** The shards that are complete, while a batch is exported. */
const JOURNAL = 'progress.jsonl';

const QUESTIONS = 'questions';
const IMAGES = 'images';

/** The most bytes of `batch.json`: 100,000 shards take 30 MB. */
const LONGEST_MANIFEST = 256 * 1024 * 1024;

/** The folder of the page images of a batch. */
export const imagesFolder = (folder: string): string => path.join(folder, IMAGES);

/** The file of a shard. */
export const shardFile = (folder: string, name: string): string => path.join(folder, name);

/** The file with what is known of the questions of a shard. */
export const questionsFile = (folder: string, name: string): string => path.join(folder, QUESTIONS, name);

/**
 * Reads what a batch is.
 * @throws PageTraceError `bad-input` for a folder without a batch, or with one whose export was stopped
 */
export async function readBatch(folder: string, signal: AbortSignal): Promise<BatchManifest> {
  const manifest = await findManifest(folder, signal);
  if (manifest !== null) return manifest;
  if (await isThere(path.join(folder, JOURNAL)))
    throw new PageTraceError('bad-input', t('The export to {0} was stopped before its end.', folder), {
      hint: t('Run the same batch export again: it goes on where it stopped.'),
    });
  throw new PageTraceError('bad-input', t('{0} has no batch: it has no {1}.', folder, MANIFEST), {
    hint: t('Name the folder that batch export wrote.'),
  });
}

async function findManifest(folder: string, signal: AbortSignal): Promise<BatchManifest | null> {
  const file = path.join(folder, MANIFEST);
  if (!(await isThere(file))) return null;
  const text = (await readWholeFile(file, { longest: LONGEST_MANIFEST, signal })).toString('utf8');
  const manifest = readManifest(parsedJson(text));
  if (manifest !== null) return manifest;
  throw new PageTraceError('bad-input', t('{0} is not what batch export writes.', file), {
    hint: t('Export the batch again, to another folder.'),
  });
}

/** The folder of a batch that is being exported. */
export class BatchFolder {
  readonly folder: string;
  readonly head: BatchHead;
  /** Whether an earlier export has ended. */
  readonly isComplete: boolean;
  readonly #shards: Shard[];
  readonly #unlock: () => Promise<void>;

  private constructor(
    folder: string,
    { head, shards }: BatchManifest,
    isComplete: boolean,
    unlock: () => Promise<void>,
  ) {
    this.folder = folder;
    this.head = head;
    this.isComplete = isComplete;
    this.#shards = [...shards];
    this.#unlock = unlock;
  }

  /**
   * Creates the folder of a batch, or goes on with one whose export was stopped.
   * @throws PageTraceError `bad-input` for a folder with something else, or with a batch that differs, and while another
   * process writes it; `file-unwritable`, `file-unreadable`, `cancelled`
   */
  static async open(folder: string, head: BatchHead, signal: AbortSignal): Promise<BatchFolder> {
    await makeFolder(folder);
    const unlock = await lockFile(path.join(folder, MANIFEST));
    try {
      const manifest = await findManifest(folder, signal);
      const begun = manifest ?? (await readJournal(path.join(folder, JOURNAL), signal));
      if (begun === null) {
        await requireEmpty(folder);
        await append(path.join(folder, JOURNAL), headJson(head));
      } else {
        requireSame(folder, begun.head, head);
        for (const shard of begun.shards) await requireWhole(shardFile(folder, shard.file), shard);
        // A line that was cut short must not take the next one with it.
        if (manifest === null)
          await replaceFile(
            path.join(folder, JOURNAL),
            [headJson(head), ...begun.shards.map(shardJson)].map(lineOf).join(''),
          );
      }
      await makeFolder(path.join(folder, QUESTIONS));
      await makeFolder(path.join(folder, IMAGES));
      await removeUnfinished(folder);
      return new BatchFolder(folder, begun ?? { head, shards: [] }, manifest !== null, unlock);
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  /** The shards that are complete. */
  get shards(): readonly Shard[] {
    return this.#shards;
  }

  /** The name of the next shard. */
  get nextName(): string {
    return `shard-${String(this.#shards.length + 1).padStart(5, '0')}.jsonl`;
  }

  /** Keeps that a shard, whose files have their names, is complete. */
  async add(shard: Shard): Promise<void> {
    await append(path.join(this.folder, JOURNAL), shardJson(shard));
    this.#shards.push(shard);
  }

  /** Says that all shards are complete. */
  async complete(): Promise<void> {
    const manifest = manifestJson({ head: this.head, shards: this.#shards });
    await replaceFile(path.join(this.folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await fs.rm(path.join(this.folder, JOURNAL), { force: true });
  }

  /** Lets other processes write the batch. */
  close(): Promise<void> {
    return this.#unlock();
  }
}

/** What an export that was stopped has done; null if there was none. A last line that was cut short does not count. */
async function readJournal(file: string, signal: AbortSignal): Promise<BatchManifest | null> {
  if (!(await isThere(file))) return null;
  let head: BatchHead | null = null;
  const shards: Shard[] = [];
  for await (const { value } of jsonLines(file, signal)) {
    if (head === null) {
      head = readHead(value);
      if (head === null) break;
      continue;
    }
    const shard = readShard(value);
    if (shard !== null) shards.push(shard);
  }
  if (head !== null) return { head, shards };
  // It was stopped before it had written anything.
  await fs.rm(file, { force: true });
  return null;
}

function requireSame(folder: string, before: BatchHead, now: BatchHead): void {
  const different = differentHeads(before, now);
  if (different.length === 0) return;
  throw new PageTraceError(
    'bad-input',
    t('{0} has a batch with other settings. What is different: {1}.', folder, joinList(different)),
    { hint: t('Name another folder, or use the settings that it was made with.') },
  );
}

/** Refuses a shard that was damaged: it would be answered in part, and none of its requests could be written again. */
async function requireWhole(file: string, { bytes }: Shard): Promise<void> {
  const stats = await fs.stat(file).catch(() => null);
  if (stats?.size === bytes) return;
  const message =
    stats === null
      ? t('{0} is missing, which the batch had.', file)
      : t('{0} was changed after it was written.', file);
  throw new PageTraceError('bad-input', message, {
    hint: t('Bring it back as it was, or export the batch again, to another folder.'),
  });
}

/** Refuses a folder with files of somebody else, which would be taken for shards later. */
async function requireEmpty(folder: string): Promise<void> {
  const others = (await fs.readdir(folder)).filter(
    (name) => !name.startsWith(MANIFEST) && !isUnfinished(name) && name !== QUESTIONS && name !== IMAGES,
  );
  if (others.length === 0) return;
  throw new PageTraceError('bad-input', t('{0} is not empty, and no batch export wrote it.', folder), {
    hint: t('Name a folder that does not exist.'),
  });
}

const isUnfinished = (name: string): boolean => /^\.pagetrace-[0-9a-f]+\.tmp$/.test(name);

/** Removes files that were being written when an export was stopped. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const each of [folder, path.join(folder, QUESTIONS), path.join(folder, IMAGES)])
    for (const name of await fs.readdir(each))
      if (isUnfinished(name)) await fs.rm(path.join(each, name), { force: true });
}

async function append(file: string, value: unknown): Promise<void> {
  try {
    await appendToFile(file, lineOf(value));
  } catch (error) {
    throw unwritable(file, error);
  }
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function isThere(file: string): Promise<boolean> {
  return (await fs.stat(file).catch(() => null)) !== null;
}
