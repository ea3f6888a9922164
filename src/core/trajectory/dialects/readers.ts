import type { ParseContext } from '../model.ts';
import { BoxedReader } from './boxedReader.ts';
import { EvisragReader } from './evisragReader.ts';
import { JudgeReader } from './judgeReader.ts';
import type { RegisteredDialect } from './names.ts';
import { PixelReader } from './pixelReasonerReader.ts';
import { QualityReader } from './qualityJudgeReader.ts';
import type { PartReader } from './reader.ts';
import { CurationReader } from './toolCurationReader.ts';
import { VgRefinerReader } from './vgRefinerReader.ts';
import { VragReader } from './vragRlReader.ts';

/**
 * The readers of the structured parts of dialects, for those dialects that have such parts. Separate from the dialects' data, so that code that
 * only names or recognizes dialects does not load the readers.
 */
const READERS: Readonly<Partial<Record<RegisteredDialect, (context: ParseContext) => PartReader>>> = {
  'tool-curation': (context) => new CurationReader(context),
  evisrag: ({ numImages }) => new EvisragReader(numImages),
  'vg-refiner': () => new VgRefinerReader(),
  'vrag-rl': () => new VragReader(),
  boxed: () => new BoxedReader(),
  'pixel-reasoner': (context) => new PixelReader(context),
  judge: () => new JudgeReader(),
  'quality-judge': () => new QualityReader(),
};

/** Creates a reader for the structured parts of one trajectory; null if its dialect has none. */
export function readerFor(context: ParseContext): PartReader | null {
  return READERS[context.dialect]?.(context) ?? null;
}
