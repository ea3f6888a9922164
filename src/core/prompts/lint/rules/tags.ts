import { t } from '@vscode/l10n';
import type { RewardForm } from '../../../rewards/model.ts';
import { DIALECT_NAMES } from '../../../trajectory/dialects/names.ts';
import { TOOL_TAG } from '../../../trajectory/dialects/tags.ts';
import type { DialectName } from '../../../trajectory/model.ts';
import type { Span } from '../../../span.ts';
import { areInflections, areSimilarTags, areSynonyms } from '../similarTags.ts';
import { tagsOfDialect } from '../identify.ts';
import { isGiven, type AskedTag } from '../reading/askedTags.ts';
import type { PromptTag } from '../reading/promptTags.ts';
import type { Reading } from '../reading/reading.ts';
import { isForbidden, isRefused } from '../reading/refusals.ts';
import { isDivider } from '../reading/structural.ts';
import type { RuleFinding, RewardRule, PromptWithReward } from '../rule.ts';
import { joinList } from '../../../joinList.ts';
import { lossByPrompt, lossOfRenaming, lossOfTag, lossWithout } from '../losses.ts';
import { joinSentences, quoteTag, sayLoss } from '../wording.ts';
import { firstLineSpan } from './firstLine.ts';
import { renameTags } from './renameTags.ts';
import { findMismatches } from './tagMismatch.ts';

/**
 * Finds tags that the prompt asks for but the reward does not read, or reads only in another case, and tags that the
 * reward needs but the prompt does not name.
 */
export const tagRules: RewardRule = function* (subject) {
  const { form, reading, reward } = subject;
  const missing = missingTags(form, reading);
  const mismatched = new Set(findMismatches(subject).map(({ written }) => written));
  const unknown = unknownTags(subject).filter(({ name }) => !mismatched.has(name));
  for (const tag of unknown) {
    const meant = missing.find((name) => areSimilarTags(tag.name, name));
    const loss = meant === undefined ? lossOfTag(reward, tag.name) : lossOfRenaming(reward, meant, tag.name);
    yield {
      code: 'tag-unknown',
      span: tag.span,
      loss,
      message: joinSentences(
        t(
          'The prompt asks for {0}, but the reward {1} does not read that tag.',
          quoteTag(tag.name),
          reward.name,
        ),
        meant === undefined
          ? t('It reads {0}.', joinList(form.tags.map(({ name }) => quoteTag(name))))
          : t('It reads {0}; write that instead.', quoteTag(meant)),
        sayLoss(loss),
      ),
      ...(meant === undefined ? {} : { fixes: [renameTags(tag.tags, tag.name, meant)] }),
    };
  }
  yield* caseFaults(subject);
  if (missing.length === 0) {
    yield* answerNotShown(subject);
    return;
  }
  const replaced = unknown.find((tag) => missing.some((name) => areSimilarTags(tag.name, name)));
  const misnamed = replaced === undefined ? misnamedTag(subject, missing) : null;
  const other = replaced ?? misnamed?.tag;
  const names = joinList(missing.map(quoteTag));
  const isWritten = missing.every((name) => new RegExp(`<${name}>`, 'i').test(reading.text));
  const loss = lossWithout(reward, missing);
  yield {
    code: 'tag-missing',
    span: other?.span ?? placeOfForm(form, reading),
    loss,
    message: joinSentences(
      other === undefined
        ? sayMissing(reward.name, names, { isOne: missing.length === 1, isWritten })
        : t(
            'The reward {0} needs {1}, but the prompt names {2} instead.',
            reward.name,
            names,
            quoteTag(other.name),
          ),
      sayLoss(loss),
    ),
    ...(misnamed === null ? {} : { fixes: [renameTags(reading.tags, misnamed.tag.name, misnamed.meant)] }),
  };
};

/** Finds that a reward that reads the prompt and the response as one text needs a complete answer in the prompt. */
function* answerNotShown({ form, reading, reward }: PromptWithReward): Iterable<RuleFinding> {
  if (!form.reads.includes('prompt')) return;
  const loss = lossByPrompt(reward, reading.text);
  if (loss < 1e-9) return;
  yield {
    code: 'tag-missing',
    span: placeOfForm(form, reading),
    loss,
    message: joinSentences(
      t(
        'The reward {0} reads the prompt and the response as one text and pays only if it contains two complete answers, but the prompt shows none. Show one, such as `<answer> Beijing </answer>`.',
        reward.name,
      ),
      sayLoss(loss),
    ),
  };
}

/** What the prompt does not ask for, or only forbids or shows as wrong although it is written somewhere. */
function sayMissing(
  reward: string,
  names: string,
  { isOne, isWritten }: { readonly isOne: boolean; readonly isWritten: boolean },
): string {
  if (isWritten)
    return isOne
      ? t(
          'The reward {0} needs {1}, but the prompt only forbids it or shows it as wrong. Ask for it where the form of the response is described.',
          reward,
          names,
        )
      : t(
          'The reward {0} needs {1}, but the prompt only forbids them or shows them as wrong. Ask for them where the form of the response is described.',
          reward,
          names,
        );
  return isOne
    ? t(
        'The reward {0} needs {1}, but the prompt never names it. Ask for it where the form of the response is described.',
        reward,
        names,
      )
    : t(
        'The reward {0} needs {1}, but the prompt never names them. Ask for them where the form of the response is described.',
        reward,
        names,
      );
}

/**
 * A tag that is opened under another name than a missing one and never closed, so that it does not count as asked for,
 * with the missing name; null if there is none.
 */
function misnamedTag(
  { form, reading: { tags, notAsked, text } }: PromptWithReward,
  missing: readonly string[],
): { readonly tag: PromptTag; readonly meant: string } | null {
  const known = new Set(form.tags.map(({ name }) => name.toLowerCase()));
  for (const tag of tags) {
    if (known.has(tag.name.toLowerCase())) continue;
    const meant = missing.find((name) => areInflections(tag.name, name) || areSynonyms(tag.name, name));
    if (meant === undefined || tag.closes || notAsked.hasAt(tag.span.start)) continue;
    if (!isRefused(text, tag.span) && !isGiven(text, tag)) return { tag, meant };
  }
  return null;
}

/**
 * Where the prompt says what a response looks like: the first form that shows a tag of the reward, or the first one of
 * its tags that the prompt names; otherwise the first other tag of a response. Tags that divide prompts, such as
 * `<tools>`, say nothing about responses.
 */
export function placeOfForm(form: RewardForm, { shown, asked, tags, text }: Reading): Span {
  const known = new Set(form.tags.map(({ name }) => name.toLowerCase()));
  const isKnown = ({ name }: { readonly name: string }): boolean => known.has(name.toLowerCase());
  const mayBe = ({ name }: { readonly name: string }): boolean => !isDivider(name);
  const forms = shown.filter(({ kind }) => kind === 'form');
  const blocks = [...forms, ...shown].flatMap((each) => each.blocks);
  const tag =
    blocks.find(isKnown)?.open ??
    asked.find(isKnown) ??
    tags.find(isKnown) ??
    blocks.find(mayBe)?.open ??
    asked.find(mayBe);
  return tag?.span ?? firstLineSpan(text);
}

/**
 * The reward's required tags that the prompt does not name, neither in brackets nor as a word that is called a tag. A
 * tag that it only forbids or shows as wrong is not named.
 */
function missingTags(form: RewardForm, { tags, text }: Reading): readonly string[] {
  return form.tags
    .filter(({ name, required }) => {
      if (!required) return false;
      const own = tags.filter((tag) => tag.name.toLowerCase() === name.toLowerCase());
      const isNamed = own.some(({ span, closes }) => closes || !isForbidden(text, span));
      return !isNamed && !isCalledTag(text, name);
    })
    .map(({ name }) => name);
}

const isCalledTag = (text: string, name: string): boolean =>
  new RegExp(
    `["'\`*]?\\b${name}\\b["'\`*]?[^.\\n<]{0,40}\\b(?:tags?|blocks?)\\b|\\b(?:tags?|blocks?)\\b[^.\\n<]{0,40}["'\`*]?\\b${name}\\b`,
    'i',
  ).test(text);

function unknownTags({ form, reading, reward, dialect }: PromptWithReward): readonly AskedTag[] {
  // A reward that names no tag may take any.
  if (form.tags.length === 0) return [];
  const own = dialectOfReward(reward.name) ?? dialect;
  const known = new Set([
    ...form.tags.map(({ name }) => name.toLowerCase()),
    ...(own === null ? [] : tagsOfDialect(own)),
    'think',
  ]);
  if (form.tools !== null) known.add(TOOL_TAG);
  return reading.asked.filter(({ name }) => !known.has(name.toLowerCase()));
}

/** The dialect with the same name as a reward; null if there is none. */
function dialectOfReward(name: string): DialectName | null {
  const fitting = DIALECT_NAMES.filter((each) => name === each || name.startsWith(`${each}-`));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null;
}

function* caseFaults({ form, reading, reward }: PromptWithReward): Iterable<RuleFinding> {
  for (const tag of reading.asked) {
    const own = form.tags.find(({ name }) => name.toLowerCase() === tag.name.toLowerCase());
    if (own?.caseSensitive !== true || own.name === tag.name) continue;
    const loss = lossOfRenaming(reward, own.name, tag.name);
    yield {
      code: 'tag-case',
      span: tag.span,
      loss,
      message: joinSentences(
        t(
          'The reward {0} reads {1} only in exactly this case, but the prompt asks for {2}. Write {1}.',
          reward.name,
          quoteTag(own.name),
          quoteTag(tag.name),
        ),
        sayLoss(loss),
      ),
      fixes: [renameTags(tag.tags, tag.name, own.name)],
    };
  }
}
