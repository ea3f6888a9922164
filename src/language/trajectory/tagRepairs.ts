import { t } from '@vscode/l10n';
import { KNOWN_TAGS } from '../../core/trajectory/dialects/tags.ts';
import type { Span } from '../../core/span.ts';
import { findingData } from '../../core/trajectory/findings.ts';
import type { Trajectory } from '../../core/trajectory/model.ts';
import { foldName } from '../../core/trajectory/nameCharacters.ts';
import {
  insertion,
  replacement,
  endOfInk,
  type Change,
  type Repair,
  type Repairer,
  type Repairers,
} from './repairs.ts';

/** Closes the block of `content` at its end, replacing the existing part of the closing tag. */
export function closeContent(response: string, content: Span, name: string): Repair {
  const tag = `</${name}>`;
  // A tag that is cut off at the end of the response is not part of the content.
  const half = response.slice(content.end).trimEnd();
  if (half !== '' && half.length <= tag.length && tag.startsWith(half.toLowerCase()))
    return replacement(t('Close <{0}>', name), { start: content.end, end: content.end + half.length }, tag);
  const end = endOfInk(response, content);
  const begun =
    /<\/?[a-z_]*$/i.exec(response.slice(Math.max(content.start, end - tag.length), end))?.[0] ?? '';
  const start = tag.startsWith(begun.toLowerCase()) ? end - begun.length : end;
  return replacement(t('Close <{0}>', name), { start, end }, tag);
}

const closeBlock: Repairer = ({ response, block }) =>
  block?.close !== null ? [] : [closeContent(response, block.content, block.name)];

/** Writes the tag in lowercase, without white space inside and, if it is a block's, without attributes. */
const plainTag: Repairer = ({ text, finding }) => {
  const [head, slash = '', name = ''] = /^<\s*(?:(\/)\s*)?([^\s/>]+)/.exec(text) ?? [];
  const folded = foldName(name);
  if (head === undefined || !KNOWN_TAGS.has(folded)) return [];
  const plain = `<${slash}${folded}`;
  const rest = text.slice(head.length);
  const hasAttributes = rest.includes('=') && finding.code !== 'tag-attributes';
  const written = hasAttributes ? plain + rest : `${plain}>`;
  return [replacement(t('Write {0}', hasAttributes ? plain : written), finding.span, written)];
};

const finishTag: Repairer = ({ text, finding, analysis, response, parts }) => {
  const [whole, slash = '', begun = ''] = /^<\s*(?:(\/)\s*)?(?:([a-z_]+)\s*)?$/i.exec(text) ?? [];
  if (whole === undefined) return [];
  const names = [
    ...(slash === '' ? [] : parts.unclosedNamesFrom(finding.span.start)),
    ...analysis.dialect.blocks.map(({ name }) => name),
    ...KNOWN_TAGS,
  ];
  const name = names.find((each) => each.startsWith(foldName(begun)));
  if (name === undefined) return [];
  const end = finding.span.start + text.trimEnd().length;
  const written = `<${slash}${name}>`;
  return response.charAt(end) === '>'
    ? []
    : [replacement(t('Finish {0}', written), { start: finding.span.start, end }, written)];
};

const removeTag: Repairer = ({ finding, text }) => [
  replacement(text.length > 20 ? t('Remove this tag') : t('Remove this {0}', text), finding.span, ''),
];

const openBlock: Repairer = ({ response, finding, parts }) => {
  const name = findingData(finding, 'missing-opening')?.tag;
  if (name === undefined) return [];
  const from = parts.closedEndUpTo(finding.span.start);
  const gap = /^\s*/.exec(response.slice(from, finding.span.start))?.[0].length ?? 0;
  return [insertion(t('Open <{0}>', name), from + gap, `<${name}>`)];
};

const addBlock: Repairer = ({ response, finding }) => {
  const name = findingData(finding, 'missing-block')?.tag;
  if (name === undefined) return [];
  const at = finding.span.start;
  const isLast = at === response.length;
  const end = isLast ? response.trimEnd().length : at;
  const gap = response.includes('\n') ? '\n' : '';
  const text = isLast ? `${end === 0 ? '' : gap}<${name}></${name}>` : `<${name}></${name}>${gap}`;
  return [insertion(t('Add <{0}>', name), end, text, false)];
};

const removeMention: Repairer = ({ text, finding }) => {
  const name = /[a-z_]+/i.exec(text)?.[0];
  return name === undefined ? [] : [replacement(t('Leave out the angle brackets'), finding.span, name)];
};

/** Moves a block before the first of those that should follow it. */
const moveBlock: Repairer = ({ analysis, response, block, parts }) => {
  if (!block?.close) return [];
  const names = analysis.dialect.blocks.map(({ name }) => name);
  const first = parts.firstOf(names.slice(names.indexOf(block.name) + 1));
  if (first === null || first.span.end > block.span.start) return [];
  const text = response.slice(block.span.start, block.span.end);
  const gap = /^\s*/.exec(response.slice(block.span.end))?.[0] ?? '';
  const cut: Change = { span: { start: block.span.start, end: block.span.end + gap.length }, newText: '' };
  const paste: Change = {
    span: { start: first.span.start, end: first.span.start },
    newText: `${text}${/^[ \t]*\r?\n/.test(gap) || response.includes('\n') ? '\n' : ''}`,
  };
  return [
    { title: t('Move <{0}> before <{1}>', block.name, first.name), changes: [paste, cut], preferred: false },
  ];
};

const fenceChanges = new WeakMap<Trajectory, readonly Change[]>();

/** Removes all fences, whichever of them the finding is about. */
const removeFence: Repairer = ({ analysis: { trajectory }, response }) => {
  const changes = fenceChanges.get(trajectory) ?? removeFences(trajectory, response);
  fenceChanges.set(trajectory, changes);
  return changes.length === 0 ? [] : [{ title: t('Remove the fence'), changes, preferred: true }];
};

function removeFences(trajectory: Trajectory, response: string): readonly Change[] {
  const fences = trajectory.tokens.filter(({ kind }) => kind === 'fence');
  const firstInk = response.length - response.trimStart().length;
  return fences.map(({ span }): Change => {
    const isOpening = span.start <= firstInk || span === fences[0]?.span;
    const after = /^[ \t]*\r?\n/.exec(response.slice(span.end))?.[0].length ?? 0;
    const before =
      /\r?\n[ \t]*$/.exec(response.slice(Math.max(0, span.start - 200), span.start))?.[0].length ?? 0;
    return isOpening
      ? { span: { start: span.start, end: span.end + after }, newText: '' }
      : { span: { start: span.start - before, end: span.end }, newText: '' };
  });
}

/** Repairs of tags and blocks. */
export const TAG_REPAIRS: Repairers = {
  'missing-closing': closeBlock,
  'tag-case': plainTag,
  'tag-case-unread': plainTag,
  'tag-spacing': plainTag,
  'tag-attributes': plainTag,
  'half-written-tag': finishTag,
  'unfinished-tag': finishTag,
  'doubled-opening': removeTag,
  'doubled-closing': removeTag,
  'closing-without-opening': removeTag,
  'stray-tool-closing': removeTag,
  'missing-opening': openBlock,
  'missing-block': addBlock,
  'mentioned-tag': removeMention,
  'wrong-order': moveBlock,
  'fenced-block': removeFence,
};
