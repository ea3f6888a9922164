import { strip } from '../python/strip.ts';
import { ACTION_KINDS } from './actionKinds.ts';
import type { BlockRule, Dialect } from './dialects/dialect.ts';
import { TOOL_TAG } from './dialects/tags.ts';

/** UTF-16 units of the longest tag that is read here. */
const LONGEST = 1024;

/** A call is written in this way only: nothing in it but two attributes, without quotation marks and tags in them. */
const CALL = 'tool name="';
const ARGS = '" args="';

const [QUOTE, APOSTROPHE, SLASH, LESS, GREATER] = [0x22, 0x27, 0x2f, 0x3c, 0x3e];

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
  let end: number;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', end)) {
    if (text.startsWith(CALL, at + 1)) {
      const nameStart = at + 1 + CALL.length;
      const nameEnd = plainValueEnd(text, nameStart);
      if (nameEnd === -1 || !text.startsWith(ARGS, nameEnd)) return null;
      const argsEnd = plainValueEnd(text, nameEnd + ARGS.length);
      if (argsEnd === -1 || text.charCodeAt(argsEnd + 1) !== GREATER) return null;
      end = argsEnd + 2;
      if (tools === null || isCalling || end - at > LONGEST) return null;
      names.push(strip(text.slice(nameStart, nameEnd)));
      isCalling = true;
      continue;
    }
    const isEnd = text.charCodeAt(at + 1) === SLASH;
    const start = at + (isEnd ? 2 : 1);
    const stop = nameEndOf(text, start);
    end = stop + 1;
    if (stop === start || text.charCodeAt(stop) !== GREATER || end - at > LONGEST) return null;
    const tag = text.slice(start, stop);
    if (isEnd) {
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

/** Where the value of an attribute ends, at a quotation mark; -1 if something else that a value cannot have is before. */
function plainValueEnd(text: string, start: number): number {
  for (let at = start; at < start + LONGEST; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === APOSTROPHE || unit === LESS || unit === GREATER || unit === 10 || unit === 13) return -1;
    // The end of the text.
    if (Number.isNaN(unit)) return -1;
  }
  return -1;
}

/** Where the name of a tag ends: lower-case letters of ASCII, `_` and `-`. */
function nameEndOf(text: string, start: number): number {
  let at = start;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (!((unit >= 0x61 && unit <= 0x7a) || unit === 0x5f || unit === 0x2d)) return at;
    at += 1;
  }
}
