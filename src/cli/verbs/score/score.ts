import { PageTraceError } from '../../../core/errors.ts';
import type { RewardProfile } from '../../../core/rewards/model.ts';
import { TRAINERS } from '../../../core/rewards/trainers.ts';
import type { InputItem } from '../../../runs/reading/inputs.ts';
import { readArguments, wordOption } from '../../arguments/arguments.ts';
import { readGate, gateOptions } from './gate.ts';
import { requireFiles, inputOptions, readInputOptions } from '../../arguments/inputOptions.ts';
import { Problems } from '../../terminal/problems.ts';
import { ProfileChoice, loadProfile } from '../../../runs/choosing/profileChoice.ts';
import { writeSamples } from '../../output/writeSamples.ts';
import { ScoreTotal, scoreWriter } from './scoreWriter.ts';
import {
  contextOf,
  readScoringOptions,
  scoringOptions,
  type Scored,
  type ScoringOptions,
} from '../../arguments/scoringOptions.ts';
import { openUserScorer, userRewardOptions, type UserScorer } from './userReward.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { SCORE_USAGE } from '../../arguments/verbUsage.ts';

const options = {
  ...inputOptions,
  ...gateOptions,
  ...userRewardOptions,
  ...scoringOptions,
  'as-trainer': { type: 'string' },
  format: { type: 'string' },
  explain: { type: 'boolean' },
} as const;

/**
 * `pagetrace score`: what a reward function pays for each sample of some files, in their order.
 * @returns the exit status: findings where a gate was asked for and something did not pass it, and where the person's own
 *   function failed.
 * @throws PageTraceError for wrong arguments, a function that cannot be loaded, and an output that cannot be written.
 */
export async function score(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(SCORE_USAGE);
    return CLEAN;
  }
  const files = requireFiles('score', positionals);
  const trainer = wordOption('as-trainer', values['as-trainer'], TRAINERS, null);
  const scoring = readScoringOptions(values, trainer);
  const format = wordOption('format', values.format, ['table', 'json', 'jsonl'], 'table');
  const gate = readGate(values);
  const choice = await choiceOf(values.profile, values.python !== undefined, terminal.say);
  const inputs = await readInputOptions(values, context);
  const writer = scoreWriter(format, values.explain === true);
  const unreadable = new Problems(terminal);
  const findings = new Problems(terminal);
  const total = new ScoreTotal();
  const python = await openUserScorer(values, trainer === null ? 'everything' : 'trainer', context);
  const scorer = new Scorer(choice, scoring, python);
  try {
    await writeSamples(
      {
        files,
        inputs,
        out: values.out,
        done: 'Scored',
        head: writer.head,
        portion: async (items) => {
          let text = '';
          const scored = await scorer.score(items);
          for (const [index, each] of scored.entries()) {
            if (typeof each !== 'string') {
              total.add(each);
              const finding = gate.finding(each);
              if (finding !== null) findings.add(each.place, finding);
              text += writer.row(each);
              continue;
            }
            const place = items[index]?.place;
            if (place === undefined) continue;
            unreadable.add(place, each);
            text += writer.unreadable(place, each);
          }
          return text;
        },
        tail: () => writer.tail(total, unreadable.count),
      },
      context,
    );
  } finally {
    await python?.close();
  }
  unreadable.end();
  findings.end();
  terminal.say(total.sentence(files.length, unreadable.count, findings.count));
  const blind = total.samples === 0 ? null : gate.blind();
  if (blind !== null) terminal.say(blind);
  if (unreadable.count > 0 || blind !== null) return UNUSABLE;
  return findings.count > 0 ? FINDINGS : CLEAN;
}

/** How profiles are chosen; null where only the person's own function scores. */
async function choiceOf(
  name: string | undefined,
  python: boolean,
  notice: (text: string) => void,
): Promise<ProfileChoice | null> {
  if (name === 'none') {
    if (python) return null;
    throw new PageTraceError('bad-input', 'With --profile none nothing is scored.', {
      hint: 'Name a reward function of your own with --python, or another profile.',
    });
  }
  return new ProfileChoice(name === undefined ? null : await loadProfile(name), notice);
}

/** Scores portions of samples by a profile, by a function of the person's own, or by both. */
class Scorer {
  readonly #choice: ProfileChoice | null;
  readonly #options: ScoringOptions;
  readonly #python: UserScorer | null;

  constructor(choice: ProfileChoice | null, scoring: ScoringOptions, python: UserScorer | null) {
    this.#choice = choice;
    this.#options = scoring;
    this.#python = python;
  }

  /** For each item its score, or a sentence that says why there is none. */
  async score(items: readonly InputItem[]): Promise<readonly (Scored | string)[]> {
    await this.#choice?.look(items);
    const scored = items.map((item) => this.#byProfile(item));
    if (this.#python === null) return scored;
    const asked = scored.filter((each) => typeof each !== 'string');
    const answers = await this.#python.score(
      asked.map(({ sample }) => ({ sample, context: contextOf(sample, this.#options) })),
    );
    const users = new Map(asked.map((each, index) => [each, answers[index] ?? null]));
    return scored.map((each) =>
      typeof each === 'string' ? each : { ...each, user: users.get(each) ?? null },
    );
  }

  #byProfile(item: InputItem): Scored | string {
    if ('problem' in item) return item.problem;
    const { place, sample } = item;
    const profile: RewardProfile | string | null = this.#choice?.of(place.file, sample) ?? null;
    const isNamed = (this.#choice?.faultOf(place.file) ?? null) !== null;
    if (typeof profile === 'string' && (this.#python === null || isNamed)) return profile;
    if (profile === null || typeof profile === 'string')
      return { place, sample, score: null, unjudged: false, user: null };
    const context = contextOf(sample, this.#options);
    const score = profile.score(sample.response, context);
    const unjudged = profile.form.judged && context.verdict === 'unknown';
    return { place, sample, score, unjudged, user: null };
  }
}
