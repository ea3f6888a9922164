import fs from 'node:fs/promises';
import path from 'node:path';
import type { RecordedResponse } from '../../core/records/model.ts';
import type { JudgedContent } from '../../core/records/verdictKey.ts';
import type { Verdict } from '../../core/rewards/model.ts';
import { unwritable } from '../../documents/replaceFile.ts';
import { KeptVerdicts } from '../../runs/reading/keptVerdicts.ts';
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

/** A person's verdicts in a file with a record on each line, which `pagetrace judge --verdicts` reads too. */
export function openPersonVerdicts(file: string, readResponses: ReadResponses): PersonVerdicts {
  const kept = new KeptVerdicts(file);
  const contentOf = async ({ info, response }: RecordedResponse): Promise<JudgedContent> => {
    const { question, reference, dialect } = info;
    const answer = await readResponses('findAnswer', { response, dialect }, response.length);
    return { question, reference, answer: answer ?? response.trim() };
  };
  return {
    find: async (recorded) => {
      const held = await kept.read();
      if (held.contents.length === 0) return 'unknown';
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
