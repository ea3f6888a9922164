import type { RecordedResponse } from '../../src/core/records/model.ts';
import { formatTrajectoryFile } from '../../src/core/records/trajectoryFile.ts';
import { UNKNOWN_CONTEXT, type ScoreContext } from '../../src/core/rewards/model.ts';
import { DIALECT_NAMES } from '../../src/core/trajectory/dialects/names.ts';
import type { DialectName } from '../../src/core/trajectory/model.ts';
import { BOXES, CONTEXTS } from './contexts.ts';
import { preparedQuestion } from '../unit/asking/build.ts';
import { GOOD_TEXTS } from '../unit/trajectory/dialectTexts.ts';

/** A response in a dialect, and everything else that rewards depend on. */
export interface Trajectory extends ScoreContext {
  readonly dialect: DialectName;
  readonly response: string;
}

const GOOD: readonly Trajectory[] = DIALECT_NAMES.flatMap((dialect) =>
  CONTEXTS.map((known) => ({ ...known, dialect, response: GOOD_TEXTS[dialect] })),
);

const refiner = GOOD_TEXTS['vg-refiner'];

/** Trajectories of every dialect, in which everything that a reward can depend on is known, unknown or empty. */
export const TRAJECTORIES: readonly Trajectory[] = [
  ...GOOD,
  // The other tool has not answered, has answered nothing, or has answered twice.
  ...[
    refiner.replace(/<tool>[^]*<\/tool>\n/, ''),
    refiner.replace(/<tool>[^]*<\/tool>/, '<tool></tool>'),
    refiner.replace('<rethink>', '<tool>[]</tool><rethink>'),
    refiner.slice(0, refiner.indexOf('</tool>')),
  ].flatMap((response) => CONTEXTS.map((known) => ({ ...known, dialect: 'vg-refiner' as const, response }))),
  // Lang2Act's own tools are not answers of another tool.
  { ...UNKNOWN_CONTEXT, dialect: 'lang2act', response: `${GOOD_TEXTS.lang2act}<tool>${BOXES}</tool>` },
];

/**
 * The context that a reward must receive, computed independently: only VG-Refiner's environment writes another tool's
 * answer into the response.
 */
export function expectedContext({ response, dialect, ...context }: Trajectory): ScoreContext {
  const written = dialect === 'vg-refiner' ? (/<tool>([^]*?)<\/tool>/.exec(response)?.[1] ?? null) : null;
  return { ...context, toolResults: context.toolResults ?? written };
}

/** The trajectory as a line of a file of records, without the keys that are unknown. */
export function recordOf(trajectory: Trajectory): Readonly<Record<string, unknown>> {
  const { response, question, reference, numImages, toolResults, responseLength, retrieval, verdict } =
    trajectory;
  const record = {
    response,
    question,
    ground_truth: reference,
    num_images: numImages,
    tool_results: toolResults,
    response_length: responseLength,
    retrieved_images: retrieval?.images ?? null,
    file_name: retrieval?.fileName ?? null,
    reference_page: retrieval?.pages ?? null,
    verdict: verdict === 'unknown' ? null : verdict === 'right',
  };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** The trajectory as the text of a trajectory file. */
export function fileOf(trajectory: Trajectory): string {
  const { info, response } = recordedResponse(trajectory);
  return formatTrajectoryFile(info, response);
}

/** What a trajectory file, an asked question and an inspector hold of a trajectory under the same names. */
export function sharedFields({ question, reference, toolResults, retrieval, dialect }: Trajectory) {
  return { question, reference, toolResults, retrieval, dialect };
}

/** The trajectory as a trajectory file or an asked question holds it. */
export function recordedResponse(trajectory: Trajectory): RecordedResponse {
  const { response, numImages, responseLength, verdict } = trajectory;
  const { info } = preparedQuestion();
  return {
    response,
    info: {
      ...info,
      ...sharedFields(trajectory),
      responseLength,
      verdict,
      images: Array.from({ length: numImages ?? 0 }, (_, index) => ({
        image: index + 1,
        document: 0,
        page: index + 1,
      })),
    },
  };
}
