import { t } from '@vscode/l10n';
import type { Completion } from '../model.ts';
import { sentenceMarkdown } from '../markdown.ts';
import type { Analysis } from './analysis.ts';
import { FRONT_MATTER_KEYS, frontMatterKey } from './frontMatterKeys.ts';

/** A template of a front matter, offered if the first line is empty or begins one. */
const START =
  '---\nquestion: ${1:question}\ndialect: ${2:lang2act}\nverdict: ${3|unknown,right,wrong|}\n---\n$0';

/** Whether `offset` is in a front matter that is being written: opened, not closed yet, and nothing follows. */
export function isInOpenFrontMatter({ region, file }: Analysis, offset: number): boolean {
  return (
    file.bodyStart === 0 &&
    /^---[ \t]*\r?\n/.test(region.text) &&
    !/^[ \t]*</m.test(region.text.slice(0, offset - region.start))
  );
}

/** Completes a whole front matter if the file has none and `offset` is in a first line that consists only of dashes. */
export function frontMatterStart({ region, file }: Analysis, offset: number): readonly Completion[] {
  const at = offset - region.start;
  const [line = ''] = region.text.split('\n', 1);
  if (file.bodyStart > 0 || at > line.length || !/^-{0,3}\r?$/.test(line)) return [];
  return [
    {
      label: '---',
      kind: 'key',
      detail: t('front matter'),
      documentation: t('What was asked, the dialect of the response, and whether the answer is right.'),
      insert: START,
      replace: { start: region.start, end: region.start + line.trimEnd().length },
      goesOn: false,
    },
  ];
}

/** The keys that the front matter does not have yet, or the values of the key on the line of `offset`. */
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
      documentation: sentenceMarkdown(description),
      insert: `${line.endsWith(':') ? ' ' : ''}${value}`,
      replace: { start: offset - written.length, end: offset + rest.length },
      goesOn: false,
    }));
  }
  if (!/^[\w-]*$/.test(line)) return [];
  const yaml = text.slice(0, file.bodyStart === 0 ? at : file.bodyStart);
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
