import fs from 'node:fs/promises';
import type { FilterSubject } from '../../../core/filter/model.ts';
import { GroupNumbers } from '../../../core/summary/groupNumbers.ts';
import { RunColumns } from '../../../core/summary/runColumns.ts';
import { withClaims, type SampleFacts } from '../../../core/summary/sampleFacts.ts';
import { summarize } from '../../../core/summary/summarize.ts';
import { DialectChoice } from '../../../runs/choosing/dialectChoice.ts';
import { expandInputs } from '../../../runs/reading/expandInputs.ts';
import type { InputOptions } from '../../../runs/reading/inputs.ts';
import { problemSubject, sampleSubject } from '../../../runs/scoring/filterSubjects.ts';
import { readFacts } from '../../../runs/scoring/sampleFacts.ts';
import { scorePortions, type ScoredItem, type ScoredSample } from '../../../runs/scoring/scorer.ts';
import { readArguments, refuseWithout, wordOption } from '../../arguments/arguments.ts';
import { inputOptions, readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { loadProfile, profileChoice } from '../../arguments/profileOption.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { readScoringOptions, scoringOptions } from '../../arguments/scoringOptions.ts';
import { RUNS_USAGE } from '../../arguments/verbUsage.ts';
import { checkGrounding } from '../../grounding/checkGrounding.ts';
import { groundingOptions } from '../../grounding/groundingOptions.ts';
import { csvLine } from '../../../core/csv.ts';
import { writeSamples, writingSignal } from '../../output/writeSamples.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { filterOption } from '../stats/filterOption.ts';
import { ClaimsOfSamples } from './claimsOfSamples.ts';
import { KeptRows } from './keptRows.ts';
import { readColumns } from './readColumns.ts';
import { RecordCounter } from './recordCounter.ts';
import { FilesReadTwice } from './readTwice.ts';
import { RowChoice } from './rowsOption.ts';
import { csvRow, jsonLine, runsOutput } from './rowsOutput.ts';
import { groupListJson, ROW_KEYS, rowJson, runJson } from './runsJson.ts';
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
  format: { type: 'string' },
} as const;

type Json = Readonly<Record<string, unknown>>;

/** A sample with what is known of it, and its number among all samples. */
interface RunSample {
  readonly item: ScoredSample;
  readonly facts: SampleFacts;
  readonly row: number;
}

/** A sample, or why there is none. */
type RunItem = RunSample | Extract<ScoredItem, { readonly problem: string }>;

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
  const { files, leftOut } = await expandInputs(requireFiles('runs', positionals));
  const format = wordOption('format', values.format, ['table', 'json', 'jsonl', 'csv', 'markdown'], 'table');
  const scoring = readScoringOptions(values, null);
  const filter = filterOption(values.filter);
  const acrossSteps = values['across-steps'] === true;
  const isGrounded = values.ground === true;
  refuseWithout({ ...values }, 'ground', Object.keys(groundingOptions), { hint: 'Search the pages' });
  await checkGrounding(values);
  const where =
    values.where === undefined
      ? null
      : new WhereFilter(values.where, isGrounded ? 'searched' : 'with-ground');
  const twice = where?.needsGroups === true ? new FilesReadTwice(files) : null;
  await twice?.requireReadable();
  const kept = values.rows === undefined ? null : new KeptRows<Json>(new RowChoice(values.rows));
  const profile = values.profile === undefined ? null : await loadProfile(values.profile);
  const choice = profile === null ? null : profileChoice(profile, terminal.say);
  const given = await readInputOptions(values, context);
  if (leftOut.length > 0) given.notice({ kind: 'left-out', leftOut });
  const claims = isGrounded ? new ClaimsOfSamples(values, context) : null;

  const compared = profile === null ? 'score' : 'reward';
  const columns = new RunColumns();
  const counter = new RecordCounter();
  const inputs: InputOptions = {
    ...given,
    notice: (notice) => {
      if (notice.kind === 'joined') counter.addJoined();
      else given.notice(notice);
    },
  };
  const dialects = new DialectChoice();
  const unreadable = new Problems(terminal);
  const signal = writingSignal(values.out, context);
  const portionsOf = (given: InputOptions): AsyncGenerator<readonly ScoredItem[]> =>
    scorePortions(
      readSamples(files, given),
      {
        choice,
        options: scoring,
        python: null,
        ...(claims === null ? {} : { ground: (item) => claims.ground(item, signal) }),
      },
      signal,
    );
  /** The groups of all samples, if the filter asks for them. */
  let groupsOfAll: GroupNumbers | null = null;
  let samples = 0;
  /** Records without a sample that a filter leaves. */
  let withoutSample = 0;
  const allFields = new Set<string>();
  const isLines = format === 'jsonl' || format === 'csv';
  const lineOf = format === 'csv' ? csvRow : jsonLine;
  const isEachRow = isLines && kept === null && values.groups !== true;

  const subjectOf = ({ item, facts, row }: RunSample): FilterSubject => {
    const group = (field: string): number | string | null => groupsOfAll?.of(row, field) ?? null;
    return sampleSubject(item.sample, facts, { file: item.place.file, group });
  };
  /** What is known of the items of a portion; claims are looked for only of samples that the filter may leave. */
  const describe = async (items: readonly ScoredItem[]): Promise<readonly RunItem[]> => {
    dialects.look(items);
    const described = items.map((item): RunItem => {
      if ('problem' in item) return item;
      const facts = readFacts(item.sample, dialects.of(item.place.file, item.sample), item.score);
      return { item, facts, row: samples++ };
    });
    if (claims === null) return described;
    const searched = described.filter((each) => 'item' in each && where?.mayMatch(subjectOf(each)) !== false);
    const found = await claims.find(
      searched.flatMap((each) => ('item' in each ? [each.item] : [])),
      signal,
    );
    return described.map((each) => {
      const own = 'item' in each ? found.get(each.item) : undefined;
      return 'item' in each && own !== undefined ? { ...each, facts: withClaims(each.facts, own) } : each;
    });
  };
  const write = (items: readonly RunItem[]): string => {
    let text = '';
    for (const each of items) {
      if ('problem' in each) {
        counter.add(each);
        unreadable.add(each.place, each.problem);
        // A file that cannot be read is no row.
        if (
          each.reason !== undefined &&
          where?.matches(problemSubject(each.place.file, each.reason)) === true
        )
          withoutSample += 1;
        continue;
      }
      const { item, facts } = each;
      const { place, sample } = item;
      counter.add(item);
      if (where !== null) for (const name of facts.fields.keys()) allFields.add(name);
      if (where?.matches(subjectOf(each)) === false) continue;
      columns.add(facts);
      kept?.add(() => rowJson(place, sample, facts));
      if (isEachRow) text += lineOf(rowJson(place, sample, facts));
    }
    return text;
  };
  const tail = async function* (): AsyncGenerator<string> {
    const records = counter.counts(files.length, await sizeOf(files));
    const summary = summarize(columns, { compared, acrossSteps, filter });
    yield* runsOutput(format, {
      run: runJson(records, summary, {
        profile: profile?.name ?? null,
        samples,
        matched: summary.samples + withoutSample,
        isGrounded,
      }),
      groups: values.groups === true ? groupListJson(columns, compared, acrossSteps) : null,
      rows: kept?.rows() ?? null,
    });
  };

  /** Portions of all samples; before them, all are read once if the filter needs their groups. */
  const portions = async function* (): AsyncGenerator<readonly RunItem[]> {
    if (twice !== null) {
      const all = await readColumns(portionsOf({ ...inputs, notice: () => undefined }));
      groupsOfAll = new GroupNumbers(all, { acrossSteps, compared });
      await twice.requireUnchanged();
    }
    for await (const items of portionsOf(inputs)) yield await describe(items);
  };
  try {
    await writeSamples(
      {
        files,
        alsoRead: [values.references, values.profile, ...(values.document ?? [])],
        portions: portions(),
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
  for (const sentence of where?.unseenFields([...allFields]) ?? []) terminal.say(sentence);
  const beyond = kept?.beyond() ?? null;
  if (beyond !== null) terminal.say(beyond);
  return counter.hasFaults ? UNUSABLE : CLEAN;
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
