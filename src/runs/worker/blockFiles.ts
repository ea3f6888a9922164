import { Buffer } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { DistinctTexts, ScoredBlock } from './scoringCalls.ts';

/** Bytes of the checksum that a kept block begins with. */
const CHECKSUM = 32;

/** The most bytes of a file that is read as a block. */
const LONGEST = 256 * 1024 * 1024;

/**
 * A block of scores that was kept before; null if there is none, or if its file is not what was written.
 * @param count the rows that it must have
 */
export async function keptBlock(file: string, count: number): Promise<ScoredBlock | null> {
  try {
    const { size } = await fs.promises.stat(file);
    if (size > LONGEST) return null;
    const bytes = await fs.promises.readFile(file);
    const content = bytes.subarray(CHECKSUM);
    if (!checksum(content).equals(bytes.subarray(0, CHECKSUM))) return null;
    const block = deserialize(content) as ScoredBlock;
    return block.count === count ? ownArrays(block) : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a block, for this person only. Another window may write the same one at the same time: each writes a file of its
 * own, and one of them takes its place as a whole. Returns false if it cannot be written: the next run scores it again.
 */
export async function keepBlock(file: string, block: ScoredBlock): Promise<boolean> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const content = serialize(block);
    await fs.promises.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await fs.promises.writeFile(temporary, Buffer.concat([checksum(content), content]), {
      mode: 0o600,
      flag: 'wx',
    });
    await fs.promises.rename(temporary, file);
    return true;
  } catch {
    await fs.promises.rm(temporary, { force: true }).catch(() => undefined);
    return false;
  }
}

function checksum(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

/** The block with arrays of their own memory: those that were read share the memory of the file. */
function ownArrays(block: ScoredBlock): ScoredBlock {
  const own = ({ texts, ofRow }: DistinctTexts): DistinctTexts => ({ texts, ofRow: ofRow.slice() });
  return {
    ...block,
    numbers: block.numbers.map(({ name, values }) => ({ name, values: values.slice() })),
    tools: own(block.tools),
    findings: own(block.findings),
    answers: own(block.answers),
  };
}
