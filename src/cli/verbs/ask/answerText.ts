import { tokenCount } from '../../../core/tokenCount.ts';
import type { ScoreSoFar } from '../../../core/rewards/explanation/soFar.ts';
import { eitherWay } from '../../../core/rewards/explanation/wording.ts';
import type { Component, Score } from '../../../core/rewards/model.ts';
import type { KeptImage } from '../../../asking/model.ts';
import { formatPageRanges } from '../../../core/records/pageRanges.ts';
import { READ_FROM_NAMES } from '../../../core/records/readFrom.ts';
import type { SampleReport } from '../../../inference/model.ts';

/** What is known about a sample, on one line: tokens, times, why it ended. */
export function sampleLine(report: SampleReport, sample: number | null): string {
  const { tokens, tokensEstimated, firstTokenAfter, lastTokenAfter, tokensPerSecond, finishReason } = report;
  const parts = [
    ...(tokens === null ? [] : [tokenCount(tokens, tokensEstimated)]),
    ...(firstTokenAfter === null ? [] : [`the first after ${seconds(firstTokenAfter)}`]),
    ...(lastTokenAfter === null ? [] : [`the last after ${seconds(lastTokenAfter)}`]),
    ...(tokensPerSecond === null ? [] : [`${tokensPerSecond.toFixed(1)} tokens/s`]),
    finishReason === null ? 'not finished' : `finished: ${finishReason}`,
  ];
  return `${sample === null ? '' : `sample ${sample}: `}${parts.join(', ')}`;
}

/** What the offline reader read of each image, on one line; null for a model, which sees the images. */
export function readFromLine(images: readonly KeptImage[]): string | null {
  const parts = (['text-layer', 'ocr'] as const).flatMap((from) => {
    const read = images.filter(({ readFrom }) => readFrom === from).map(({ image }) => image);
    const noun = read.length === 1 ? 'image' : 'images';
    return read.length === 0 ? [] : [`${READ_FROM_NAMES[from]}: ${noun} ${formatPageRanges(read)}`];
  });
  return parts.length === 0 ? null : parts.join('; ');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** A score as lines for a terminal: the number, each component, each deduction with its reason. */
export function scoreLines(score: Score): readonly string[] {
  const lines = [`reward (${score.profile}): ${overallOf(score)}`];
  for (const component of score.components) {
    lines.push(`  ${component.title}: ${paidOf(component, score)}`);
    for (const entry of component.entries) lines.push(`    ${entry.paid} ${entry.reason}`);
  }
  for (const entry of score.adjustments) lines.push(`  ${entry.paid} ${entry.reason}`);
  for (const note of score.notes) lines.push(`  note: ${note.message}`);
  return lines;
}

/**
 * What is known of the reward of a response that is not complete, as lines for a terminal: what it can still become, and
 * what is lost for good.
 */
export function soFarLines(profile: string, { components, most }: ScoreSoFar): readonly string[] {
  const lost = components.flatMap(({ entries }) => entries);
  return [
    `reward so far (${profile}): at most ${most}, the response is not complete`,
    ...lost.map(({ paid, reason }) => `  ${paid} ${reason}`),
  ];
}

function paidOf({ paid, most }: Component, { ifWrong }: Score): string {
  if (paid !== null) return `${paid} of ${most}`;
  return ifWrong === null ? `not known, up to ${most}` : eitherWay('0', most);
}

function overallOf({ overall, ifWrong, ifRight, between, raises, needs }: Score): string {
  if (overall !== null) return String(overall);
  if (raises !== null) return `${raises.name} (${raises.reason})`;
  if (between !== undefined) return `${between[0]} to ${between[1]} (not known without ${needs.join(', ')})`;
  if (ifWrong === null || ifRight === null) return `not known without ${needs.join(', ')}`;
  return eitherWay(String(ifWrong), String(ifRight));
}
