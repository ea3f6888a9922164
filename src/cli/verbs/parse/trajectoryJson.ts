import type { Sample } from '../../../core/records/sample.ts';
import { chooseDialect } from '../../../core/trajectory/detect.ts';
import type { Span } from '../../../core/span.ts';
import type { DialectName, Step, ToolCall, Trajectory } from '../../../core/trajectory/model.ts';
import type { Part } from '../../../core/trajectory/partModel.ts';
import { parseTrajectory } from '../../../core/trajectory/parser.ts';
import type { Thought } from '../../../core/trajectory/thoughts/model.ts';
import { thoughtOutline } from '../../../core/trajectory/thoughts/outline.ts';
import { Positions } from '../../../core/positions.ts';
import { placeInText } from '../../output/placeInText.ts';

/** A trajectory, and how sure its dialect is: 1 if it is named. */
export interface ParsedSample {
  readonly trajectory: Trajectory;
  readonly confidence: number;
}

/**
 * Parses a sample in the dialect `asked`, otherwise in the one that its file names, otherwise in the one that its
 * question or text suggests.
 */
export function parseSample(sample: Sample, asked: DialectName | null): ParsedSample {
  const { dialect, confidence } = chooseDialect(asked ?? sample.dialect, sample.question, sample.response);
  return {
    trajectory: parseTrajectory(sample.response, { dialect, numImages: sample.numImages, tools: null }),
    confidence,
  };
}

/**
 * The JSON that media/schemas/trajectory.schema.json describes. Places count from the first character of the response.
 */
export function trajectoryJson(
  { trajectory, confidence }: ParsedSample,
  sample: Sample,
): Record<string, unknown> {
  const { text, dialect, blocks, steps, tools, findings } = trajectory;
  const positions = new Positions(text);
  return {
    ...(sample.id === null ? {} : { id: sample.id }),
    dialect,
    confidence,
    characters: text.length,
    num_images: sample.numImages,
    blocks: blocks.map(({ name, span, content, close }) => ({
      name,
      text: text.slice(content.start, content.end),
      closed: close !== null,
      ...placeInText(span, positions),
    })),
    tools: tools.map((tool) => toolJson(tool, positions)),
    steps: steps.map((step) => stepJson(step, text, positions)),
    parts: trajectory.parts.map((part) => partJson(part, text, positions)),
    thoughts: thoughtsJson(trajectory, positions),
    findings: findings.map(({ code, severity, message, span }) => ({
      code,
      severity,
      message,
      ...placeInText(span, positions),
    })),
  };
}

function toolJson(tool: ToolCall, positions: Positions): unknown {
  const { name, args, observation, images, insideDescription, span } = tool;
  return {
    name,
    args,
    observation,
    images: [...new Set(images.map(({ image }) => image))],
    inside_description: insideDescription,
    ...placeInText(span, positions),
  };
}

function stepJson(step: Step, text: string, positions: Positions): unknown {
  const { index, kind, speaker, name, body, depth, images, span } = step;
  return {
    step: index + 1,
    kind,
    speaker,
    name,
    depth,
    text: text.slice(body.start, body.end),
    images,
    ...placeInText(span, positions),
  };
}

/** A part with the facts of its kind. Spans inside it are left out. */
function partJson(part: Part, text: string, positions: Positions): unknown {
  const { kind, speaker, open, span } = part;
  return {
    kind,
    speaker,
    closed: !open,
    ...partFacts(part, (within) => text.slice(within.start, within.end)),
    ...placeInText(span, positions),
  };
}

function partFacts(part: Part, textOf: (span: Span) => string): Readonly<Record<string, unknown>> {
  switch (part.kind) {
    case 'evidence-item':
      return { image: part.image, relevant: part.relevant, text: textOf(part.body) };
    case 'box':
      return { box: part.box, unit: part.unit, image: part.image, label: part.label };
    case 'point':
      return { point: part.point, unit: part.unit, image: part.image, label: part.label };
    case 'call': {
      const { name, argumentsSpan } = part;
      return { name, arguments: argumentsSpan === null ? null : textOf(argumentsSpan) };
    }
    case 'search':
      return { query: part.query, text: textOf(part.body) };
    case 'observation':
      return { images: part.images, refuses: part.refuses, text: textOf(part.body) };
    case 'verdict':
      return { item: part.item, value: part.value, text: textOf(part.body) };
    case 'quality-line':
      return { name: part.name, value: part.value, text: textOf(part.body) };
    case 'tool-definition':
      return { name: part.name, args: part.args, description: part.description };
    case 'tools-end':
      return {};
    case 'boxed-answer':
      return { text: textOf(part.body) };
  }
}

/** The reasoning as a tree or graph of thoughts, or why there is none. */
function thoughtsJson(trajectory: Trajectory, positions: Positions): unknown {
  const outline = thoughtOutline(trajectory);
  if (outline.kind === 'unstructured') return { outline: null, reason: outline.reason };
  return {
    outline: outline.thoughts.map((thought) => thoughtJson(thought, trajectory.text, positions)),
    edges: outline.edges,
  };
}

function thoughtJson(thought: Thought, text: string, positions: Positions): Record<string, unknown> {
  const { kind, label, title, span, body, verdict, about, children } = thought;
  return {
    kind,
    label,
    title,
    text: text.slice(body.start, body.end),
    verdict,
    about,
    children: children.map((child) => thoughtJson(child, text, positions)),
    ...placeInText(span, positions),
  };
}
