import path from 'node:path';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { frontMatterPlace } from '../../core/records/frontMatter.ts';
import type { Sample } from '../../core/records/sample.ts';
import { ownProfile } from '../../core/rewards/ownProfile.ts';
import { isCompositePath, type CompositePath, type RewardProfile } from '../../core/rewards/model.ts';
import { PROFILE_NAMES, isProfileName } from '../../core/rewards/names.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import { chooseDialect } from '../../core/trajectory/detect.ts';
import type { InputItem } from '../reading/inputs.ts';
import { NO_INPUT } from '../reading/bytes.ts';
import { readWholeText } from '../reading/wholeText.ts';
import { voteByFile } from './fileVote.ts';
import { Positions } from '../../core/positions.ts';

const NAMED = `The profiles are ${PROFILE_NAMES.join(', ')}; pagetrace profiles says what each pays for.`;

/**
 * The profile that an option names: a built-in one, or the file of a composite.
 * @throws PageTraceError `bad-input` for one that is not known, and for a file that cannot be used, naming each mistake
 *   and its place.
 */
export async function loadProfile(name: string): Promise<RewardProfile> {
  if (isProfileName(name)) return profileByName(name);
  if (!name.endsWith('.json')) {
    throw new PageTraceError('bad-input', `There is no reward profile "${name}".`, {
      hint: `${NAMED} The file of a composite profile ends in .json.`,
    });
  }
  const text = await readWholeText(name, NO_INPUT);
  const { readComposite } = await import('../../core/rewards/composite/readComposite.ts');
  const { profile, problems } = readComposite(text, path.basename(name));
  if (profile !== null) return profile;
  const positions = new Positions(text);
  const mistakes = problems.map(({ span, message }) => {
    const { line, column } = positions.at(span.start);
    return `${name}:${line}:${column}: ${message}`;
  });
  throw new PageTraceError('bad-input', `The reward profile ${name} cannot be used.`, {
    hint: mistakes.join('\n'),
  });
}

/**
 * The composite reward that the front matter of a file names.
 * @param textOf what the file holds; empty where that is not known
 * @throws PageTraceError `bad-input` at the place of the name, for a composite that cannot be used.
 */
export async function loadNamedComposite(
  file: string,
  textOf: () => Promise<string>,
  reward: CompositePath,
): Promise<RewardProfile> {
  try {
    return await loadProfile(path.isAbsolute(reward) ? reward : path.join(path.dirname(file), reward));
  } catch (error) {
    const { message, hint } = asPageTraceError(error);
    const text = await textOf();
    const { line, column } = new Positions(text).at(frontMatterPlace(text, 'reward')?.start ?? 0);
    // Standard input was read already, and cannot be looked at again.
    const place = text === '' ? file : `${file}:${line}:${column}`;
    throw new PageTraceError('bad-input', `${place}: ${message}`, hint === undefined ? {} : { hint });
  }
}

/**
 * Chooses the profile of each sample: the one asked for, else the one that a trajectory file names or the form of its
 * records has, else that of the dialect that most of the first responses of the file are written in.
 */
export class ProfileChoice {
  readonly #asked: RewardProfile | null;
  readonly #notice: (text: string) => void;
  readonly #seen = new Map<string, RewardProfile>();
  /** Why the composite that a trajectory file names cannot be used, by the file. */
  readonly #faults = new Map<string, string>();

  /** @param notice is told once a file which profile was chosen by what stands there */
  constructor(asked: RewardProfile | null, notice: (text: string) => void) {
    this.#asked = asked;
    this.#notice = notice;
  }

  /**
   * Looks at a portion of samples before they are scored: reads the composite rewards that trajectory files name, and
   * sees how most records of a file want it to be scored. Never throws.
   */
  async look(items: readonly InputItem[]): Promise<void> {
    if (this.#asked !== null) return;
    const suggested = voteByFile(items, (file) => this.#seen.has(file), profileOf);
    for (const [file, profile] of suggested) {
      this.#seen.set(file, profile);
      this.#notice(
        `${file} is scored by ${profile.name}, as its first records suggest; --profile names another.`,
      );
    }
    for (const item of items) {
      if ('problem' in item || item.sample.record !== null) continue;
      const { reward } = item.sample;
      if (reward === null || !isCompositePath(reward)) continue;
      const { file } = item.place;
      try {
        this.#seen.set(file, await loadNamedComposite(file, () => readWholeText(file, NO_INPUT), reward));
      } catch (error) {
        const { message, hint } = asPageTraceError(error);
        this.#faults.set(file, hint === undefined ? message : `${message} ${hint}`);
      }
    }
  }

  /** Why the reward that a trajectory file names cannot be used; null where it can, or none is named. */
  faultOf(file: string): string | null {
    return this.#faults.get(file) ?? null;
  }

  /** The profile of a sample, or a sentence that says why there is none. */
  of(file: string, sample: Sample): RewardProfile | string {
    if (this.#asked !== null) return this.#asked;
    const fault = this.faultOf(file);
    if (fault !== null) return fault;
    // A record's form says it for its whole file; a trajectory file is a file of its own.
    const known = this.#seen.get(file);
    if (known !== undefined) return known;
    return (
      (sample.record === null ? profileOf(sample) : null) ??
      'Nothing says which reward profile scores this. Name one with --profile.'
    );
  }
}

function profileOf({ reward, dialect, question, response }: Sample): RewardProfile | null {
  if (reward !== null && isProfileName(reward)) return profileByName(reward);
  const chosen = chooseDialect(dialect, question, response);
  const written = chosen.confidence > 0 ? chosen.dialect : null;
  const name = written === null ? null : ownProfile(written);
  return name === null ? null : profileByName(name);
}
