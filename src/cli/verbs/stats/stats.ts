import { PageTraceError } from '../../../core/errors.ts';
import { LANG2ACT_FILTER, type OnlineFilter } from '../../../core/groups/advantages.ts';
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
import { readGroupKey } from './groupKeyOption.ts';
import { factsJson, groupJson, statisticsJson } from './statsJson.ts';
import { statsText } from './statsText.ts';

const options = {
  ...inputOptions,
  ...scoringOptions,
  key: { type: 'string' },
  filter: { type: 'string' },
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
  const each = values.each === true;
  if (each) reportIdle(values, '--each', ['groups', 'key', 'format'], context.terminal);
  if (values.profile === 'none')
    reportIdle(values, '--profile none', ['judge', 'num-images'], context.terminal);
  const scoring = readScoringOptions(values, null);
  const format = wordOption('format', values.format, ['table', 'json'], 'table');
  const filter = filterOption(values.filter);
  const profile =
    values.profile === undefined
      ? null
      : values.profile === 'none'
        ? 'none'
        : await loadProfile(values.profile);
  const choice = profile === 'none' ? null : profileChoice(profile, terminal.say);
  const collector = new StatisticsCollector(readGroupKey(values.key, profile), filter);
  const unreadable = new Problems(terminal);

  const write = (items: readonly ScoredItem[]): string => {
    const facts = collector.add(items);
    for (const fact of facts) if (fact.kind === 'unreadable') unreadable.add(fact.place, fact.problem);
    return each ? facts.map((fact) => `${JSON.stringify(factsJson(fact, filter))}\n`).join('') : '';
  };
  const tail = (): string => {
    if (each) return '';
    const summary = statisticsJson(collector.statistics());
    const groups = values.groups === true ? Array.from(collector.groups(), groupJson) : null;
    return format === 'json'
      ? `${JSON.stringify(groups === null ? summary : { ...summary, group_list: groups }, null, 2)}\n`
      : statsText(summary, groups ?? []);
  };

  const inputs = await readInputOptions(values, context);
  const signal = writingSignal(values.out, context);
  await writeSamples(
    {
      files,
      alsoRead: [values.references, values.profile],
      portions: scorePortions(readSamples(files, inputs), { choice, options: scoring, python: null }, signal),
      out: values.out,
      done: 'Read',
      head: '',
      portion: write,
      tail,
    },
    context,
  );
  unreadable.end();
  const isKeyMissing = values.key !== undefined && collector.isGroupFieldMissing;
  if (isKeyMissing) terminal.say(`No record has the field "${values.key ?? ''}" that --key names.`);
  return unreadable.count > 0 || isKeyMissing ? UNUSABLE : CLEAN;
}

function filterOption(text: string | undefined): OnlineFilter {
  if (text === undefined) return LANG2ACT_FILTER;
  const [low, high, ...more] = text
    .split(',')
    .map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  if (low !== undefined && high !== undefined && more.length === 0 && low < high) return { low, high };
  throw new PageTraceError('bad-input', `--filter must be two numbers, the lower one first, not "${text}".`, {
    hint: 'Write --filter 0.1,0.9 (Lang2Act) or --filter 0.01,0.99 (EasyR1).',
  });
}
