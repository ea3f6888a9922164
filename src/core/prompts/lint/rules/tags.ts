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
import { lossOfRenaming, lossOfTag, lossWithout } from '../losses.ts';
import { quoteTag, sayLoss } from '../wording.ts';
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
      message:
        `The prompt asks for ${quoteTag(tag.name)}, and the reward ${reward.name} does not know that tag` +
        (meant === undefined
          ? `; it reads ${joinList(form.tags.map(({ name }) => quoteTag(name)))}.`
          : `: it reads ${quoteTag(meant)}. Write ${quoteTag(meant)}.`) +
        sayLoss(loss),
      ...(meant === undefined ? {} : { fixes: [renameTags(tag.tags, tag.name, meant)] }),
    };
  }
  yield* caseFaults(subject);
  if (missing.length === 0) return;
  const replaced = unknown.find((tag) => missing.some((name) => areSimilarTags(tag.name, name)));
  const misnamed = replaced === undefined ? misnamedTag(subject, missing) : null;
  const other = replaced ?? misnamed?.tag;
  const names = joinList(missing.map(quoteTag));
  const it = missing.length === 1 ? 'it' : 'them';
  const isWritten = missing.every((name) => new RegExp(`<${name}>`, 'i').test(reading.text));
  const loss = lossWithout(reward, missing);
  yield {
    code: 'tag-missing',
    span: other?.span ?? placeOfForm(form, reading),
    loss,
    message:
      (other !== undefined
        ? `The reward ${reward.name} needs ${names}, and the prompt never names ${missing.length === 1 ? 'that tag' : 'these tags'}, only ${quoteTag(other.name)}.`
        : isWritten
          ? `The reward ${reward.name} needs ${names}, and the prompt only forbids ${it} or shows ${it} as wrong; ask for ${it} where the form of the response is described.`
          : `The reward ${reward.name} needs ${names}, and the prompt never names ${missing.length === 1 ? 'that tag' : 'these tags'}; ask for ${it} where the form of the response is described.`) +
      sayLoss(loss),
    ...(misnamed === null ? {} : { fixes: [renameTags(reading.tags, misnamed.tag.name, misnamed.meant)] }),
  };
};

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
function placeOfForm(form: RewardForm, { shown, asked, tags, text }: Reading): Span {
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
      message: `The reward ${reward.name} reads ${quoteTag(own.name)} in exactly this case, and the prompt asks for ${quoteTag(tag.name)}. Write ${quoteTag(own.name)}.${sayLoss(loss)}`,
      fixes: [renameTags(tag.tags, tag.name, own.name)],
    };
  }
}
