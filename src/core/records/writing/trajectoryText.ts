import { writeFrontMatter } from '../frontMatter.ts';
import type { TrajectoryInfo } from '../model.ts';
import { namedPages } from '../namedPages.ts';
import { infoOfSample } from '../recordedResponse.ts';
import { sampleOf } from '../sample.ts';
import { formatTrajectoryFile, parseTrajectoryFile } from '../trajectoryFile.ts';
import { lossesOfRecord, type KnownSample, type Losses } from './losses.ts';
import type { SampleSource } from './sampleSource.ts';
import { wellFormed } from './wellFormed.ts';

/** The text of a trajectory file, and what it does not say of its sample. */
export interface WrittenTrajectory {
  readonly text: string;
  readonly losses: Losses;
}

/**
 * A sample as a trajectory file, whose folder names its step.
 * @param relocate the path of a document, as the new file names it
 */
export function trajectoryText(
  known: KnownSample,
  source: SampleSource,
  relocate: (path: string) => string,
): WrittenTrajectory {
  const { sample } = known;
  const info = infoOf(known, relocate);
  const file = formatTrajectoryFile(info, sample.response);
  const { expected } = sample;
  const text = wellFormed(expected === null ? file : writeFrontMatter(file, { expected }));
  const { problems, ...read } = parseTrajectoryFile(text);
  const again = { ...sampleOf(read), expected: read.expected, step: sample.step };
  return {
    text,
    losses: lossesOfRecord(
      { sample, info },
      problems.length === 0 ? { sample: again, info: read.info } : null,
      source,
      {},
    ),
  };
}

/** The front matter of a sample: that of its file, otherwise what its record says. */
function infoOf({ sample, info }: KnownSample, relocate: (path: string) => string): TrajectoryInfo {
  const { documents, images } = namedPages(sample, info);
  const moved = documents.map((document) => ({ ...document, path: relocate(document.path) }));
  if (info !== undefined) return { ...info, documents: moved };
  return { ...infoOfSample(sample, moved, images), question: sample.question ?? sample.sentPrompt };
}
