import { t } from '@vscode/l10n';
import { readComposite } from '../core/rewards/composite/readComposite.ts';
import type { Span } from '../core/span.ts';
import type { CompositeSource } from './model.ts';

/** A composite reward, and where its first problem is. */
export type PlacedComposite = CompositeSource & {
  /** The first problem in the file; null if there is none, or if there is no text. */
  readonly place: Span | null;
};

/** The text of a composite reward's file. */
export interface CompositeText {
  /** Null if the file cannot be read. */
  readonly text: string | null;
  /** Why it may not be read, and what to do; null if it was read, and if it is missing. */
  readonly fault: string | null;
}

/**
 * Reads a composite reward.
 * @param name the name that a front matter uses for it
 */
export function readCompositeSource(name: string, { text, fault }: CompositeText): PlacedComposite {
  if (text === null)
    return {
      profile: null,
      fault:
        fault === null
          ? t('The reward file {0} could not be read.', name)
          : t('The reward file {0} cannot be used: {1}', name, fault),
      place: null,
    };
  // Offsets refer to the text of an editor, which has no byte order mark.
  const { profile, problems } = readComposite(text.replace(/^\uFEFF/, ''), name);
  if (profile !== null) return { profile, fault: null, place: null };
  const [problem] = problems;
  return {
    profile: null,
    fault: t('The reward file {0} cannot be used: {1}', name, problem?.message ?? ''),
    place: problem?.span ?? null,
  };
}
