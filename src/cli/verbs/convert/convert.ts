import { PageTraceError } from '../../../core/errors.ts';
import type { FieldMap } from '../../../core/records/fieldMap.ts';
import { LossCounts } from '../../../core/records/writing/losses.ts';
import { expandInputs } from '../../../runs/reading/expandInputs.ts';
import type { InputOptions } from '../../../runs/reading/inputs.ts';
import { scorePortions, type ScoredItem } from '../../../runs/scoring/scorer.ts';
import { readArguments, refuseWithout, reportIdle } from '../../arguments/arguments.ts';
import { inputOptions, readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { loadProfile, profileChoice } from '../../arguments/profileOption.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { readScoringOptions, scoringOptions } from '../../arguments/scoringOptions.ts';
import { CONVERT_USAGE } from '../../arguments/verbUsage.ts';
import { readFiles, requireApart, requireOutside } from '../../output/outputFile.ts';
import { writingSignal } from '../../output/writeSamples.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { FilesReadTwice } from '../runs/readTwice.ts';
import { RecordCounter } from '../runs/recordCounter.ts';
import { WhereFilter } from '../runs/whereOption.ts';
import { ChosenSamples } from './chosenSamples.ts';
import { conversionJson, conversionText } from './convertReport.ts';
import { openLines, openPackedLines, openParquet, type RowSink } from './rowSinks.ts';
import { formWriter, keptWriter, trajectoryWriter, type SampleWriter } from './sampleWriters.ts';
import { readTarget, type Target } from './target.ts';
import { TrajectoryFolder } from './trajectoryFolder.ts';
import { wholeText } from '../../output/numbers.ts';

const options = {
  ...inputOptions,
  ...scoringOptions,
  to: { type: 'string' },
  where: { type: 'string' },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/**
 * `pagetrace convert`: the samples of files in another form, and what that form has no place for.
 * @throws PageTraceError for wrong arguments, and for an output that cannot be written; `cancelled`
 */
export async function convert(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(CONVERT_USAGE);
    return CLEAN;
  }
  const named = requireFiles('convert', positionals);
  const target = await readTarget(values.to, values.out);
  refuseWithout(values, 'out', ['json'], { hint: 'Name a file' });
  if (target.container !== 'folder') reportIdle(values, `--to ${target.name}`, ['force'], terminal);
  if (values.where === undefined)
    reportIdle(values, 'no --where', ['profile', 'judge', 'num-images'], terminal);
  const { files, leftOut } = await expandInputs(named);
  const where = values.where === undefined ? null : new WhereFilter(values.where, 'never');
  const twice = where?.needsGroups === true ? new FilesReadTwice(files) : null;
  await twice?.requireReadable();
  const profile = values.profile === undefined ? null : await loadProfile(values.profile);
  const scoring = {
    choice: profile === null || where === null ? null : profileChoice(profile, context),
    options: readScoringOptions(values, null),
    python: null,
  };
  const chosen = where === null ? null : new ChosenSamples(where, profile === null ? 'score' : 'reward');
  const given = await readInputOptions(values, context);
  if (leftOut.length > 0) given.notice({ kind: 'left-out', leftOut });
  if (values.out !== undefined) {
    const read = readFiles([...named, ...files], [values.references, values.verdicts, values.profile]);
    await requireApart([values.out], read);
    if (target.container === 'folder') await requireOutside(values.out, read);
  }

  const counter = new RecordCounter();
  const inputs: InputOptions = {
    ...given,
    notice: (notice) => {
      if (notice.kind === 'joined') counter.addJoined();
      else given.notice(notice);
    },
  };
  const signal = writingSignal(values.out, context);
  const portions = (reading: InputOptions): AsyncGenerator<readonly ScoredItem[]> =>
    scorePortions(readSamples(files, reading), scoring, signal);
  await chosen?.prepare(() => portions({ ...inputs, notice: () => undefined }));
  await twice?.requireUnchanged();

  const unreadable = new Problems(terminal);
  const losses = new LossCounts();
  let samples = 0;
  let written = 0;
  const writer = await openWriter(target, values, { fields: given.fields, losses, signal, context });
  try {
    for await (const items of portions(inputs)) {
      chosen?.look(items);
      for (const item of items) {
        counter.add(item);
        if ('problem' in item) {
          unreadable.add(item.place, item.problem);
          continue;
        }
        samples += 1;
        if (chosen?.matches(item) === false) continue;
        await writer.add(item);
        written += 1;
      }
      await writer.flush();
      terminal.count(`Converted ${wholeText(written)}`);
      requireGoing(signal, values.out);
    }
    requireGoing(signal, values.out);
    await writer.close();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
  unreadable.end();
  const conversion = {
    to: target.name,
    title: target.title,
    container: target.container === 'packed-jsonl' ? 'jsonl' : target.container,
    out: values.out ?? null,
    records: counter.counts(files.length, 0),
    samples,
    written,
    losses,
  } as const;
  for (const line of conversionText(conversion)) terminal.say(line);
  for (const sentence of chosen?.unseenFields() ?? []) terminal.say(sentence);
  if (values.json === true) terminal.out(`${JSON.stringify(conversionJson(conversion), null, 2)}\n`);
  return counter.hasFaults ? UNUSABLE : CLEAN;
}

interface WriterOptions {
  readonly fields: FieldMap;
  readonly losses: LossCounts;
  readonly signal: AbortSignal;
  readonly context: VerbContext;
}

async function openWriter(
  target: Target,
  { out, force }: { readonly out?: string | undefined; readonly force?: boolean | undefined },
  options: WriterOptions,
): Promise<SampleWriter> {
  const { fields, losses } = options;
  const { form, container } = target;
  if (form === 'trajectory')
    return trajectoryWriter(await TrajectoryFolder.open(out ?? '', force === true), losses, fields);
  const sink = await openRows(target, out, options);
  return form === 'kept'
    ? keptWriter(sink, losses, container === 'parquet')
    : formWriter(form, sink, losses, fields);
}

async function openRows(
  { form, container }: Target,
  out: string | undefined,
  { losses, signal, context }: WriterOptions,
): Promise<RowSink> {
  if (out === undefined || container === 'jsonl') return openLines(out, context.terminal, signal);
  if (container === 'packed-jsonl') return openPackedLines(out);
  return openParquet(out, {
    measures: typeof form === 'string' ? ['score', 'iou', 'tool_iou', 'response_length'] : form.measures,
    malformed: (name) => {
      losses.addChange(name, 'lone-surrogates');
    },
    nameless: (key) => {
      losses.addLost(key);
    },
    signal,
  });
}

/** @throws PageTraceError `cancelled` */
function requireGoing(signal: AbortSignal, out: string | undefined): void {
  if (!signal.aborted) return;
  throw new PageTraceError(
    'cancelled',
    'It was stopped before its end.',
    out === undefined ? {} : { hint: 'Nothing was written.' },
  );
}
