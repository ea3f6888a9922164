import type { TrajectoryInfo } from '../../core/records/model.ts';
import { asPageTraceError } from '../../core/errors.ts';
import { locateFrontMatter } from '../../core/records/frontMatter.ts';
import {
  parseTrajectoryFile,
  responseIn,
  updateTrajectoryFile,
  type TrajectoryFile,
} from '../../core/records/trajectoryFile.ts';
import type { ReadFrontMatter } from './languageThread.ts';

/**
 * Front matters of at most so many characters are read in this thread: that takes some 50 ms whatever they contain.
 * PageTrace itself writes about 1,000.
 */
const SHORT_FRONT_MATTER = 8000;

/** The end of the front matter of a trajectory file, if it is a long one; null otherwise. */
function longFrontMatter(text: string): number | null {
  const place = locateFrontMatter(text);
  return place === null || place.bodyStart <= SHORT_FRONT_MATTER ? null : place.bodyStart;
}

/**
 * Reads a trajectory file, a long front matter with `read`. Never fails: a front matter that takes too long is a problem
 * of the file, and has no values.
 */
export function readTrajectory(
  text: string,
  read: ReadFrontMatter,
): TrajectoryFile | Promise<TrajectoryFile> {
  const bodyStart = longFrontMatter(text);
  if (bodyStart === null) return parseTrajectoryFile(text);
  return read('parseTrajectoryFile', { text: text.slice(0, bodyStart) }).then(
    (file) => ({ ...file, response: responseIn(text, bodyStart) }),
    (error: unknown) => ({
      ...unreadTrajectory(text),
      problems: [
        {
          code: 'front-matter-broken',
          severity: 'error',
          span: { start: 0, end: bodyStart },
          message: asPageTraceError(error).message,
        },
      ],
    }),
  );
}

/** A trajectory file with its response, and without the values of its front matter. */
export function unreadTrajectory(text: string): TrajectoryFile {
  const bodyStart = longFrontMatter(text) ?? 0;
  return { ...parseTrajectoryFile(''), bodyStart, response: responseIn(text, bodyStart) };
}

/**
 * The text of a trajectory file whose front matter says `info`.
 * @throws PageTraceError `timeout` if it is a long one and takes too long
 */
export async function updateTrajectory(
  text: string,
  info: Partial<TrajectoryInfo>,
  read: ReadFrontMatter,
): Promise<string> {
  const bodyStart = longFrontMatter(text);
  if (bodyStart === null) return updateTrajectoryFile(text, info);
  const head = await read('updateTrajectoryFile', { text: text.slice(0, bodyStart), info });
  return head + text.slice(bodyStart);
}
