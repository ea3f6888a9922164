import fs from 'node:fs/promises';
import { PageTraceError } from '../../../core/errors.ts';
import { RunColumns } from '../../../core/summary/runColumns.ts';
import { summarize } from '../../../core/summary/summarize.ts';
import { expandInputs } from '../../../runs/reading/expandInputs.ts';
import type { InputOptions } from '../../../runs/reading/inputs.ts';
import { readArguments, refuseWithout, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { inputOptions, readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { loadProfile, profileChoice } from '../../arguments/profileOption.ts';
import { readScoringOptions, scoringOptions } from '../../arguments/scoringOptions.ts';
import { RUNS_USAGE } from '../../arguments/verbUsage.ts';
import { checkGrounding } from '../../grounding/checkGrounding.ts';
import { groundingOptions } from '../../grounding/groundingOptions.ts';
import { csvLine } from '../../../core/csv.ts';
import { readFiles } from '../../output/outputFile.ts';
import { writeSamples, writingSignal } from '../../output/writeSamples.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { filterOption } from '../stats/filterOption.ts';
import { alertOptions, alertsJson, readAlertsOff } from './alertsOption.ts';
import { ClaimsOfSamples } from './claimsOfSamples.ts';
import { KeptRows } from './keptRows.ts';
import { latencyOptions, LatencyReport } from './latencyOption.ts';
import { measureOptions, readMeasureOptions } from './measures/measureOptions.ts';
import { measuresOutput } from './measures/measuresOutput.ts';
import { expandOthers, readOther } from './measures/otherRuns.ts';
import { RunMeasures } from './measures/runMeasures.ts';
import { RecordCounter } from './recordCounter.ts';
import { RowChoice } from './rowsOption.ts';
import { RunReader, type RunItem } from './runReader.ts';
import { csvRow, jsonLine, runsOutput } from './rowsOutput.ts';
import { groupListJson, ROW_KEYS, rowJson, runJson } from './runsJson.ts';
import { ToolsReport, toolsOptions } from './toolsOption.ts';
import { readWatching, watchOptions, watchRun } from './watch/watchRun.ts';
import { WhereFilter } from './whereOption.ts';

const options = {
  ...inputOptions,
  ...scoringOptions,
  groups: { type: 'boolean' },
  'across-steps': { type: 'boolean' },
  filter: { type: 'string' },
  rows: { type: 'string' },
  where: { type: 'string' },
  ground: { type: 'boolean' },
  ...groundingOptions,
  ...measureOptions,
  ...toolsOptions,
  ...latencyOptions,
  ...alertOptions,
  ...watchOptions,
  format: { type: 'string' },
} as const;

type Json = Readonly<Record<string, unknown>>;

/**
 * `pagetrace runs`: what files of records hold: their records, samples, groups, numbers, tools and findings.
 * @throws PageTraceError for wrong arguments, and for an output that cannot be written
 */
export async function runs(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(joinRows(args), options);
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(RUNS_USAGE);
    return CLEAN;
  }
  const paths = requireFiles('runs', positionals);
  const watching = readWatching(values);
  const { files, leftOut } = await expandInputs(paths);
  const request = readMeasureOptions(values);
  const format = wordOption(
    'format',
    request === null ? values.format : undefined,
    ['table', 'json', 'jsonl', 'csv', 'markdown'],
    'table',
  );
  const scoring = readScoringOptions(values, null);
  const filter = filterOption(values.filter);
  const acrossSteps = values['across-steps'] === true;
  const isGrounded = values.ground === true;
  refuseWithout({ ...values }, 'ground', Object.keys(groundingOptions), { hint: 'Search the pages' });
  await checkGrounding(values);
  const filterRows = (): WhereFilter | null =>
    values.where === undefined
      ? null
      : new WhereFilter(values.where, isGrounded ? 'searched' : 'with-ground');
  const where = filterRows();
  if (request !== null) reportIdle(values, '--metrics, --compare and --compare-by', ['filter'], terminal);
  if (request !== null && (request.others.length > 1 || (request.sides?.values.length ?? 0) > 2))
    reportIdle(values, 'more than two runs', ['measure'], terminal);
  const latency = LatencyReport.read(
    values,
    ['metrics', 'compare', 'compare-by', 'tools', 'watch'],
    terminal,
  );
  const alertsOff = readAlertsOff(values);
  const named = [
    values.references,
    values.verdicts,
    values.profile,
    ...(values.document ?? []),
    ...(request?.others ?? []),
  ];
  const apart = { read: readFiles(files, named), out: values.out };
  const tools = await ToolsReport.read(values, request, apart, terminal);
  const kept =
    values.rows === undefined || tools !== null ? null : new KeptRows<Json>(new RowChoice(values.rows));
  const profile = values.profile === undefined ? null : await loadProfile(values.profile);
  const given = await readInputOptions(values, context);
  if (leftOut.length > 0) given.notice({ kind: 'left-out', leftOut });
  const others = await expandOthers(request?.others ?? [], given);
  const claims = isGrounded ? new ClaimsOfSamples(values, context) : null;

  const compared = profile === null ? 'score' : 'reward';
  const choose = () => (profile === null ? null : profileChoice(profile, context));
  if (watching !== null) {
    const scored = { choice: choose(), options: scoring, python: null };
    return watchRun({ paths, inputs: given, scoring: scored, compared, alertsOff }, watching, context);
  }
  const columns = new RunColumns();
  const counter = new RecordCounter();
  const inputs: InputOptions = {
    ...given,
    notice: (notice) => {
      if (notice.kind === 'joined') counter.addJoined();
      else given.notice(notice);
    },
  };
  const unreadable = new Problems(terminal);
  const signal = writingSignal(values.out, context);
  const readerOf = (of: readonly string[], reading: InputOptions, filtered: WhereFilter | null): RunReader =>
    new RunReader({
      files: of,
      inputs: reading,
      choice: choose(),
      scoring,
      claims,
      where: filtered,
      acrossSteps,
      compared,
      signal,
    });
  const reader = readerOf(files, inputs, where);
  const measures = request === null ? null : new RunMeasures(request, positionals);
  /** Records without a sample that a filter leaves. */
  let withoutSample = 0;
  /** The runs that it is compared with of which something could not be read. */
  const unreadOthers: string[] = [];
  const allFields = new Set<string>();
  const isLines = format === 'jsonl' || format === 'csv';
  const lineOf = format === 'csv' ? csvRow : jsonLine;
  const isEachRow =
    isLines &&
    kept === null &&
    values.groups !== true &&
    measures === null &&
    tools === null &&
    latency === null;

  const write = (items: readonly RunItem[]): string => {
    let text = '';
    for (const each of items) {
      if ('problem' in each) {
        counter.add(each);
        unreadable.add(each.place, each.problem);
        if (reader.findsProblem(each)) withoutSample += 1;
        continue;
      }
      const { item, facts } = each;
      const { place, sample } = item;
      counter.add(item);
      if (where !== null) for (const name of facts.fields.keys()) allFields.add(name);
      if (!reader.keeps(each)) continue;
      const row = columns.add(facts);
      tools?.add(row, sample.response, facts.tools, place);
      measures?.add(each);
      latency?.add(sample);
      kept?.add(() => rowJson(place, sample, facts));
      if (isEachRow) text += lineOf(rowJson(place, sample, facts));
    }
    return text;
  };
  const tail = async function* (): AsyncGenerator<string> {
    const records = counter.counts(files.length, await sizeOf(files));
    const summary = summarize(columns, { compared, acrossSteps, filter });
    const run = runJson(records, summary, {
      profile: profile?.name ?? null,
      samples: reader.samples,
      matched: summary.samples + withoutSample,
      isGrounded,
      // Samples that were chosen differ from the others in just what an alert is about.
      alerts: where === null ? alertsJson(columns, compared, alertsOff) : null,
    });
    const pool = (await tools?.describe(columns, compared, terminal)) ?? null;
    if (request !== null && measures !== null) {
      for (const { input, files: own } of others) {
        const other = readerOf(own, given, filterRows());
        if (await readOther(other, measures.addOther(input), unreadable)) continue;
        if (other.samples === 0) throw nothingToCompare(input, unreadable);
        unreadOthers.push(input);
      }
      if (others.length > 0 && reader.samples === 0 && counter.hasFaults)
        throw nothingToCompare(positionals.join(', '), unreadable);
      const measured = measures.measure();
      const comparison = measured.compared?.runs.comparison;
      if (comparison?.matched === 0 && comparison.base.samples > 0 && comparison.run.samples > 0)
        terminal.say(
          'The runs share no question. Name the key of their ids with --field id=KEY or that of their questions with --field prompt=KEY, or choose another --where.',
        );
      yield* measuresOutput(request.format, measured, { ...run, ...pool?.json() });
      if (pool !== null) yield pool.section(request.format);
      return;
    }
    if (pool !== null) {
      yield* pool.output(format);
      return;
    }
    if (latency !== null) {
      yield* latency.output(format);
      return;
    }
    yield* runsOutput(format, {
      run,
      groups: values.groups === true ? groupListJson(columns, compared, acrossSteps) : null,
      rows: kept?.rows() ?? null,
    });
  };

  try {
    await writeSamples(
      {
        files,
        alsoRead: [
          values.references,
          values.verdicts,
          values.profile,
          ...(values.document ?? []),
          ...others.flatMap(({ files: own }) => own),
        ],
        portions: reader.portions(),
        out: values.out,
        done: 'Read',
        head: isEachRow && format === 'csv' ? csvLine(ROW_KEYS) : '',
        portion: write,
        tail,
      },
      context,
    );
  } finally {
    kept?.dispose();
    await claims?.close();
  }
  unreadable.end();
  claims?.end();
  for (const sentence of where?.unseenFields([...allFields], values.profile !== undefined) ?? [])
    terminal.say(sentence);
  if (measures !== null && reader.samples > 0 && columns.rows === 0)
    terminal.say('No sample matches the filter.');
  for (const sentence of measures?.unseen() ?? []) terminal.say(sentence);
  const untimed = latency?.missing() ?? null;
  if (untimed !== null) terminal.say(untimed);
  const beyond = kept?.beyond() ?? null;
  if (beyond !== null) terminal.say(beyond);
  return counter.hasFaults || unreadOthers.length > 0 ? UNUSABLE : CLEAN;
}

/** Why there is no comparison with files of which no sample could be read. */
function nothingToCompare(input: string, unreadable: Problems): PageTraceError {
  unreadable.end();
  return new PageTraceError('bad-input', `No sample of ${input} can be read, so that nothing is compared.`, {
    hint: 'Name another file, or mend this one.',
  });
}

/** `--rows -1` as `--rows=-1`: what begins with a dash is otherwise taken for an option. */
function joinRows(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--rows');
  const rows = args[at + 1] ?? '';
  return at === -1 || !/^-\d/.test(rows)
    ? args
    : [...args.slice(0, at), `--rows=${rows}`, ...args.slice(at + 2)];
}

/** The sizes of files together, in bytes; standard input, a folder that cannot be read and what is gone count 0. */
async function sizeOf(files: readonly string[]): Promise<number> {
  let sum = 0;
  for (const file of files) {
    const stats = file === '-' ? null : await fs.stat(file).catch(() => null);
    if (stats?.isDirectory() === false) sum += stats.size;
  }
  return sum;
}
