import type { Span } from '../../core/span.ts';
import type { ToolCall } from '../../core/trajectory/model.ts';
import type { SemanticToken } from '../model.ts';
import type { Analysis } from './analysis.ts';

/** The names of tools, distinguished as known, unknown, and misplaced, and the images that args and evidence name. */
export function semanticTokensOf(analysis: Analysis): readonly SemanticToken[] {
  const { trajectory, dialect, numImages } = analysis;
  const rule = dialect.tools;
  const known = new Set([
    ...analysis.toolbox.map(({ name }) => name),
    ...(rule === null ? [] : [...rule.toolbox, ...rule.alsoAllowed].map(({ name }) => name)),
  ]);
  const tokens: SemanticToken[] = [];
  const add = (span: Span, type: SemanticToken['type'], modifiers: SemanticToken['modifiers']): void => {
    if (span.end > span.start) tokens.push({ span: analysis.place(span), type, modifiers });
  };
  const addImage = (image: number, span: Span): void => {
    const isAbsent = numImages !== null && (image < 1 || image > numImages);
    add(span, 'pagetraceImage', isAbsent ? ['absent'] : []);
  };
  const isInPlace = (call: ToolCall): boolean =>
    rule !== null && (rule.container === null || call.insideDescription);
  const modifiersOf = (call: ToolCall): SemanticToken['modifiers'] => [
    ...(known.has(call.name) ? [] : (['unknown'] as const)),
    ...(isInPlace(call) ? [] : (['misplaced'] as const)),
  ];
  for (const call of trajectory.tools) {
    if (call.nameSpan !== null) add(call.nameSpan, 'pagetraceTool', modifiersOf(call));
    for (const { image, span } of call.images) addImage(image, span);
  }
  for (const part of trajectory.parts) {
    if (part.kind === 'evidence-item') addImage(part.image, part.mark);
    if (part.kind === 'tool-definition') add(part.nameSpan, 'pagetraceTool', []);
  }
  return tokens.sort((a, b) => a.span.start - b.span.start);
}
