import { sentenceOf } from '../../core/sentenceOf.ts';
import type { Sample } from '../../core/records/sample.ts';
import { isCompositePath, type CompositePath, type RewardProfile } from '../../core/rewards/model.ts';
import { ownProfile } from '../../core/rewards/ownProfile.ts';
import { isProfileName } from '../../core/rewards/names.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import { NO_INPUT } from '../reading/bytes.ts';
import { readWholeText } from '../reading/wholeText.ts';
import { suggestDialect } from './dialectChoice.ts';
import { voteByFile, type PlacedSample } from './fileVote.ts';
import { loadNamedComposite } from './loadComposite.ts';

/**
 * Chooses the profile of each sample: the fixed one, or else the one that its file names or that the form of its records
 * has, or else that of the dialect that most of the first responses of its file suggest.
 */
export class ProfileChoice {
  readonly #fixed: RewardProfile | null;
  readonly #onSuggestion: (file: string, profile: RewardProfile, isNamed: boolean) => void;
  readonly #mayRead: ((file: string) => Promise<boolean>) | undefined;
  readonly #byFile = new Map<string, RewardProfile>();
  /** Why the composite that a file names cannot be used, by the file. */
  readonly #faults = new Map<string, string>();

  /**
   * @param fixed the profile of all samples; null to choose
   * @param onSuggestion is called once for each file whose records suggest a profile, or name it
   * @param mayRead whether a composite may be read that a file names; every one if left out
   */
  constructor(
    fixed: RewardProfile | null,
    onSuggestion: (file: string, profile: RewardProfile, isNamed: boolean) => void = () => undefined,
    mayRead?: (file: string) => Promise<boolean>,
  ) {
    this.#fixed = fixed;
    this.#onSuggestion = onSuggestion;
    this.#mayRead = mayRead;
  }

  /**
   * Reads a portion of samples before they are scored: loads the composite rewards that they name, and chooses a
   * profile for files of records. Never throws.
   */
  async look(items: readonly PlacedSample[]): Promise<void> {
    if (this.#fixed !== null) return;
    for (const item of items) {
      if (!('sample' in item)) continue;
      const { reward } = item.sample;
      if (reward !== null && isCompositePath(reward)) await this.#loadComposite(item, reward);
    }
    const suggestions = voteByFile(items, (file) => this.#isKnown(file), suggestProfile);
    for (const [file, profile] of suggestions) {
      this.#byFile.set(file, profile);
      const isNamed = items.some(
        (item) => 'sample' in item && item.place.file === file && item.sample.reward === profile.name,
      );
      this.#onSuggestion(file, profile, isNamed);
    }
  }

  /** Loads the composite reward that a sample names. The records of a file share the first one. */
  async #loadComposite(
    { place: { file }, sample }: Extract<PlacedSample, { sample: Sample }>,
    reward: CompositePath,
  ): Promise<void> {
    const isRecord = sample.record !== null;
    if (isRecord && this.#isKnown(file)) return;
    // Only in a trajectory file does the name have a place of its own.
    const textOf = () => (isRecord ? Promise.resolve('') : readWholeText(file, NO_INPUT).catch(() => ''));
    try {
      this.#byFile.set(file, await loadNamedComposite(file, textOf, reward, this.#mayRead));
    } catch (error) {
      this.#faults.set(file, sentenceOf(error));
    }
  }

  #isKnown(file: string): boolean {
    return this.#byFile.has(file) || this.#faults.has(file);
  }

  /** Why the reward that a file names cannot be used; null if it can, or none is named. */
  faultOf(file: string): string | null {
    return this.#fixed === null ? (this.#faults.get(file) ?? null) : null;
  }

  /** The profile of a sample; null if nothing determines it. */
  of(file: string, sample: Sample): RewardProfile | null {
    // The records of a file share one profile; a trajectory file has its own.
    return this.#fixed ?? this.#byFile.get(file) ?? (sample.record === null ? suggestProfile(sample) : null);
  }
}

function suggestProfile(sample: Sample): RewardProfile | null {
  const { reward } = sample;
  if (reward !== null && isProfileName(reward)) return profileByName(reward);
  const dialect = suggestDialect(sample);
  const name = dialect === null ? null : ownProfile(dialect);
  return name === null ? null : profileByName(name);
}
