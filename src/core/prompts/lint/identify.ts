import type { RewardProfile } from '../../rewards/model.ts';
import { ownProfile } from '../../rewards/ownProfile.ts';
import { profileByName } from '../../rewards/registry.ts';
import { dialectOf } from '../../trajectory/dialects/registry.ts';
import { SIGNATURES } from '../../trajectory/dialects/signatures.ts';
import { KNOWN_TAGS, TOOL_TAG } from '../../trajectory/dialects/tags.ts';
import type { DialectName } from '../../trajectory/model.ts';
import { areSimilarTags, haveSameBeginning } from './similarTags.ts';

/** The dialect that is assumed for a prompt without a front matter. */
export interface Identified {
  readonly dialect: DialectName | null;
  readonly reward: RewardProfile | null;
  /** Whether its tags identify the dialect beyond doubt. */
  readonly certain: boolean;
}

/** The confidence from which the tags identify the dialect beyond doubt. */
const CERTAIN = 0.8;

/** The tags of a dialect, including the tag of tool calls. */
export function tagsOfDialect(name: DialectName): readonly string[] {
  const { blocks, tools } = dialectOf(name);
  return [...blocks.map((block) => block.name), ...(tools === null ? [] : [TOOL_TAG])];
}

/** The default reward of a dialect; null if it has none. */
export function rewardOfDialect(dialect: DialectName): RewardProfile | null {
  const own = ownProfile(dialect);
  return own === null ? null : profileByName(own);
}

/**
 * The dialect that the tags of a prompt indicate.
 * @param tags names of the tags that it asks for or shows
 * @param text the rendered prompt
 */
export function identifyPrompt(tags: readonly string[], text: string): Identified {
  const used = new Set(tags.map((tag) => canonicalTag(tag.toLowerCase())));
  for (const { dialect, tags: signature, needs, least } of SIGNATURES) {
    const asked = signature.filter((tag) => used.has(tag)).length;
    if (needs === 'all' ? asked < signature.length : asked === 0) continue;
    const own = tagsOfDialect(dialect);
    const confidence = (2 * own.filter((tag) => used.has(tag)).length) / (own.length + used.size);
    if (confidence < least) continue;
    return { ...withReward(dialect), certain: confidence >= Math.max(CERTAIN, least) };
  }
  if (used.has('answer') && /<answer>[^<]*["']bbox_2d["']/.test(text)) {
    // Boxes indicate VG-Refiner: with another tool's boxes if the prompt asks for a function, otherwise without.
    if (used.has('function')) return { ...withReward('vg-refiner'), certain: true };
    return { dialect: 'vg-refiner', reward: profileByName('vg-refiner-plain'), certain: true };
  }
  if (!used.has('answer') && text.includes('\\boxed{')) return { ...withReward('boxed'), certain: true };
  if (used.has('answer') || used.has('think')) return { ...withReward('think-answer'), certain: true };
  return { dialect: null, reward: null, certain: true };
}

const withReward = (dialect: DialectName): Omit<Identified, 'certain'> => ({
  dialect,
  reward: rewardOfDialect(dialect),
});

/** Tags that most dialects have, so that a synonym of one does not indicate a dialect. */
const COMMON = ['think', 'answer'];

/** The tag that a common synonym means: `<thinking>`, `<final_answer>`, `<observation>`. */
function canonicalTag(tag: string): string {
  if (KNOWN_TAGS.has(tag)) return tag;
  return (
    COMMON.find((name) => areSimilarTags(tag, name)) ??
    SIGNATURES.flatMap(({ tags }) => tags).find(
      (name) => name !== TOOL_TAG && haveSameBeginning(tag, name),
    ) ??
    tag
  );
}
