import { asPageTraceError } from '../../../core/errors.ts';
import { claimMark } from '../../../core/grounding/claimMark.ts';
import { CLAIM_MARKS, type ClaimMark, type GroundedClaim } from '../../../core/grounding/model.ts';
import { joinChoices } from '../../../core/joinList.ts';
import { DIALECT_NAMES } from '../../../core/trajectory/dialects/names.ts';
import { visibleText } from '../../../core/visibleText.ts';
import type { InputItem, Place } from '../../../runs/reading/inputs.ts';
import { readArguments, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { inputOptions, readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { GROUND_USAGE } from '../../arguments/verbUsage.ts';
import { countText } from '../../output/numbers.ts';
import { placeJson } from '../../output/json.ts';
import { writeSamples, writingSignal } from '../../output/writeSamples.ts';
import { placeName, Problems } from '../../terminal/problems.ts';
import { SampleNotices } from '../../terminal/sampleNotices.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { errorText } from '../../grounding/errorText.ts';
import { groundingOptions } from '../../grounding/groundingOptions.ts';
import { openGrounder } from '../../grounding/openGrounder.ts';
import { groundingJson } from './groundingJson.ts';
import { groundingText } from './groundingText.ts';
import type { GroundedSample } from '../../../grounding/samples/groundSample.ts';
import type { ReadSample, SampleGrounder } from '../../grounding/groundSample.ts';

const options = {
  ...inputOptions,
  ...groundingOptions,
  dialect: { type: 'string' },
  format: { type: 'string' },
  'fail-on': { type: 'string' },
} as const;

/** A sample with its grounding, or why there is none. */
type Outcome =
  | { readonly item: ReadSample; readonly grounded: GroundedSample }
  | { readonly place: Place; readonly problem: string };

/**
 * `pagetrace ground`: where the claims of trajectories stand on the pages of their documents.
 * @returns the exit status: findings if a claim has a status that `--fail-on` names
 * @throws PageTraceError for wrong arguments, and for an output that cannot be written
 */
export async function ground(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal, results } = context;
  if (values.help === true) {
    terminal.out(GROUND_USAGE);
    return CLEAN;
  }
  const files = requireFiles('ground', positionals);
  reportIdle(values, 'ground', ['references', 'verdicts'], terminal);
  const dialect = wordOption('dialect', values.dialect, DIALECT_NAMES, null);
  const format = wordOption('format', values.format, ['table', 'json', 'jsonl'], 'table');
  const counted = marksOption(values['fail-on']);
  const unusable = new Problems(terminal);
  const notices = new SampleNotices(terminal);
  const signal = writingSignal(values.out, context);
  const { samples, close } = openGrounder(values, dialect, context);
  let found = 0;
  const text = (outcome: Outcome): string => {
    if ('problem' in outcome) {
      unusable.add(outcome.place, outcome.problem);
      const failed = { ...placeJson(outcome.place), error: outcome.problem };
      results?.row(failed);
      return format === 'table' ? '' : json(failed);
    }
    const { item, grounded } = outcome;
    const place = placeName(item.place);
    for (const notice of grounded.notices) notices.add(item.place, notice);
    if (grounded.withoutText.length > 0 && grounded.grounding.claims.some(isUnchecked)) {
      const pages = countText(grounded.withoutText.length, 'sent page has', 'sent pages have');
      const remedy = values.ocr === true ? '' : ' Recognize the text with --ocr.';
      notices.add(item.place, `${pages} no text, so some claims cannot be checked.${remedy}`);
    }
    found += grounded.grounding.claims.filter((claim) => isCounted(claim, counted)).length;
    const row = { ...placeJson(item.place), ...groundingJson(grounded, item.sample) };
    results?.row(row);
    return format === 'table' ? visibleText(groundingText(place, grounded)) : json(row);
  };
  const json = (value: unknown): string => `${JSON.stringify(value, null, format === 'json' ? 2 : 0)}\n`;
  try {
    const portions = readSamples(files, await readInputOptions(values, context));
    await writeSamples(
      {
        files,
        alsoRead: [...(values.document ?? []), values.references, values.verdicts],
        portions: groundPortions(portions, samples, signal),
        out: values.out,
        done: 'Grounded',
        head: '',
        portion: (items) => items.map(text).join(''),
        tail: () => [],
      },
      context,
    );
  } finally {
    await close();
  }
  notices.end();
  unusable.end();
  if (unusable.count > 0) return UNUSABLE;
  return found > 0 ? FINDINGS : CLEAN;
}

/** Grounds samples one by one, so that each is written as soon as it is grounded. */
async function* groundPortions(
  portions: AsyncIterable<readonly InputItem[]>,
  samples: SampleGrounder,
  signal: AbortSignal,
): AsyncGenerator<readonly Outcome[]> {
  for await (const items of portions) {
    for (const item of items) yield [await groundItem(item, samples, signal)];
  }
}

/** @throws PageTraceError `cancelled` */
async function groundItem(item: InputItem, samples: SampleGrounder, signal: AbortSignal): Promise<Outcome> {
  if ('problem' in item) return item;
  try {
    return { item, grounded: await samples.ground(item, signal) };
  } catch (thrown) {
    const error = asPageTraceError(thrown);
    if (error.reason === 'cancelled') throw error;
    return { place: item.place, problem: errorText(error, 'ground') };
  }
}

/** Whether a claim has one of these statuses or marks. A number that is computed correctly has no status that counts. */
function isCounted(claim: GroundedClaim, counted: ReadonlySet<ClaimMark>): boolean {
  const mark = claimMark(claim);
  return counted.has(mark) || (mark === 'computed-wrong' && counted.has(claim.status));
}

function isUnchecked({ status }: GroundedClaim): boolean {
  return status === 'unknown';
}

/**
 * The statuses, or checks of computed numbers, that `--fail-on` names, separated by commas.
 * @throws PageTraceError `bad-input` for another word
 */
function marksOption(value: string | undefined): ReadonlySet<ClaimMark> {
  const words = (value ?? 'never').split(',').map((word) => word.trim());
  if (words.length === 1 && words[0] === 'never') return new Set();
  return new Set(
    words.map((word) => {
      const mark = CLAIM_MARKS.find((each) => each === word);
      if (mark !== undefined) return mark;
      throw new UsageError(
        `--fail-on must be ${joinChoices([...CLAIM_MARKS, 'never'])}, or several of them separated by commas, not "${word}".`,
      );
    }),
  );
}
