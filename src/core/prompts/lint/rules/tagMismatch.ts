import { t } from '@vscode/l10n';
import { fourPlaces } from '../../../decimal.ts';
import { tagsOfDialect } from '../identify.ts';
import type { PromptTag } from '../reading/promptTags.ts';
import type { Reading } from '../reading/reading.ts';
import type { Shown } from '../reading/shownParts.ts';
import { SpanIndex } from '../../../spanIndex.ts';
import type { LintedPrompt, Rule } from '../rule.ts';
import { lossOfRenaming } from '../losses.ts';
import { areInflections, areSynonyms } from '../similarTags.ts';
import { joinSentences, quoteTag } from '../wording.ts';
import { renameTags } from './renameTags.ts';

/** A tag that a prompt asks for under one name and shows under another. */
export interface Mismatch {
  /** The name that is not paid, as it is written. */
  readonly written: string;
  /** The name that is paid, or that most responses have if there is no reward. */
  readonly meant: string;
  /** The tag with the wrong name. */
  readonly tag: PromptTag;
  /** The form or example that has the wrong name; null if the prompt only asks for it. */
  readonly shown: Shown | null;
  /** A tag with the right name. */
  readonly other: PromptTag;
}

/** The most names that are compared with each other: no prompt has more. */
const MOST_NAMES = 100;

/** The tags of responses if no reward says which ones are needed. */
const USUAL = ['think', 'answer'];

/** The tags that a prompt asks for under one name and shows under another, each once. */
export function findMismatches({ reading, reward, dialect }: LintedPrompt): readonly Mismatch[] {
  const names =
    reward === null ? USUAL : reward.form.tags.filter(({ required }) => required).map(({ name }) => name);
  const own = [
    ...(reward?.form.tags.map(({ name }) => name) ?? []),
    ...(dialect === null ? [] : tagsOfDialect(dialect)),
  ];
  const known = new Set([...names, ...own].map((name) => name.toLowerCase()));
  const written = new Set([
    ...reading.asked.map(({ name }) => name),
    ...reading.shown.flatMap(({ blocks }) => blocks.map(({ name }) => name)),
  ]);
  const inShown = new SpanIndex(reading.shown.map(({ span }) => span));
  const found: Mismatch[] = [];
  for (const name of [...written].slice(0, MOST_NAMES)) {
    if (known.has(name.toLowerCase())) continue;
    const mismatch = mismatchOf(reading, inShown, name, names);
    if (mismatch !== null) found.push(mismatch);
  }
  return found;
}

/** Where a name is used: in forms and examples, and in words that ask for it. */
interface Uses {
  readonly shown: readonly Shown[];
  readonly asked: readonly PromptTag[];
}

function usesOf({ shown, asked }: Reading, inShown: SpanIndex, name: string): Uses {
  const isName = (other: { readonly name: string }): boolean =>
    other.name.toLowerCase() === name.toLowerCase();
  return {
    shown: shown.filter(({ blocks }) => blocks.some(isName)),
    asked: asked
      .filter(isName)
      .flatMap(({ tags }) => tags)
      .filter(({ span, closes }) => !closes && !inShown.hasAround(span)),
  };
}

function mismatchOf(
  reading: Reading,
  inShown: SpanIndex,
  written: string,
  names: readonly string[],
): Mismatch | null {
  if (!names.some((meant) => areInflections(written, meant) || areSynonyms(written, meant))) return null;
  const wrong = usesOf(reading, inShown, written);
  for (const meant of names) {
    const isInflection = areInflections(written, meant);
    if (!isInflection && !areSynonyms(written, meant)) continue;
    const right = usesOf(reading, inShown, meant);
    // Two tags of one response are two tags, however alike their names are.
    const together = new Set(right.shown);
    if (wrong.shown.some((each) => together.has(each))) continue;
    const shown = wrong.shown.find(
      ({ blocks }) => isInflection || blocks.some(({ name }) => names.includes(name)),
    );
    const tagIn = (each: Shown | undefined, name: string): PromptTag | undefined =>
      each?.blocks.find((block) => block.name.toLowerCase() === name.toLowerCase())?.open;
    const other = right.asked[0] ?? tagIn(right.shown[0], meant);
    const isAsked = wrong.asked.length > 0;
    if (other === undefined || (isAsked && right.asked.length > 0)) continue;
    const tag = isAsked ? wrong.asked[0] : tagIn(shown, written);
    if (tag === undefined || (isAsked && (shown !== undefined || right.shown.length === 0))) continue;
    return { written, meant, tag, shown: isAsked ? null : (shown ?? null), other };
  }
  return null;
}

/** Finds tags that the prompt asks for under one name and shows under another. */
export const mismatchRule: Rule = function* (subject) {
  const { reading, reward } = subject;
  for (const { written, meant, tag, shown, other } of findMismatches(subject)) {
    const [wrong, right] = [quoteTag(written), quoteTag(meant)];
    const isOtherShown = reading.shown.some(
      ({ kind, span }) => kind === 'example' && span.start <= other.span.start && other.span.end <= span.end,
    );
    const loss = reward === null ? 0 : lossOfRenaming(reward, meant, written);
    yield {
      code: 'tag-mismatch',
      ...(reward === null ? {} : { loss }),
      span: tag.span,
      message: joinSentences(
        sayDifference(wrong, right, shown, isOtherShown),
        reward === null
          ? t('Models follow one or the other.')
          : loss > 0
            ? t(
                'The reward {0} pays only for {1}, and a response with {2} loses {3}.',
                reward.name,
                right,
                wrong,
                fourPlaces(loss),
              )
            : t('The reward {0} pays only for {1}.', reward.name, right),
        t('Write {0} everywhere.', right),
      ),
      related: [{ span: other.span, message: t('Here it is {0}.', right) }],
      fixes: [renameTags(reading.tags, written, meant)],
    };
  }
};

/** How the names of a tag differ, both as they are written in a message. */
function sayDifference(wrong: string, right: string, shown: Shown | null, isRightShown: boolean): string {
  if (shown === null) return t('The prompt asks for {0} but shows {1}.', wrong, right);
  if (shown.kind === 'form')
    return isRightShown
      ? t('The prompt shows {0}, but this form has {1} instead.', right, wrong)
      : t('The prompt asks for {0}, but this form has {1} instead.', right, wrong);
  return isRightShown
    ? t('The prompt shows {0}, but this example has {1} instead.', right, wrong)
    : t('The prompt asks for {0}, but this example has {1} instead.', right, wrong);
}
