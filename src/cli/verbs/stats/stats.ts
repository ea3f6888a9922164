import type { OnlineFilter } from '../../../core/groups/advantages.ts';
import { LANG2ACT_FILTER } from '../../../core/groups/advantages.ts';
import { PageTraceError } from '../../../core/errors.ts';
import type { InputItem } from '../../../runs/reading/inputs.ts';
import { readArguments, wordOption } from '../../arguments/arguments.ts';
import { requireFiles, inputOptions, readInputOptions } from '../../arguments/inputOptions.ts';
import { Problems } from '../../terminal/problems.ts';
import { ProfileChoice, loadProfile } from '../../../runs/choosing/profileChoice.ts';
import { writeSamples } from '../../output/writeSamples.ts';
import { placeJson } from '../score/scoreJson.ts';
import { contextOf, readScoringOptions, scoringOptions } from '../../arguments/scoringOptions.ts';
import { Actions } from './actions.ts';
import { Collector, sampleAnswerJson } from './collector.ts';
import { keyOption } from './keyOption.ts';
import { otherJson, readOther } from './otherRecords.ts';
import { statsText } from './statsText.ts';
import { CLEAN, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { STATS_USAGE } from '../../arguments/verbUsage.ts';

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
 * `pagetrace stats`: what there is to tell of many samples together: reported fields, format, deductions, tools, groups,
 * answers, refinements.
 * @throws PageTraceError for wrong arguments, and for an output that cannot be written.
 */
export async function stats(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(STATS_USAGE);
    return CLEAN;
  }
  const files = requireFiles('stats', positionals);
  const scoring = readScoringOptions(values, null);
  const format = wordOption('format', values.format, ['table', 'json'], 'table');
  const filter = filterOption(values.filter);
  const none = values.profile === 'none';
  const asked = values.profile === undefined || none ? null : await loadProfile(values.profile);
  const choice = none ? null : new ProfileChoice(asked, terminal.say);
  const collector = new Collector(keyOption(values.key, none ? 'none' : asked), filter);
  const actions = new Actions();
  const unreadable = new Problems(terminal);
  const each = values.each === true;

  const take = (item: InputItem): Record<string, unknown> | null => {
    const { place } = item;
    if ('problem' in item) {
      const other = item.record === undefined ? null : readOther(item.record);
      if (other === null) {
        unreadable.add(place, item.problem);
        return { ...placeJson(place), error: item.problem };
      }
      if (other.kind === 'answer') collector.addAnswer(other.answer);
      else if (other.kind === 'scores') collector.groups.addWhole(`line ${place.line ?? 1}`, other.scores);
      else for (const refinement of other.items) collector.addRefinement(refinement);
      return { ...placeJson(place), ...otherJson(other, filter) };
    }
    const fault = choice?.faultOf(place.file) ?? null;
    if (fault !== null) {
      unreadable.add(place, fault);
      return { ...placeJson(place), error: fault };
    }
    const { sample } = item;
    const profile = choice?.of(place.file, sample) ?? null;
    const score =
      profile === null || typeof profile === 'string'
        ? null
        : profile.score(sample.response, contextOf(sample, scoring));
    collector.add(sample, score, actions.of(place.file, sample));
    return each
      ? { ...placeJson(place), ...(sample.id === null ? {} : { id: sample.id }), ...sampleAnswerJson(sample) }
      : null;
  };

  await writeSamples(
    {
      files,
      inputs: await readInputOptions(values, context),
      out: values.out,
      done: 'Read',
      head: '',
      portion: async (items) => {
        await choice?.look(items);
        actions.look(items);
        const taken = items.map(take);
        return each ? taken.map((row) => `${JSON.stringify(row)}\n`).join('') : '';
      },
      tail: () => {
        if (each) return '';
        const summary = collector.json(unreadable.count);
        const groups = values.groups === true ? [...collector.groups.each()] : null;
        return format === 'json'
          ? `${JSON.stringify(groups === null ? summary : { ...summary, group_list: groups }, null, 2)}\n`
          : statsText(summary, groups ?? []);
      },
    },
    context,
  );
  unreadable.end();
  const keyMissing = values.key !== undefined && collector.keyMissing;
  if (keyMissing) terminal.say(`No record has the field "${values.key ?? ''}" that --key names.`);
  return unreadable.count > 0 || keyMissing ? UNUSABLE : CLEAN;
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
