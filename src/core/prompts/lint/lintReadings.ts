import { t } from '@vscode/l10n';
import { imagesPhrase } from '../../countPhrases.ts';
import { fourPlaces } from '../../decimal.ts';
import { joinChoices } from '../../joinList.ts';
import type { RewardProfile } from '../../rewards/model.ts';
import { isProfileName } from '../../rewards/names.ts';
import { profileByName } from '../../rewards/registry.ts';
import type { Trainer } from '../../rewards/trainers.ts';
import type { Span } from '../../span.ts';
import type { DialectName } from '../../trajectory/model.ts';
import type { PromptFile } from '../promptFile.ts';
import { promptFinding } from './fileRules.ts';
import { identifyPrompt, rewardOfDialect } from './identify.ts';
import type { LintOptions, Promises, PromptFinding, PromptLint } from './model.ts';
import { readRendering, type Reading } from './reading/reading.ts';
import type { Rendering } from './reading/rendering.ts';
import { answerMarkRule } from './rules/answerMark.ts';
import { argsRules } from './rules/args.ts';
import { callRules } from './rules/calls.ts';
import { exampleRules } from './rules/examples.ts';
import { firstLineSpan } from './rules/firstLine.ts';
import { formRules } from './rules/form.ts';
import { imageRules } from './rules/images.ts';
import { lengthRules } from './rules/length.ts';
import { lineBreakRule } from './rules/lineBreaks.ts';
import { mismatchRule } from './rules/tagMismatch.ts';
import { observeRule } from './rules/observe.ts';
import { tagRules } from './rules/tags.ts';
import { toolLimitRule } from './rules/toolLimit.ts';
import { toolRules } from './rules/tools.ts';
import { trainerRules } from './rules/trainer.ts';
import { mostPaid } from './losses.ts';
import { ownRewardFindings } from './ownReward.ts';
import { severityOfLoss } from './ruleCatalogue.ts';
import { scoreShownParts } from './scoring.ts';
import { findTrials } from './trials.ts';
import { joinSentences } from './wording.ts';
import type { LintedPrompt, RewardRule, Rule, RuleFinding } from './rule.ts';

const RULES_OF_ALL: readonly Rule[] = [imageRules, mismatchRule, lineBreakRule];
const RULES_OF_REWARDS: readonly RewardRule[] = [
  tagRules,
  answerMarkRule,
  formRules,
  toolRules,
  callRules,
  argsRules,
  toolLimitRule,
  observeRule,
  exampleRules,
  lengthRules,
  trainerRules,
];

/** A placeholder for the question, which occurs in no prompt. */
export const QUESTION = '\uE000question\uE001';

/**
 * Checks a prompt that was rendered for several numbers of images (none if it could not be rendered) with all rules
 * about what it asks for and shows.
 */
export function lintReadings(
  file: PromptFile,
  renderings: readonly Rendering[],
  trainer: Trainer | null,
  options: LintOptions,
): PromptLint {
  const readAll = (from: readonly Rendering[], tools: ReadonlySet<string>): readonly Reading[] =>
    from.map((rendering) => readRendering(rendering, QUESTION, tools));
  const first = readAll(renderings.slice(0, 1), new Set())[0];
  const about = first === undefined ? NOTHING : chooseRewardAndDialect(file, first, options);
  const tools = about.reward?.form.tools?.allowed.map(({ name }) => name) ?? [];
  const subjects = readAll(renderings, new Set(tools)).map((reading): LintedPrompt => ({
    file,
    reading,
    dialect: about.dialect,
    reward: about.reward,
    trainer,
    scored: about.reward === null ? [] : scoreShownParts(reading, about.reward),
  }));
  const subject = subjects[0];
  const { ownReward } = options;
  const trials = subject === undefined || ownReward === undefined ? [] : findTrials(subject.reading);
  return {
    findings: [
      ...(subject === undefined ? [] : rewardUnclear(subject, about, options)),
      ...ruleFindings(subjects),
      ...(subject === undefined || ownReward === undefined
        ? []
        : [...ownRewardFindings(trials, ownReward, subject.reading.text)].map((each) =>
            inFile(each, subject),
          )),
    ],
    trials,
    promises: subject === undefined ? { tags: [], tools: [] } : promisesOf(subject.reading),
    examples: (subject?.scored ?? []).map(({ shown, text, score }) => ({
      kind: shown.kind === 'example' ? 'whole' : 'part',
      span: subject?.reading.rendering.place(shown.span) ?? shown.span,
      text,
      score,
    })),
    dialect: about.dialect,
    reward: about.reward,
    trainer,
  };
}

/** The finding about a reward that is not certain, and about none if the prompt must have one. */
function* rewardUnclear(
  { file, reading: { rendering, text } }: LintedPrompt,
  { reward, unclear }: Chosen,
  { requireReward = false, composite, ownReward }: LintOptions,
): Iterable<PromptFinding> {
  const isOwn = ownReward !== undefined || file.ownReward !== null;
  const severity = requireReward ? { severity: 'error' as const } : {};
  if (unclear !== null) {
    yield promptFinding('reward-unclear', rendering.place(unclear.span), unclear.message, severity);
  } else if (requireReward && reward === null && !isOwn && typeof composite !== 'string') {
    const message = t(
      'Nothing says which reward scores the responses to this prompt. Name it in the settings of the prompt, such as {# pagetrace: reward: lang2act #}, or in pagetrace.prompts.json.',
    );
    yield promptFinding('reward-unclear', rendering.place(firstLineSpan(text)), message, severity);
  }
}

interface Chosen {
  readonly dialect: DialectName | null;
  readonly reward: RewardProfile | null;
  readonly unclear: { readonly span: Span; readonly message: string } | null;
}

const NOTHING: Chosen = { dialect: null, reward: null, unclear: null };

/**
 * The dialect and the reward of a prompt: as the options say, otherwise as the front matter names them, otherwise by
 * its tags.
 */
function chooseRewardAndDialect(
  file: PromptFile,
  reading: Reading,
  { reward, composite, usualReward, ownReward }: LintOptions,
): Chosen {
  const shown = reading.shown.flatMap(({ kind, blocks }) =>
    kind === 'example' ? blocks.map(({ name }) => name) : [],
  );
  const names = [...new Set([...reading.asked.map(({ name }) => name), ...shown])];
  const identified = identifyPrompt(names, reading.text);
  const dialect = file.given.has('dialect') ? file.prompt.dialect : identified.dialect;
  if (ownReward !== undefined || (reward === undefined && file.ownReward !== null))
    return { dialect, reward: null, unclear: null };
  if (reward !== undefined) return { dialect, reward, unclear: null };
  const { reward: named } = file.prompt;
  if (named !== null) {
    const ofFile = typeof composite === 'string' ? null : (composite ?? null);
    return { dialect, reward: isProfileName(named) ? profileByName(named) : ofFile, unclear: null };
  }
  if (usualReward !== undefined) return { dialect, reward: usualReward, unclear: null };
  if (file.given.has('dialect'))
    return { dialect, reward: rewardOfDialect(file.prompt.dialect), unclear: null };
  if (identified.certain || identified.reward === null)
    return { dialect, reward: identified.reward, unclear: null };
  const message = t(
    'The prompt names no reward, and its tags match {0} only in part, so it is not checked against a reward. Name the reward in the settings of the prompt.',
    identified.reward.name,
  );
  return {
    dialect,
    reward: null,
    unclear: { span: reading.asked[0]?.span ?? { start: 0, end: 0 }, message },
  };
}

/**
 * The rules' findings in all renderings, without duplicates; a finding that only some numbers of images have says
 * which.
 */
function ruleFindings(subjects: readonly LintedPrompt[]): readonly PromptFinding[] {
  const found = new Map<string, FoundFor>();
  for (const subject of subjects) {
    const { rendering } = subject.reading;
    for (const ruleFinding of findingsOf(subject)) {
      const finding = inFile(ruleFinding, subject);
      const key = `${finding.code} ${finding.span.start} ${finding.span.end} ${finding.message}`;
      const { always = false, rightFor = null } = ruleFinding;
      const each = found.get(key) ?? { finding, always, rightFor, numbers: new Set() };
      each.numbers.add(rendering.numImages);
      found.set(key, each);
    }
  }
  const all = new Set(subjects.map(({ reading }) => reading.rendering.numImages)).size;
  const findings: PromptFinding[] = [];
  for (const { finding, always, rightFor, numbers } of found.values()) {
    const wrong = [...numbers].filter((number) => number !== rightFor);
    if (wrong.length === 0) continue;
    if (numbers.size === all) findings.push(finding);
    else if (!always)
      findings.push({ ...finding, message: joinSentences(finding.message, sayNumbers(wrong)) });
  }
  return findings;
}

/** A rule's finding, with the numbers of images for which it was found. */
interface FoundFor {
  readonly finding: PromptFinding;
  readonly always: boolean;
  readonly rightFor: number | null;
  readonly numbers: Set<number>;
}

function sayNumbers(numbers: readonly number[]): string {
  const [only, ...others] = numbers;
  return only !== undefined && others.length === 0
    ? t('(With {0}.)', imagesPhrase(only))
    : t('(With {0} images.)', joinChoices(numbers.map(String)));
}

function* findingsOf(subject: LintedPrompt): Iterable<RuleFinding> {
  for (const rule of RULES_OF_ALL) yield* rule(subject);
  const { reward } = subject;
  if (reward === null) return;
  for (const rule of RULES_OF_REWARDS) yield* rule({ ...subject, reward, form: reward.form });
}

function inFile(ruleFinding: RuleFinding, { reading: { rendering }, reward }: LintedPrompt): PromptFinding {
  const fixes = (ruleFinding.fixes ?? [])
    .filter(({ edits }) => edits.every(({ span }) => rendering.isWritten(span)))
    .map(({ title, edits }) => ({
      title,
      edits: edits.map(({ span, text }) => ({ span: rendering.place(span), text })),
    }));
  const related = (ruleFinding.related ?? []).map(({ span, message }) => ({
    span: rendering.place(span),
    message,
  }));
  const { loss } = ruleFinding;
  const severity =
    ruleFinding.severity ??
    (loss === undefined || reward === null ? undefined : severityOfLoss(loss, mostPaid(reward)));
  return promptFinding(ruleFinding.code, rendering.place(ruleFinding.span), ruleFinding.message, {
    ...(severity === undefined ? {} : { severity }),
    loss: loss === undefined ? null : Number(fourPlaces(loss)),
    related,
    fixes,
  });
}

function promisesOf({ asked, offered, rendering }: Reading): Promises {
  return {
    tags: asked.map(({ name, span }) => ({ name, span: rendering.place(span) })),
    tools: offered.map(({ name, span, args, argsSpan }) => ({
      name,
      span: rendering.place(span),
      args,
      argsSpan: argsSpan === null ? null : rendering.place(argsSpan),
    })),
  };
}
