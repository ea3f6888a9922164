import { getLocation } from 'jsonc-parser';
import { sentenceMarkdown } from '../markdown.ts';
import type { Hover } from '../model.ts';
import { DATASET_HEAD_KEYS, DATASET_KEYS } from './datasetKeys.ts';
import { lineAt } from './lines.ts';

/** A line that is longer is not read. */
const LONGEST_LINE = 64 * 1024;

/** What the key at an offset of a data set means; null for other places. */
export function hoverDataset(text: string, offset: number): Hover | null {
  const line = lineAt(text, offset);
  if (line.text.length > LONGEST_LINE) return null;
  const { path, isAtPropertyKey, previousNode } = getLocation(line.text, offset - line.start);
  const [key] = path;
  if (!isAtPropertyKey || path.length !== 1 || previousNode === undefined) return null;
  const keys = line.text.includes('"pagetrace_dataset"') ? DATASET_HEAD_KEYS : DATASET_KEYS;
  const known = keys.find((each) => each.key === key);
  if (known === undefined) return null;
  const start = line.start + previousNode.offset;
  return { span: { start, end: start + previousNode.length }, markdown: sentenceMarkdown(known.description) };
}
