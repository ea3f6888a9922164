import type { TagToken } from './lexer.ts';

/** A run of text between tags, without the white space around it; -1 and -1 where it has nothing else. */
export interface TextFragment {
  readonly kind: 'text';
  readonly inkStart: number;
  readonly inkEnd: number;
}

/** Tags that stood in running text, by what they are there. */
export interface TagMentions {
  /** Openings of the block that was open. */
  readonly doubled: readonly TagToken[];
  /** Closing tags that close nothing, not even a mention. */
  readonly stray: readonly TagToken[];
  readonly mentioned: readonly TagToken[];
}

/** Whether one of the held tags is closed by a later one, as a block would be. */
export function hasClosedPair(held: readonly (TagToken | TextFragment)[]): boolean {
  const opened = new Set<string>();
  for (const event of held) {
    if (event.kind === 'open') opened.add(event.name);
    if (event.kind === 'close' && opened.has(event.name)) return true;
  }
  return false;
}

/** Sorts held tags that running text names, inside the block `blockName`. */
export function readMentions(
  held: readonly (TagToken | TextFragment)[],
  blockName: string | undefined,
): TagMentions {
  const opened = new Map<string, number>();
  const mentions = { doubled: [] as TagToken[], stray: [] as TagToken[], mentioned: [] as TagToken[] };
  for (const event of held) {
    if (event.kind === 'text') continue;
    const isClosing = event.kind === 'close';
    const open = opened.get(event.name) ?? 0;
    if (!isClosing && event.name === blockName) {
      mentions.doubled.push(event);
    } else if (isClosing && open === 0) {
      mentions.stray.push(event);
    } else {
      opened.set(event.name, isClosing ? open - 1 : open + 1);
      mentions.mentioned.push(event);
    }
  }
  return mentions;
}
