import { visibleText } from '../../../core/visibleText.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { scorePortions, type ScoredItem } from '../../../runs/scoring/scorer.ts';
import { StatisticsCollector } from '../../../runs/statistics/runStatistics.ts';
import { readArguments, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { inputOptions, readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { loadProfile, profileChoice } from '../../arguments/profileOption.ts';
import { readScoringOptions, scoringOptions } from '../../arguments/scoringOptions.ts';
import { STATS_USAGE } from '../../arguments/verbUsage.ts';
import { writeSamples, writingSignal } from '../../output/writeSamples.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import {
  namesPythonReward,
  ONLY_WITH_PYTHON,
  openPythonScorer,
  pythonFiles,
  pythonOptions,
} from '../score/pythonOptions.ts';
import { filterOption } from './filterOption.ts';
import { readGroupKey } from './groupKeyOption.ts';
import { factsJson, groupJson, statisticsJson, stepJson } from './statsJson.ts';
import { statsText } from './statsText.ts';

const options = {
  ...inputOptions,
  ...pythonOptions,
  ...scoringOptions,
  key: { type: 'string' },
  filter: { type: 'string' },
  by: { type: 'string' },
  groups: { type: 'boolean' },
  each: { type: 'boolean' },
  format: { type: 'string' },
} as const;

/**
 * `pagetrace stats`: statistics of many samples: reported fields, format, deductions, tools, groups, answers,
 * refinements.
 * @throws PageTraceError for wrong arguments, and for an output that cannot be written
 */
export async function stats(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(STATS_USAGE);
    return CLEAN;
  }
  const files = requireFiles('stats', positionals);
  const hasPython = namesPythonReward(values);
  const bySteps = wordOption('by', values.by, ['step'], null) !== null;
  const eachRecord = values.each === true && !bySteps;
  if (eachRecord) reportIdle(values, '--each', WITHOUT_SCORES, terminal);
  else if (values.each === true) reportIdle(values, '--each', ['groups', 'format'], terminal);
  if (values.profile === 'none')
    reportIdle(values, '--profile none', hasPython ? ['judge'] : ['judge', 'num-images'], terminal);
  const scoring = readScoringOptions(values, null);
  const format = wordOption('format', values.format, ['table', 'json'], 'table');
  const filter = filterOption(values.filter);
  const profile =
    values.profile === undefined
      ? null
      : values.profile === 'none'
        ? 'none'
        : await loadProfile(values.profile);
  const groupField = readGroupKey(values.key, profile, hasPython);
  const choice = profile === 'none' || eachRecord ? null : profileChoice(profile, context);
  const inputs = await readInputOptions(values, context);
  const python = eachRecord ? null : await openPythonScorer(values, 'everything', context);
  const scores = choice !== null || python !== null;
  const collector = new StatisticsCollector({ groupField, filter, bySteps, scores });
  const unreadable = new Problems(terminal);

  const write = (items: readonly ScoredItem[]): string => {
    const facts = collector.add(items);
    for (const fact of facts) if (fact.kind === 'unreadable') unreadable.add(fact.place, fact.problem);
    return eachRecord ? jsonLines(facts.map((fact) => factsJson(fact, filter))) : '';
  };
  const tail = (): string => {
    if (eachRecord) return '';
    const statistics = collector.statistics();
    context.results?.whole(statisticsJson(statistics));
    if (values.each === true) return jsonLines(statistics.steps.map(stepJson));
    const groups = values.groups === true ? Array.from(collector.groups(), groupJson) : null;
    return format === 'json'
      ? `${JSON.stringify({ ...statisticsJson(statistics), ...(groups === null ? {} : { group_list: groups }) }, null, 2)}\n`
      : visibleText(statsText(statistics, groups ?? []));
  };

  const signal = writingSignal(values.out, context);
  try {
    await writeSamples(
      {
        files,
        alsoRead: [...pythonFiles(values), python?.file, values.references, values.verdicts, values.profile],
        portions: scorePortions(readSamples(files, inputs), { choice, options: scoring, python }, signal),
        out: values.out,
        done: 'Read',
        head: '',
        portion: write,
        tail: () => [tail()],
      },
      context,
    );
  } finally {
    await python?.close();
  }
  unreadable.end();
  const isKeyMissing = values.key !== undefined && collector.isGroupFieldMissing;
  if (isKeyMissing) terminal.say(`No record has the field "${values.key ?? ''}" that --key names.`);
  const areStepsMissing = bySteps && collector.areStepsMissing;
  if (areStepsMissing) terminal.say(NO_STEPS);
  return unreadable.count > 0 || isKeyMissing || areStepsMissing ? UNUSABLE : CLEAN;
}

/** Options without effect if each record gets its own metrics, which no reward is part of. */
const WITHOUT_SCORES = [
  'groups',
  'key',
  'format',
  'profile',
  'judge',
  'num-images',
  'python',
  'config',
  ...ONLY_WITH_PYTHON,
];

const NO_STEPS =
  'No record belongs to a training step: none has the key "step", and no file is named like 10.jsonl. Name another key with --field step=KEY.';

function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
