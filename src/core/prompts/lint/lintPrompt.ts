import { fourPlaces } from '../../decimal.ts';
import { frontMatterPlace } from '../../records/frontMatter.ts';
import type { RewardProfile } from '../../rewards/model.ts';
import type { Trainer } from '../../rewards/trainers.ts';
import { profileByName } from '../../rewards/registry.ts';
import { isProfileName } from '../../rewards/names.ts';
import type { Span } from '../../span.ts';
import type { DialectName } from '../../trajectory/model.ts';
import { renderTemplate, type Rendered } from '../jinja/render.ts';
import { readPromptFile, type PromptFile } from '../promptFile.ts';
import { filledBy, type Filled } from './filled.ts';
import { fileFindings, frontMatterSent, isRendered, promptFinding, type RenderedFor } from './fileRules.ts';
import { identifyPrompt, rewardOfDialect } from './identify.ts';
import type { LintOptions, Promises, PromptFinding, PromptLint } from './model.ts';
import { imageCountsOf } from './imageCounts.ts';
import { readRendering, type Reading } from './reading/reading.ts';
import type { Rendering } from './reading/rendering.ts';
import { argsRules } from './rules/args.ts';
import { callRules } from './rules/calls.ts';
import { exampleRules } from './rules/examples.ts';
import { formRules } from './rules/form.ts';
import { imageRules } from './rules/images.ts';
import { lineBreakRule } from './rules/lineBreaks.ts';
import { lengthRules } from './rules/length.ts';
import { mismatchRule } from './rules/tagMismatch.ts';
import { tagRules } from './rules/tags.ts';
import { observeRule } from './rules/observe.ts';
import { toolLimitRule } from './rules/toolLimit.ts';
import { firstLineSpan } from './rules/firstLine.ts';
import { toolRules } from './rules/tools.ts';
import { trainerRules } from './rules/trainer.ts';
import { severityOfLoss } from './ruleCatalogue.ts';
import { mostPaid } from './losses.ts';
import { scoreShownParts } from './scoring.ts';
import type { RuleFinding, RewardRule, Rule, LintedPrompt } from './rule.ts';
import { notSwitchedOff, unknownRules } from './suppression.ts';

const RULES_OF_ALL: readonly Rule[] = [imageRules, mismatchRule, lineBreakRule];
const RULES_OF_REWARDS: readonly RewardRule[] = [
  tagRules,
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
const QUESTION = '\uE000question\uE001';

/**
 * Checks a prompt file against the reward that will score its responses: renders it for several numbers of images,
 * reads what it asks for and shows, and scores every example in it with that reward. Uses only the text and the reward.
 * Never throws on any text.
 */
export function lintPrompt(text: string, options: LintOptions): PromptLint {
  const file = readPromptFile(options.name, text);
  const trainer = chooseTrainer(file, options);
  const filled = filledBy(file.prompt, trainer, QUESTION);
  const renderings = (options.numImages ?? imageCountsOf(file.prompt.template)).map(
    (numImages): RenderedFor => ({
      numImages,
      rendered: renderTemplate(file.prompt.template, filled.variables(numImages)),
    }),
  );
  const findings = [
    ...(trainer === null ? [] : frontMatterSent(text, trainer)),
    ...fileFindings(file, renderings, options.modelLength ?? null, filled),
    ...unknownRules(text, file),
  ];
  if (typeof options.composite === 'string') {
    const span = frontMatterPlace(text, 'reward') ?? { start: 0, end: 0 };
    findings.push(promptFinding('front-matter', span, options.composite, { severity: 'error' }));
  }
  if (typeof options.mapFault === 'string')
    findings.push(
      promptFinding('front-matter', { start: 0, end: 0 }, options.mapFault, { severity: 'error' }),
    );
  const read = renderings.every(isRendered) ? renderings : [];
  const first = readAll(text, file, read.slice(0, 1), new Set())[0];
  const about = first === undefined ? NOTHING : chooseRewardAndDialect(file, first, options);
  const tools = about.reward?.form.tools?.allowed.map(({ name }) => name) ?? [];
  const subjects = readAll(text, file, read, new Set(tools)).map((reading): LintedPrompt => ({
    file,
    reading,
    dialect: about.dialect,
    reward: about.reward,
    trainer,
    scored: about.reward === null ? [] : scoreShownParts(reading, about.reward),
  }));
  const subject = subjects[0];
  if (subject !== undefined) findings.push(...rewardUnclear(subject, about, options));
  findings.push(...ruleFindings(subjects).map((finding) => withoutEmptyVariables(finding, filled)));
  findings.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return {
    findings: notSwitchedOff(text, findings, [...(options.off ?? []), ...file.lintOff]),
    promises: subject === undefined ? { tags: [], tools: [] } : promisesOf(subject.reading),
    examples: (subject?.scored ?? []).map(({ shown, text: shownText, score }) => ({
      kind: shown.kind === 'example' ? 'whole' : 'part',
      span: subject?.reading.rendering.place(shown.span) ?? shown.span,
      text: shownText,
      score,
    })),
    dialect: about.dialect,
    reward: about.reward,
    trainer,
  };
}

/** A finding without the repairs that would write a variable that nothing fills. */
function withoutEmptyVariables(finding: PromptFinding, filled: Filled): PromptFinding {
  const writesEmpty = (text: string): boolean =>
    [...text.matchAll(/\{\{-?\s*(\w+)/g)].some(({ 1: name = '' }) => !filled.has(name));
  const fixes = finding.fixes.filter(({ edits }) => !edits.some(({ text }) => writesEmpty(text)));
  return fixes.length === finding.fixes.length ? finding : { ...finding, fixes };
}

/** The finding about a reward that is not certain, and about none if the prompt must have one. */
function* rewardUnclear(
  { reading: { rendering, text } }: LintedPrompt,
  { reward, unclear }: Chosen,
  { requireReward = false, composite }: LintOptions,
): Iterable<PromptFinding> {
  const severity = requireReward ? { severity: 'error' as const } : {};
  if (unclear !== null) {
    yield promptFinding('reward-unclear', rendering.place(unclear.span), unclear.message, severity);
  } else if (requireReward && reward === null && typeof composite !== 'string') {
    const message =
      'Nothing says which reward scores the responses to this prompt. Name it in the settings of the prompt, such as {# pagetrace: reward: lang2act #}, or in pagetrace.prompts.json.';
    yield promptFinding('reward-unclear', rendering.place(firstLineSpan(text)), message, severity);
  }
}

/** The trainer that sends a prompt: as the options say, otherwise as its settings name it; null for none. */
function chooseTrainer(file: PromptFile, { trainer, usualTrainer = null }: LintOptions): Trainer | null {
  if (trainer !== undefined) return trainer;
  if (file.trainer !== null) return file.trainer === 'none' ? null : file.trainer;
  return usualTrainer;
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
  { reward, composite, usualReward }: LintOptions,
): Chosen {
  const shown = reading.shown.flatMap(({ kind, blocks }) =>
    kind === 'example' ? blocks.map(({ name }) => name) : [],
  );
  const names = [...new Set([...reading.asked.map(({ name }) => name), ...shown])];
  const identified = identifyPrompt(names, reading.text);
  const dialect = file.given.has('dialect') ? file.prompt.dialect : identified.dialect;
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
  const message = `The prompt names no reward, and its tags fit ${identified.reward.name} only in part, so it is not checked against a reward. Name the reward in the settings of the prompt.`;
  return {
    dialect,
    reward: null,
    unclear: { span: reading.asked[0]?.span ?? { start: 0, end: 0 }, message },
  };
}

function readAll(
  text: string,
  file: PromptFile,
  renderings: readonly RenderedFor[],
  tools: ReadonlySet<string>,
): readonly Reading[] {
  return renderings.map(({ numImages, rendered }) =>
    readRendering(placeRendering(text, file, rendered, numImages), QUESTION, tools),
  );
}

/** A rendered prompt, with the places of its text in the file. */
function placeRendering(text: string, file: PromptFile, rendered: Rendered, numImages: number): Rendering {
  const written = (span: Span): Span | null => {
    const start = rendered.templateOffset(span.start);
    if (span.start >= span.end) return start === null ? null : { start, end: start };
    const last = rendered.templateOffset(span.end - 1);
    return start === null || last === null ? null : { start, end: last + 1 };
  };
  const inFile = ({ start, end }: Span): Span => ({
    start: Math.min(start + file.templateStart, text.length),
    end: Math.min(end + file.templateStart, text.length),
  });
  return {
    numImages,
    text: rendered.text,
    isWritten: (span) => {
      const place = written(span);
      return (
        place !== null &&
        file.prompt.template.slice(place.start, place.end) === rendered.text.slice(span.start, span.end)
      );
    },
    place: (span) => {
      const place = written(span);
      if (place !== null && place.start <= place.end) return inFile(place);
      // The text that a variable printed may be in the front matter, such as the name of a tool.
      const said = rendered.text.slice(span.start, span.end);
      const named = said === '' ? -1 : text.slice(0, file.templateStart).indexOf(said);
      if (named >= 0) return { start: named, end: named + said.length };
      const start = rendered.tagOffset(span.start) ?? 0;
      const last = rendered.tagOffset(Math.max(span.start, span.end - 1)) ?? start;
      const isCopied = rendered.templateOffset(Math.max(span.start, span.end - 1)) !== null;
      const tagEnd = /[%}]\}/.exec(file.prompt.template.slice(last));
      const end = isCopied || tagEnd === null ? last + 1 : last + tagEnd.index + 2;
      return inFile({ start, end: Math.max(start, end) });
    },
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
      findings.push({ ...finding, message: `${finding.message} (With ${wordNumbers(wrong)}.)` });
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

const wordNumbers = (numbers: readonly number[]): string =>
  `${numbers.join(' or ')} ${numbers.length === 1 && numbers[0] === 1 ? 'image' : 'images'}`;

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
