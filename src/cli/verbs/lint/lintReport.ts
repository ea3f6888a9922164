import type { PromptFinding, PromptLint, ShownExample } from '../../../core/prompts/lint/model.ts';
import type { Severity } from '../../../core/span.ts';
import { countText } from '../../output/numbers.ts';
import { Positions } from '../../../core/positions.ts';
import { placeInText } from '../../output/placeInText.ts';

/** A prompt with its findings, or why it could not be checked. */
export type LintedPrompt =
  | {
      readonly file: string;
      readonly text: string;
      /** The reward that it was checked against; null for none. */
      readonly rewardName: string | null;
      readonly result: PromptLint;
      /** What the prompt is assigned to, in a Python file. */
      readonly constant?: string;
    }
  | {
      readonly file: string;
      readonly problem: string;
      /** Whether the problem is that of a map file, which other prompts may have too. */
      readonly isOfMap: boolean;
    };

/** One line for each finding, as compilers write them: `file:line:column: severity code message`. */
export function lintLines(linted: readonly LintedPrompt[]): string {
  return linted
    .flatMap((each) => {
      if ('problem' in each) return [];
      const positions = new Positions(each.text);
      return each.result.findings.map(({ span, severity, code, message }) => {
        const { line, column } = positions.at(span.start);
        return `${each.file}:${line}:${column}: ${severity} ${code} ${message.replaceAll('\n', ' ')}\n`;
      });
    })
    .join('');
}

/** The JSON that media/schemas/lint.schema.json describes. */
export function lintJson(linted: readonly LintedPrompt[]): Readonly<Record<string, unknown>> {
  return {
    prompts: linted.map((each) => {
      if ('problem' in each) return { file: each.file, error: each.problem };
      const { file, text, rewardName, result, constant } = each;
      const positions = new Positions(text);
      return {
        file,
        ...(constant === undefined ? {} : { constant }),
        dialect: result.dialect,
        reward: rewardName,
        trainer: result.trainer,
        findings: result.findings.map((finding) => findingJson(finding, positions)),
        examples: result.examples.map((example) => exampleJson(example, positions)),
        tags: result.promises.tags.map(({ name, span }) => ({ name, ...placeInText(span, positions) })),
        tools: result.promises.tools.map(({ name, args, span }) => ({
          name,
          args,
          ...placeInText(span, positions),
        })),
      };
    }),
    summary: { prompts: linted.length, ...countsOf(linted) },
  };
}

function findingJson(finding: PromptFinding, positions: Positions): unknown {
  const { code, severity, loss, message, span, related, fixes } = finding;
  return {
    code,
    severity,
    loss,
    message,
    ...placeInText(span, positions),
    related: related.map((place) => ({ message: place.message, ...placeInText(place.span, positions) })),
    fixes: fixes.map(({ title, edits }) => ({
      title,
      edits: edits.map((edit) => ({ text: edit.text, ...placeInText(edit.span, positions) })),
    })),
  };
}

function exampleJson({ kind, span, score }: ShownExample, positions: Positions): unknown {
  return {
    kind,
    ...placeInText(span, positions),
    ...(score === null ? {} : { profile: score.profile, overall: score.ifRight ?? score.overall }),
  };
}

/** The number of findings of each severity, and of prompts that could not be checked. */
function countsOf(
  linted: readonly LintedPrompt[],
): Readonly<Record<'errors' | 'warnings' | 'information' | 'unreadable', number>> {
  const findings = linted.flatMap((each) => ('result' in each ? each.result.findings : []));
  const of = (severity: Severity): number => findings.filter((each) => each.severity === severity).length;
  return {
    errors: of('error'),
    warnings: of('warning'),
    information: of('information'),
    unreadable: linted.filter((each) => 'problem' in each).length,
  };
}

/** The summary as one sentence. */
export function lintSummary(linted: readonly LintedPrompt[]): string {
  const { errors, warnings, information, unreadable } = countsOf(linted);
  const said = [
    ...(errors === 0 ? [] : [countText(errors, 'error', 'errors')]),
    ...(warnings === 0 ? [] : [countText(warnings, 'warning', 'warnings')]),
    ...(information === 0 ? [] : [countText(information, 'note', 'notes')]),
    ...(unreadable === 0 ? [] : [`${countText(unreadable, 'prompt', 'prompts')} could not be checked`]),
  ];
  return `${countText(linted.length, 'prompt', 'prompts')}: ${said.length === 0 ? 'nothing found' : said.join(', ')}.`;
}
