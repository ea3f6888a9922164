import { t } from '@vscode/l10n';
import { findingData } from '../../core/trajectory/findings.ts';
import { insertion, replacement, type Repairer, type Repairers } from './repairs.ts';

const NUMBER = /-?\d+(?:\.\d+)?/g;

/** Orders the two numbers of each direction, the smaller one first. */
const turnBox: Repairer = ({ text, finding }) => {
  const numbers = text.match(NUMBER);
  if (numbers?.length !== 4) return [];
  const [a = '', b = '', c = '', d = ''] = numbers;
  const [left, right] = Number(a) <= Number(c) ? [a, c] : [c, a];
  const [top, bottom] = Number(b) <= Number(d) ? [b, d] : [d, b];
  const sorted = [left, top, right, bottom];
  let next = 0;
  const written = text.replaceAll(NUMBER, (number) => sorted[next++] ?? number);
  return [replacement(t('Write left, top, right, bottom'), finding.span, written)];
};

/** Takes the boxes out of the fenced code block that begins in the finding. */
const bareBoxes: Repairer = ({ response, finding, parts }) => {
  const block = parts.blockAround(finding.span);
  if (block === null) return [];
  const { start, end } = block.content;
  const pieces = response.slice(start, end).split(/```[^\n`]*\n?/);
  const bare = pieces.map((piece, index) => (index < pieces.length - 1 ? piece.trimEnd() : piece)).join('');
  return [replacement(t('Take the boxes out of the fence'), block.content, bare)];
};

const addEvidence: Repairer = ({ finding, response }) => {
  const image = findingData(finding, 'evidence-missing')?.image;
  if (image === undefined) return [];
  const { start } = finding.span;
  const isNewLine = start === 0 || response.charAt(start - 1) === '\n';
  const line = `${isNewLine ? '' : '\n'}[${image}]: no relevant information${isNewLine ? '\n' : ''}`;
  return [insertion(t('Write that Image {0} contains none', image), start, line, false)];
};

const markEvidence: Repairer = ({ text, finding }) => {
  const mark = /^\[\d+\]$/.exec(text)?.[0];
  return mark === undefined ? [] : [replacement(t('Write {0}:', mark), finding.span, `${mark}:`)];
};

const nameMarkedImage: Repairer = ({ text, finding }) => {
  const image = /\d+/.exec(text)?.[0];
  return image === undefined
    ? []
    : [replacement(t('Write Image {0}', image), finding.span, `Image ${image}`)];
};

const plainVerdict: Repairer = ({ text, finding }) => {
  const value = /^\s*(true|false)\s*(?:\.\s*)?$/i.exec(text)?.[1]?.toLowerCase();
  if (value === undefined) return [];
  const written = value === 'true' ? 'True' : 'False';
  return [replacement(t('Write {0}', written), finding.span, written)];
};

const rightAverage: Repairer = ({ finding }) => {
  const average = findingData(finding, 'average-wrong')?.average;
  return average === undefined ? [] : [replacement(t('Write {0}', average), finding.span, String(average))];
};

const endTools: Repairer = ({ response }) => {
  const end = response.trimEnd().length;
  return [insertion(t('End the list with END_OF_TOOLS'), end, `${end === 0 ? '' : '\n'}END_OF_TOOLS`)];
};

const closeBoxed: Repairer = ({ response, finding }) => {
  const line = response.indexOf('\n', finding.span.start);
  const end = response.slice(0, line < 0 ? undefined : line).trimEnd().length;
  return [insertion(t('Close the boxed answer'), end, '}')];
};

/** Repairs of a dialect's structured parts. */
export const PART_REPAIRS: Repairers = {
  'box-inverted': turnBox,
  'boxes-fenced': bareBoxes,
  'evidence-missing': addEvidence,
  'evidence-unread': markEvidence,
  'mark-in-observe': nameMarkedImage,
  'verdict-unread': plainVerdict,
  'average-wrong': rightAverage,
  'missing-end-of-tools': endTools,
  'answer-not-closed': closeBoxed,
};
