import { oneLine } from '../../core/oneLine.ts';
import type { AnswerForm } from '../model.ts';
import type { Finding, FoundValue, Reading, SeenImage } from './find.ts';
import type { Passage } from './passage.ts';
import { hasNumber } from '../../core/layout/cellText.ts';

/** EVisRAG's phrase for images that do not answer the question. */
export const INSUFFICIENT = 'insufficient to answer';
/** The same for people. */
export const NOTHING_FOUND = `The information is not in the images (${INSUFFICIENT}).`;

/** The longest page text that is quoted inside a sentence. */
const QUOTED = 60;
const WHICH = { most: 'greatest number', least: 'least number' };
/** How EVisRAG's observation names the first images. */
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
/** The most pieces of one sentence that are quoted, each by a tool call. */
const MAX_QUOTES = 3;

/** Writes the findings as a trajectory in the form that the prompt requests. */
export function compose(reading: Reading, form: AnswerForm): string {
  const { question, images } = reading;
  const seen = images.map((image) => describeImage(image, form)).join('');
  return `${beginTrajectory(question, form)}${seen}${endTrajectory(reading, form)}`;
}

/** The beginning of a trajectory, which is known before any page has been read. */
export function beginTrajectory(question: string, form: AnswerForm): string {
  if (form === 'plain') return '';
  return form === 'evisrag' ? '<observe>' : `<think>${stateQuestion(question)}`;
}

/** What follows the beginning for each image in order, once it has been read. */
export function describeImage({ image, title }: SeenImage, form: AnswerForm): string {
  if (form === 'plain') return '';
  const name = form === 'evisrag' ? `The ${ORDINALS[image - 1] ?? `${image}th`} image` : `Image ${image}`;
  const space = form === 'evisrag' && image === 1 ? '' : ' ';
  return title === null
    ? `${space}${name} has no text that could be read.`
    : `${space}${name} begins with ${quote(title)}.`.replace(/\[(?=\d\])/g, '(');
}

/** The rest of a trajectory, once all images have been read. */
export function endTrajectory(reading: Reading, form: AnswerForm): string {
  const answer = answerText(reading, form);
  const evidence = stateEvidence(reading);
  switch (form) {
    case 'lang2act':
      return ` ${evidence}</think>\n<description>\n${toolCalls(reading).join('\n')}\n</description>\n<answer>${answer}</answer>`;
    case 'action-rl':
      return ` ${evidence}</think>\n<description>${descriptionText(reading)}</description>\n<answer>${answer}</answer>`;
    case 'evisrag':
      return ` ${observeRest(reading)}</observe>\n<evidence>\n${evidenceLines(reading).join('\n')}\n</evidence>\n<think>${stateQuestion(reading.question)} ${evidence}</think>\n<answer>${answer}</answer>`;
    case 'think-answer':
      return ` ${evidence}</think>\n<answer>${answer}</answer>`;
    case 'plain':
      return answer;
  }
}

function answerText({ findings, unanswered }: Reading, form: AnswerForm): string {
  if (findings.length === 0) return form === 'evisrag' ? INSUFFICIENT : NOTHING_FOUND;
  const parts = findings.map(({ passage, values }) =>
    values.length === 0
      ? flat(passage.text)
      : values.length === 1
        ? values.map(wholeValue).join('')
        : values.map((value) => `${value.column}: ${wholeValue(value)}`).join(', '),
  );
  if (unanswered.length > 0) parts.push(`${INSUFFICIENT} the rest of the question`);
  return outsideTags(parts.join('; '));
}

function stateQuestion(question: string): string {
  return `The question is: ${quote(question, 300)}`;
}

function stateEvidence({ images, findings, unanswered }: Reading): string {
  const sentences = images.flatMap(({ image }) => {
    const found = findings.filter(({ passage }) => passage.image === image);
    return found.length === 0 ? [] : [`Image ${image} holds evidence: ${found.map(statePlace).join('; ')}.`];
  });
  if (findings.length === 0) sentences.push('No line that was read answers the question.');
  else if (unanswered.length > 0)
    sentences.push(
      `No line that was read answers: ${unanswered.map((part) => quote(part, 200)).join('; ')}.`,
    );
  return sentences.join(' ');
}

/** The tool calls of lang2act. Without findings, the titles of the images show what was read. */
function toolCalls({ findings, images }: Reading): string[] {
  if (findings.length === 0) {
    return images
      .flatMap(({ image, title }) =>
        title === null ? [] : [toolCall('locate_visual_element', image, 'title or first line', title)],
      )
      .slice(0, 8);
  }
  return findings.flatMap(callsOf).slice(0, 8);
}

function callsOf(finding: Finding): string[] {
  const { passage, values } = finding;
  const { image, heading } = passage;
  const where = describePlace(finding);
  const located =
    heading === null
      ? []
      : [
          toolCall(
            'locate_visual_element',
            image,
            `heading above the ${isInText(passage) ? 'text' : 'table'}`,
            heading,
          ),
        ];
  if (passage.kind === 'cell') {
    const label = toolCall(
      'locate_visual_element',
      image,
      passage.table === null ? `${where}, label` : `${where}, label of the row`,
      passage.labelQuote,
    );
    const cells = values.flatMap(({ quotes, column }) =>
      quotes.map((quoted) =>
        toolCall(
          readerOf(quoted),
          image,
          `${where}, ${passage.table === null ? 'value of' : 'row'} ${passage.label}${column === '' ? '' : `, column ${column}`}`,
          quoted,
        ),
      ),
    );
    return [...located, label, ...cells];
  }
  if (passage.kind === 'extreme') {
    const compared = `${where}, ${passage.along} ${passage.name}`;
    const others = passage.along === 'column' ? 'row' : 'column';
    return [
      ...located,
      toolCall(
        'compare_values',
        image,
        `${compared}, the ${WHICH[passage.which]} of the ${others}s`,
        passage.text,
      ),
      toolCall('read_numeric_value', image, `${compared}, ${others} ${passage.text}`, passage.value),
    ];
  }
  if (passage.kind === 'row') {
    const cells = passage.cells
      .slice(0, 3)
      .map((cell) => toolCall(readerOf(cell), image, `${where}, row ${passage.text}`, cell));
    const label = passage.quotes.map((quoted) =>
      toolCall('identify_entity_attribute', image, `${where}, label of the row`, quoted),
    );
    return [...located, ...cells, ...label];
  }
  return [
    ...located,
    ...passage.quotes
      .slice(0, MAX_QUOTES)
      .map((quoted) => toolCall('read_text_element', image, where, quoted)),
    ...values
      .flatMap(({ quotes }) => quotes)
      .map((quoted) =>
        toolCall(
          hasNumber(quoted) ? 'read_numeric_value' : 'identify_entity_attribute',
          image,
          `${where}, what is asked for`,
          quoted,
        ),
      ),
  ];
}

function readerOf(text: string): string {
  return hasNumber(text) ? 'read_numeric_value' : 'read_text_element';
}

function toolCall(name: string, image: number, where: string, observation: string): string {
  return `<tool name="${name}" args="Image ${image}: ${attribute(where)}">${observation}</tool>`;
}

/** The place of a finding on its page, in words. */
function describePlace({ passage }: Finding): string {
  const under = passage.heading === null ? '' : ` below the heading ${oneLine(passage.heading, QUOTED)}`;
  return isInText(passage) ? `text${under}` : `table${under}`;
}

/** Whether a passage is outside any table. */
function isInText(passage: Passage): boolean {
  return passage.kind === 'sentence' || (passage.kind === 'cell' && passage.table === null);
}

function statePlace(finding: Finding): string {
  const { passage } = finding;
  const place = outsideTags(describePlace(finding));
  if (passage.kind === 'sentence') return `the ${place} says ${quote(passage.text, 200)}`;
  if (passage.kind === 'extreme') {
    const most = `the ${place} has the ${WHICH[passage.which]}`;
    return passage.along === 'column'
      ? `${most} under ${quote(passage.name)} in the row ${quote(passage.text)}, ${quote(passage.value)}`
      : `${most} of the row ${quote(passage.name)} under ${quote(passage.text)}, ${quote(passage.value)}`;
  }
  if (passage.kind === 'row') return `the ${place} has the row ${quote(passage.text)}`;
  const columns = finding.values.map(({ column }) => column).filter((column) => column !== '');
  const under = columns.length === 0 ? '' : ` under ${columns.map((column) => quote(column)).join(' and ')}`;
  return `the ${place} has the row ${quote(passage.labelQuote)}${under}`;
}

function descriptionText({ findings, images }: Reading): string {
  if (findings.length === 0) {
    const titles = images.map(({ image, title }) =>
      title === null
        ? `Image ${image} has no text that could be read.`
        : `Image ${image} begins with ${quote(title)}.`,
    );
    return [...titles, 'None of the images answers the question.'].join(' ');
  }
  return findings.map((finding) => `Image ${finding.passage.image}: ${evidenceOf(finding)}`).join(' ');
}

function evidenceOf(finding: Finding): string {
  const read = finding.values.map((value) => quote(wholeValue(value), 200)).join(' and ');
  return read === '' ? `${statePlace(finding)}.` : `${statePlace(finding)}, which reads ${read}.`;
}

function observeRest({ findings }: Reading): string {
  return findings.length === 0
    ? 'None of them answers the question.'
    : 'The evidence names those that answer the question.';
}

function evidenceLines({ images, findings }: Reading): string[] {
  return images.map(({ image }) => {
    const own = findings.filter(({ passage }) => passage.image === image);
    return `[${image}]: ${own.length === 0 ? 'no relevant information' : own.map(evidenceOf).join(' ')}`;
  });
}

/** A value with all its lines. */
function wholeValue({ quotes }: FoundValue): string {
  return quotes.map(flat).join(' ');
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Page text for use inside a sentence: it must neither look like a tag nor name an image that the reader did not mean.
 */
function outsideTags(text: string): string {
  return text.replace(/[<>]/g, '').replace(/\bimage(?=\s+\d)/gi, 'picture');
}

function quote(text: string, longest = QUOTED): string {
  return `“${outsideTags(oneLine(text, longest))}”`;
}

/** Page text for use in the args of a tool: without quotes, which would end the attribute. */
function attribute(text: string): string {
  return outsideTags(text.replace(/["'“”]/g, ''));
}
