import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { plainText } from '../../../core/plainText.ts';
import type { PromptFinding } from '../../../core/prompts/lint/model.ts';
import { RULE_CODES, RULES, type RuleCode } from '../../../core/prompts/lint/ruleCatalogue.ts';
import type { Severity, Span } from '../../../core/span.ts';
import { placeInText } from '../../output/placeInText.ts';
import { packageFile } from '../../package/shippedFile.ts';
import type { LintedPrompt } from './lintReport.ts';
import { Positions } from '../../../core/positions.ts';
import { packageVersion } from '../../package/version.ts';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
};

/**
 * The findings as a log of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which code scanning and
 * editors read: rules with their pages, results with their places and repairs.
 */
export async function sarif(linted: readonly LintedPrompt[]): Promise<unknown> {
  const unreadable = linted.filter((each) => 'problem' in each);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'PageTrace',
            semanticVersion: await packageVersion(),
            rules: await Promise.all(RULE_CODES.map(ruleSarif)),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: unreadable.length === 0,
            toolExecutionNotifications: unreadable.map((each) => ({
              level: 'error',
              message: plainMessage(each.problem),
              locations: [{ physicalLocation: { artifactLocation: artifact(each.file) } }],
            })),
          },
        ],
        results: linted.flatMap((each) => {
          if ('problem' in each) return [];
          const positions = new Positions(each.text);
          return each.result.findings.map((finding) => resultSarif(each.file, finding, positions));
        }),
      },
    ],
  };
}

/** The path of a rule's page from the root of the package. */
function ruleDocument(code: RuleCode): string {
  return `docs/lint/${code}.md`;
}

/** A rule with the text of its page: a path on this machine would mean nothing to a reader of the log. */
async function ruleSarif(code: RuleCode): Promise<unknown> {
  const { title, severity, why } = RULES[code];
  const markdown = await fs.readFile(packageFile(ruleDocument(code)), 'utf8').catch(() => null);
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why} See ${ruleDocument(code)}.`, ...(markdown === null ? {} : { markdown }) },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

/** A message with what a prompt or a file's name contributes to it: SARIF viewers make links of `[text](address)`. */
function plainMessage(text: string): { readonly text: string } {
  return { text: plainText(text) };
}

function resultSarif(file: string, finding: PromptFinding, positions: Positions): unknown {
  const { code, severity, message, span, related, fixes } = finding;
  return {
    ruleId: code,
    ruleIndex: RULE_CODES.indexOf(code),
    level: LEVELS[severity],
    message: plainMessage(message),
    locations: [location(file, span, positions)],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((place, index) => ({
            id: index + 1,
            message: plainMessage(place.message),
            ...location(file, place.span, positions),
          })),
        }),
    ...(fixes.length === 0
      ? {}
      : {
          fixes: fixes.map(({ title, edits }) => ({
            description: plainMessage(title),
            artifactChanges: [
              {
                artifactLocation: artifact(file),
                replacements: edits.map((edit) => ({
                  deletedRegion: region(edit.span, positions),
                  insertedContent: { text: edit.text },
                })),
              },
            ],
          })),
        }),
  };
}

function location(file: string, span: Span, positions: Positions): { readonly physicalLocation: unknown } {
  return {
    physicalLocation: { artifactLocation: artifact(file), region: region(span, positions) },
  };
}

function region(span: Span, positions: Positions): unknown {
  const { line, column, end_line, end_column } = placeInText(span, positions);
  return {
    startLine: line,
    startColumn: column,
    endLine: end_line,
    endColumn: end_column,
    charOffset: span.start,
    charLength: span.end - span.start,
  };
}

/**
 * A file as a URI: relative to the current folder if it is below it, which code scanning treats as the root of the
 * repository.
 */
function artifact(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  if (file === '-') return { uri: 'stdin' };
  const relative = path.relative('.', file);
  if (path.isAbsolute(relative) || relative.startsWith('..')) return { uri: pathToFileURL(file).href };
  return { uri: relative.split(path.sep).map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}
