/**
 * The tags of every system whose trajectories are met, by system. A tag that another system uses is still a tag
 * to a person, and is reported as foreign rather than taken for prose.
 */
export const SYSTEM_TAGS = {
  'think-answer': ['think', 'answer'],
  'action-rl': ['think', 'description', 'answer'],
  lang2act: ['think', 'description', 'tool', 'answer'],
  'tool-curation': ['tool'],
  evisrag: ['observe', 'evidence', 'think', 'answer'],
  'vg-refiner': ['think', 'function', 'tool', 'rethink', 'answer'],
  'vrag-rl': ['think', 'search', 'bbox', 'answer'],
  'pixel-reasoner': ['tool_call'],
  judge: ['judge'],
} as const satisfies Record<string, readonly string[]>;

/** Every tag of every system, lower case. */
export const KNOWN_TAGS: ReadonlySet<string> = new Set(Object.values(SYSTEM_TAGS).flat());

/** The tag of a tool call: the only one that takes attributes. */
export const TOOL_TAG = 'tool';

/** Length of the longest known tag. */
export const LONGEST_TAG = Math.max(...[...KNOWN_TAGS].map((tag) => tag.length));
