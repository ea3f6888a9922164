import path from 'node:path';
import type { TrajectoryInfo } from '../core/records/model.ts';
import { formatPageRanges } from '../core/records/pageRanges.ts';
import { parseTrajectory } from '../core/trajectory/parser.ts';
import { detectDialect } from '../core/trajectory/detect.ts';
import type { Step } from '../core/trajectory/model.ts';

/**
 * A trajectory as Markdown: the question, the page images, the steps, and the response as it was written.
 * @param images files of the page images, as the Markdown file names them.
 */
export function trajectoryMarkdown(
  info: TrajectoryInfo,
  response: string,
  images: readonly { readonly image: number; readonly file: string }[],
): string {
  const trajectory = parseTrajectory(response, {
    dialect: info.dialect ?? detectDialect(response).dialect,
    numImages: info.images.length > 0 ? info.images.length : null,
    tools: null,
  });
  const facts = [
    ...info.documents.map((document, index) => {
      const pages = info.images.filter((image) => image.document === index).map(({ page }) => page);
      return `${path.posix.basename(document.path)}${pages.length > 0 ? `, page${pages.length === 1 ? '' : 's'} ${formatPageRanges(pages)}` : ''}`;
    }),
    ...(info.model === null ? [] : [info.model]),
    ...(info.reference === null ? [] : [`reference answer: ${info.reference}`]),
    ...(info.verdict === 'unknown' ? [] : [`judged ${info.verdict}`]),
  ];
  return [
    `# ${inline(info.question ?? 'Trajectory')}`,
    facts.map(inline).join(' · '),
    ...images.map(({ image, file }) => `![Image ${image}](<${file}>)`),
    '## Steps',
    trajectory.steps.map((step) => stepLine(step, response)).join('\n'),
    '## Response',
    fenced(response),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function stepLine(step: Step, response: string): string {
  const said = inline(response.slice(step.body.start, step.body.end).trim()) || '(empty)';
  const name = step.tool
    ? `\`${step.tool.name.replaceAll('`', "'")}\``
    : `**${inline(step.name || 'text')}**`;
  const args = step.tool?.args ? ` (${inline(step.tool.args)})` : '';
  return `${'  '.repeat(step.depth)}- ${name}${args}: ${said}`;
}

/** Text that Markdown shows as it is, on one line. */
function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~!&$]/g, '\\$&');
}

/** A code block whose fence is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}xml\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
