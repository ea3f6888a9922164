import type { Completion } from '../model.ts';
import type { Analysis } from './analysis.ts';
import { FRONT_MATTER_KEYS, frontMatterKey } from './frontMatterKeys.ts';

/** The keys that the front matter does not have yet, or the values of the one that the line of `offset` has. */
export function frontMatterCompletions({ region, file }: Analysis, offset: number): readonly Completion[] {
  const { text } = region;
  const at = offset - region.start;
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  if (lineStart === 0) return [];
  const line = text.slice(lineStart, at);
  const valued = /^([\w-]+):[ \t]*([\w.-]*)$/.exec(line);
  if (valued !== null) {
    const written = valued[2] ?? '';
    const rest = /^[\w.-]*/.exec(text.slice(at))?.[0] ?? '';
    return (frontMatterKey(valued[1] ?? '')?.values ?? []).map(({ value, description }) => ({
      label: value,
      kind: 'value',
      detail: '',
      documentation: description,
      insert: `${line.endsWith(':') ? ' ' : ''}${value}`,
      replace: { start: offset - written.length, end: offset + rest.length },
      goesOn: false,
    }));
  }
  if (!/^[\w-]*$/.test(line)) return [];
  const yaml = text.slice(0, file.bodyStart);
  const rest = /^[\w-]*(?::[ \t]*)?/.exec(text.slice(at))?.[0] ?? '';
  return FRONT_MATTER_KEYS.filter(({ key }) => !new RegExp(`^${key}:`, 'm').test(yaml)).map(
    ({ key, description, snippet }) => ({
      label: key,
      kind: 'key',
      detail: '',
      documentation: description,
      insert: `${key}:${snippet.startsWith('\n') ? '' : ' '}${snippet}`,
      replace: { start: offset - line.length, end: offset + rest.length },
      goesOn: snippet === '$1',
    }),
  );
}
