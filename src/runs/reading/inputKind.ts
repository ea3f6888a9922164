import path from 'node:path';
import { beginsAsGenerations } from '../../core/records/generationsLog.ts';

/**
 * What an input holds: one trajectory, a JSON record a line, the JSON values of a list or such that run over lines, or
 * EasyR1's log.
 */
export type InputKind = 'trajectory' | 'lines' | 'values' | 'generations';

const LINE_FILES = new Set(['.jsonl', '.ndjson', '.jsonlines']);

/**
 * What an input holds, by its name and by how it begins.
 * @param asked what the person says that it is, where they do
 */
export function inputKind(name: string, head: string, asked: 'trajectory' | 'records' | null): InputKind {
  const extension = path.extname(name).toLowerCase();
  const begins = /\S/.exec(head)?.[0] ?? '';
  if (asked === 'trajectory' || (asked === null && extension === '.trajectory')) return 'trajectory';
  if (beginsAsGenerations(head)) return 'generations';
  if (begins === '[') return 'values';
  if (begins === '{' && (extension === '.json' || /^\s*\{[ \t]*\r?\n/.test(head))) return 'values';
  if (asked === 'records' || LINE_FILES.has(extension) || begins === '{') return 'lines';
  return 'trajectory';
}
