import type { TagToken } from './lexer.ts';

/** A run of text between tags, without the white space around it; -1 and -1 if there is only white space. */
export interface TextFragment {
  readonly kind: 'text';
  readonly inkStart: number;
  readonly inkEnd: number;
}

/** Tags in running text that have findings. */
export interface TagMentions {
  /** Opening tags of the block that was already open. */
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

/** Sorts the held tags, which turned out to be running text inside the block `blockName`. */
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
