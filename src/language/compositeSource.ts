import { t } from '@vscode/l10n';
import { readComposite } from '../core/rewards/composite/readComposite.ts';
import type { Span } from '../core/span.ts';
import type { CompositeSource } from './model.ts';

/** A composite reward, and where its first problem is. */
export type PlacedComposite = CompositeSource & {
  /** The first problem in the file; null if there is none, or if there is no text. */
  readonly place: Span | null;
};

/**
 * Reads a composite reward.
 * @param name the name that a front matter uses for it
 * @param text null if the file cannot be read
 */
export function readCompositeSource(name: string, text: string | null): PlacedComposite {
  if (text === null)
    return { profile: null, fault: t('The reward file {0} could not be read.', name), place: null };
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
