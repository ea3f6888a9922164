import { strip } from '../python/strip.ts';
import { ACTION_KINDS } from './actionKinds.ts';
import type { BlockRule, Dialect } from './dialects/dialect.ts';
import { TOOL_TAG } from './dialects/tags.ts';

/** A tag that can be read in one way only: nothing in it but its name, or the two attributes of a call. */
const PLAIN_TAG = /<(?:(\/?)([a-z_-]+)|tool name="([^"'<>\n\r]*)" args="[^"'<>\n\r]*")>/y;

/** UTF-16 units of the longest tag that is read here. */
const LONGEST = 1024;

/**
 * The names of the actions of a response in which every `<` begins or ends a block or a call where it belongs: no tag is
 * mentioned, forgotten or broken. Most responses of a trained model are like that. Null for any other text, which only
 * the parser can read; for the texts that this reads, the parser finds the same.
 */
export function plainActions(text: string, { blocks, tools }: Dialect): readonly string[] | null {
  if (text.includes('`')) return null;
  const names: string[] = [];
  let block: BlockRule | null = null;
  let isCalling = false;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', PLAIN_TAG.lastIndex)) {
    PLAIN_TAG.lastIndex = at;
    const found = PLAIN_TAG.exec(text);
    if (found === null || found[0].length > LONGEST) return null;
    const [, slash, tag, called] = found;
    if (called !== undefined) {
      if (tools === null || isCalling) return null;
      names.push(strip(called));
      isCalling = true;
    } else if (slash === '/') {
      if (tag === TOOL_TAG && isCalling) isCalling = false;
      else if (!isCalling && block !== null && tag === block.name) block = null;
      else return null;
    } else {
      const opened: BlockRule | undefined = blocks.find(({ name }) => name === tag);
      if (opened === undefined || block !== null || isCalling) return null;
      block = opened;
      if (ACTION_KINDS.has(opened.role)) names.push(opened.name);
    }
  }
  return names;
}
