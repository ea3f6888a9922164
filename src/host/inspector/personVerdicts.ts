import fs from 'node:fs/promises';
import path from 'node:path';
import { parsedJson } from '../../core/parsedJson.ts';
import type { RecordedResponse } from '../../core/records/model.ts';
import { HeldVerdicts } from '../../core/records/heldVerdicts.ts';
import type { JudgedContent } from '../../core/records/verdictKey.ts';
import type { Verdict } from '../../core/rewards/model.ts';
import { unwritable } from '../../documents/replaceFile.ts';
import type { ReadResponses } from '../shared/languageThread.ts';

/** What a person said of answers, on disk by content, so that the same answer is judged once wherever it stands. */
export interface PersonVerdicts {
  /** What the person said of the answer of a response; `unknown` if that is not known. Never rejects. */
  readonly find: (recorded: RecordedResponse) => Promise<Verdict>;
  /**
   * Keeps what the person says of the answer of a response, if there is one.
   * @throws PageTraceError `file-unwritable`
   */
  readonly keep: (recorded: RecordedResponse | null, verdict: Verdict) => Promise<void>;
}

/** The most bytes of the file that are read: far more verdicts than a person gives. */
const LONGEST = 64 * 1024 * 1024;

/** A person's verdicts in a file with a record on each line, which `pagetrace judge --verdicts` reads too. */
export function openPersonVerdicts(file: string, readResponses: ReadResponses): PersonVerdicts {
  const contentOf = async ({ info, response }: RecordedResponse): Promise<JudgedContent> => {
    const { question, reference, dialect } = info;
    const answer = await readResponses('findAnswer', { response, dialect }, response.length);
    return { question, reference, answer: answer ?? response.trim() };
  };
  return {
    find: async (recorded) => {
      const held = await readHeld(file);
      if (held === null) return 'unknown';
      const content = await contentOf(recorded);
      return held.find(null, () => content);
    },
    keep: async (recorded, verdict) => {
      if (recorded === null) return;
      const line = JSON.stringify({ ...(await contentOf(recorded)), verdict });
      try {
        await fs.mkdir(path.dirname(file), { recursive: true });
        // It begins with a line feed too, so that it is a line of its own behind one that was cut short.
        await fs.appendFile(file, `\n${line}\n`);
      } catch (error) {
        throw unwritable(file, error);
      }
    },
  };
}

/** The verdicts of a file; null if it cannot be read. Lines that were cut short are left out. */
async function readHeld(file: string): Promise<HeldVerdicts | null> {
  try {
    if ((await fs.stat(file)).size > LONGEST) return null;
    const held = new HeldVerdicts();
    for (const line of (await fs.readFile(file, 'utf8')).split('\n')) held.add(parsedJson(line));
    return held;
  } catch {
    return null;
  }
}
