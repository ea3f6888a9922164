import { t } from '../../t.ts';
import type { Node } from 'jsonc-parser';
import type { Finding } from '../../span.ts';
import { finding } from '../findings.ts';
import type { BoxPart, CoordinateUnit, Part } from '../partModel.ts';
import type { JsonText } from './json.ts';
import { jsonFaultText, memberNode, nodeNumbers, readJson, spanOfNode, nodeText } from './json.ts';
import type { Content, Reading } from './reader.ts';

/** What the coordinates of an answer mean. */
export interface BoxMeaning {
  readonly unit: CoordinateUnit;
  readonly image: number | null;
}

/** Four numbers as a box; null if there are not exactly four, or if one is not finite. */
export function asBox(numbers: readonly number[] | null): BoxPart['box'] | null {
  const [left, top, right, bottom] = numbers ?? [];
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return null;
  return numbers?.every(Number.isFinite) === true ? [left, top, right, bottom] : null;
}

/** Whether a box is empty: its right edge is not to the right of its left edge, or its bottom is not below its top. */
export function isInverted([left, top, right, bottom]: BoxPart['box']): boolean {
  return right <= left || bottom <= top;
}

/** Whether all coordinates of a box are between 0 and 1, as only those of a normalized box are. */
export function isNormalized(box: BoxPart['box']): boolean {
  return box.every((value) => value >= 0 && value <= 1);
}

/**
 * Reads an answer that is JSON: an object or a list of objects, with `bbox_2d` (four numbers) or `point_2d` (two
 * numbers), and optionally a `label`. Findings say how the reward treats anything else.
 */
export function readBoxes(content: Content, meaning: BoxMeaning): Reading {
  const findings: Finding[] = [];
  const fence = /```[^\n`]*/.exec(content.text);
  if (fence !== null) {
    const start = content.start + fence.index;
    findings.push(
      finding(
        'boxes-fenced',
        { start, end: start + fence[0].length },
        t('A fenced code block hides the boxes from the reward; remove the fence.'),
      ),
    );
  }
  const bare = content.text.replaceAll(/```[^\n`]*/g, (ticks) => ' '.repeat(ticks.length));
  if (bare.trim() === '') return { parts: [], findings };
  const json = readJson(bare, content.start);
  const { root, fault } = json;
  if (fault !== null) {
    findings.push(
      finding(
        'boxes-broken',
        fault.span,
        [
          t('The boxes cannot be read as JSON.'),
          jsonFaultText(fault.code),
          t('Write [{"bbox_2d": [x1, y1, x2, y2]}].'),
        ].join(' '),
      ),
    );
  }
  const parts: Part[] = [];
  const entries = root?.type === 'array' ? (root.children ?? []) : root === null ? [] : [root];
  for (const entry of entries) {
    parts.push(...partsOf(json, entry, content, meaning));
    if (fault === null) findings.push(...entryFindings(json, entry));
  }
  return { parts, findings };
}

function partsOf(json: JsonText, entry: Node, content: Content, { unit, image }: BoxMeaning): Part[] {
  const about = {
    span: spanOfNode(json, entry),
    speaker: content.speaker,
    open: content.open,
    unit,
    image,
    label: nodeText(memberNode(entry, 'label')),
  };
  const parts: Part[] = [];
  const box = asBox(nodeNumbers(memberNode(entry, 'bbox_2d'), 4));
  if (box !== null) parts.push({ kind: 'box', ...about, box });
  const [x, y] = nodeNumbers(memberNode(entry, 'point_2d'), 2) ?? [];
  if (x !== undefined && y !== undefined) parts.push({ kind: 'point', ...about, point: [x, y] });
  return parts;
}

function entryFindings(json: JsonText, entry: Node): Finding[] {
  const span = spanOfNode(json, entry);
  if (entry.type === 'number' || entry.type === 'boolean' || entry.type === 'null') {
    return [
      finding(
        'entry-not-object',
        span,
        t('An entry that is not an object makes the accuracy 0; write {"bbox_2d": [x1, y1, x2, y2]}.'),
      ),
    ];
  }
  const node = memberNode(entry, 'bbox_2d');
  if (node === undefined) {
    return memberNode(entry, 'point_2d') === undefined
      ? [
          finding(
            'entry-without-box',
            span,
            t('The reward skips this entry because it has no bbox_2d; write {"bbox_2d": [x1, y1, x2, y2]}.'),
          ),
        ]
      : [];
  }
  const box = asBox(nodeNumbers(node, 4));
  if (box === null) {
    return [
      finding(
        'box-malformed',
        spanOfNode(json, node),
        t(
          'bbox_2d does not consist of four numbers; write [x1, y1, x2, y2] in pixels of the image that was sent.',
        ),
      ),
    ];
  }
  if (isInverted(box)) return [invertedBox(spanOfNode(json, node))];
  return isNormalized(box) ? [normalizedBox(spanOfNode(json, node))] : [];
}

/** The finding about an inverted box. */
export function invertedBox(span: Finding['span']): Finding {
  return finding(
    'box-inverted',
    span,
    t(
      'The box ends before it begins; write left, top, right, and bottom, with right greater than left and bottom greater than top.',
    ),
  );
}

/** The finding about a box in fractions of the image where pixels are expected. */
export function normalizedBox(span: Finding['span']): Finding {
  return finding(
    'box-not-in-pixels',
    span,
    t('All four numbers are between 0 and 1; write pixels of the image that was sent.'),
  );
}
