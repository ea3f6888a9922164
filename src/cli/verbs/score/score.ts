import { PageTraceError } from '../../../core/errors.ts';
import { TRAINERS } from '../../../core/rewards/trainers.ts';
import type { ProfileChoice } from '../../../runs/choosing/profileChoice.ts';
import { readBaseline } from '../../../runs/baseline/baseline.ts';
import type { Place } from '../../../runs/reading/inputs.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { scorePortions, type ScoredItem } from '../../../runs/scoring/scorer.ts';
import { readArguments, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { inputOptions, readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { loadProfile, profileChoice } from '../../arguments/profileOption.ts';
import { readScoringOptions, scoringOptions } from '../../arguments/scoringOptions.ts';
import { SCORE_USAGE } from '../../arguments/verbUsage.ts';
import { placeJson } from '../../output/json.ts';
import { writeSamples, writingSignal } from '../../output/writeSamples.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { BaselineReport, changeText } from './baselineReport.ts';
import { groundingOptions } from '../../grounding/groundingOptions.ts';
import { PagesOfSamples } from './pagesOfSamples.ts';
import { gateOptions, readGate } from './gate.ts';
import { namesPythonReward, openPythonScorer, pythonFiles, pythonOptions } from './pythonOptions.ts';
import { scoreRow } from './scoreRow.ts';
import { ScoreTotal, scoreWriter } from './scoreWriter.ts';

const options = {
  ...inputOptions,
  ...gateOptions,
  ...pythonOptions,
  ...scoringOptions,
  ...groundingOptions,
  'as-trainer': { type: 'string' },
  format: { type: 'string' },
  explain: { type: 'boolean' },
} as const;

const NO_PROFILE =
  'No reward profile fits this response. Name one with --profile; pagetrace profiles lists them.';

/**
 * `pagetrace score`: what a reward function pays for each sample of some files, in order.
 * @returns the exit status: findings if a sample did not pass the gate, or if the person's own function failed
 * @throws PageTraceError for wrong arguments, a function that cannot be loaded, and an output that cannot be written
 */
export async function score(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(SCORE_USAGE);
    return CLEAN;
  }
  const files = requireFiles('score', positionals);
  const hasPython = namesPythonReward(values);
  if (values.profile === 'none') reportIdle(values, '--profile none', ['explain', 'judge'], terminal);
  const trainer = wordOption('as-trainer', values['as-trainer'], TRAINERS, null);
  if (trainer !== null) reportIdle(values, `--as-trainer ${trainer}`, ['num-images'], terminal);
  const scoring = readScoringOptions(values, trainer);
  const format = wordOption('format', values.format, ['table', 'json', 'jsonl'], 'table');
  const gate = readGate(values);
  const choice = await chooseProfiles(values.profile, hasPython, context);
  const inputs = await readInputOptions(values, context);
  const baseline =
    values.baseline === undefined
      ? null
      : new BaselineReport(
          values.baseline,
          await readBaseline(values.baseline, files, context.stdin, context.interrupted),
        );
  const writer = scoreWriter(format, values.explain === true);
  const unreadable = new Problems(terminal);
  const unfit = new Problems(terminal);
  const findings = new Problems(terminal);
  const changes = new Problems(terminal);
  const ungrounded = new Problems(terminal);
  const total = new ScoreTotal();
  const python = await openPythonScorer(values, trainer === null ? 'everything' : 'trainer', context);
  const refuse = (place: Place, problem: string, problems: Problems): string => {
    problems.add(place, problem);
    context.results?.row({ ...placeJson(place), error: problem });
    baseline?.leaveOut(place);
    return writer.unreadable(place, problem);
  };
  const write = (item: ScoredItem): string => {
    if ('problem' in item) return refuse(item.place, item.problem, unreadable);
    if (item.score === null && item.user === null) return refuse(item.place, NO_PROFILE, unfit);
    total.add(item);
    context.results?.row(scoreRow(item, values.explain === true));
    const change = baseline?.compare(item) ?? null;
    const finding = gate.finding(item, change);
    const changed = change === null || change.change === 'new' ? null : changeText(change);
    if (finding !== null) findings.add(item.place, finding);
    else if (changed !== null) changes.add(item.place, changed);
    return writer.row(item, change);
  };
  const signal = writingSignal(values.out, context);
  const pages = new PagesOfSamples(values, context, ungrounded);
  try {
    await writeSamples(
      {
        files,
        alsoRead: [
          ...pythonFiles(values),
          ...(values.document ?? []),
          python?.file,
          values.references,
          values.verdicts,
          values.profile,
          values.baseline,
        ],
        portions: scorePortions(
          readSamples(files, inputs),
          // A trainer passes nothing of the pages.
          {
            choice,
            options: scoring,
            python,
            ...(trainer === null ? { ground: (item) => pages.ground(item, signal) } : {}),
          },
          signal,
        ),
        out: values.out,
        done: 'Scored',
        head: writer.head,
        portion: (items) => items.map(write).join(''),
        tail: () => [writer.tail(total, unreadable.count + unfit.count, baseline)],
      },
      context,
    );
  } finally {
    await Promise.all([python?.close(), pages.close()]);
  }
  unreadable.end();
  unfit.end();
  ungrounded.end();
  findings.end();
  changes.end();
  for (const line of baseline?.lines() ?? []) terminal.say(line);
  const missing = gate.countsMissing ? (baseline?.missing ?? 0) : 0;
  const found = findings.count + missing;
  context.results?.whole({ summary: total.json(unreadable.count + unfit.count) });
  for (const line of total.recordedLines()) terminal.say(line);
  terminal.say(total.sentence(files.length, unreadable, unfit.count, found));
  const blind = total.samples === 0 ? null : gate.blindReason();
  if (blind !== null) terminal.say(blind);
  if (unreadable.count + unfit.count > 0 || blind !== null) return UNUSABLE;
  return found > 0 ? FINDINGS : CLEAN;
}

/** How profiles are chosen; null if only the person's own function scores. */
async function chooseProfiles(
  name: string | undefined,
  python: boolean,
  context: Pick<VerbContext, 'terminal' | 'mayRead'>,
): Promise<ProfileChoice | null> {
  if (name === 'none') {
    if (python) return null;
    throw new PageTraceError('bad-input', 'With --profile none nothing is scored.', {
      hint: 'Name a reward function of your own with --python, or another profile.',
    });
  }
  return profileChoice(name === undefined ? null : await loadProfile(name), context);
}
