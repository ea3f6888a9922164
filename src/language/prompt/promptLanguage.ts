import { t } from '@vscode/l10n';
import { lintPrompt } from '../../core/prompts/lint/lintPrompt.ts';
import type { PromptFinding, PromptLint } from '../../core/prompts/lint/model.ts';
import { lookUpScores, type OwnReward, type TrialScores } from '../../core/prompts/lint/ownReward.ts';
import { RULES } from '../../core/prompts/lint/ruleCatalogue.ts';
import { readPromptFile } from '../../core/prompts/promptFile.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import { isProfileName } from '../../core/rewards/names.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import type { Trainer } from '../../core/rewards/trainers.ts';
import type { Span } from '../../core/span.ts';
import type { CompositeSource, Fix, Hover, SourceText } from '../model.ts';

/** A prompt in an editor. */
export type PromptText = Pick<SourceText, 'uri' | 'text'>;

/** A person's own reward function, with the scores of what a prompt shows. */
export interface ScoredReward {
  /** As the person named it. */
  readonly name: string;
  /** Null before anything was scored. */
  readonly scores: TrialScores | null;
  /** A sentence that says why it cannot be run. */
  readonly fault?: string;
}

/** The lint options from the editor's settings and its server. */
export interface LintSettings {
  /** Codes of rules that are turned off. */
  readonly off: readonly string[];
  /** Tokens that the model in use accepts; null if not known. */
  readonly modelLength: number | null;
  /** The composite reward that the prompt or the map file names; null if they name none. */
  readonly composite: CompositeSource | null;
  /** The reward that the map file names for a prompt that names none; null if it names none either. */
  readonly usualReward: string | null;
  /** The trainer that sends the prompt if its settings name none. */
  readonly usualTrainer: Trainer | 'none';
  /** The person's own reward function in place of a profile; null for none. */
  readonly ownReward: ScoredReward | null;
  /** A sentence that says why the map file cannot be used; null if it can, or if there is none. */
  readonly mapFault: string | null;
}

/** Answers an editor's requests for prompt files; each text is linted once. */
export class PromptLanguage {
  readonly #known = new Map<
    string,
    {
      readonly text: string;
      readonly settings: string;
      readonly composite: CompositeSource | null;
      readonly lint: PromptLint;
    }
  >();

  /** The lint's findings in a prompt. */
  lint({ uri, text }: PromptText, { composite, ...settings }: LintSettings): PromptLint {
    const { off, modelLength, usualReward, usualTrainer, mapFault, ownReward } = settings;
    const known = this.#known.get(uri);
    const key = JSON.stringify(settings);
    if (known?.text === text && known.settings === key && known.composite === composite) return known.lint;
    const read = composite?.profile ?? composite?.fault ?? null;
    const lint = lintPrompt(text, {
      name: uri,
      composite: read,
      ...(usualReward === null ? {} : { usualReward: profileNamed(usualReward, composite) }),
      usualTrainer: usualTrainer === 'none' ? null : usualTrainer,
      mapFault,
      ...(ownReward === null ? {} : { ownReward: withScores(ownReward) }),
      off,
      modelLength,
    });
    this.#known.set(uri, { text, settings: key, composite, lint });
    return lint;
  }

  /** Drops what is stored about a closed prompt. */
  forget(uri: string): void {
    this.#known.delete(uri);
  }

  /**
   * The message of a rule at `offset`, with its reason.
   * @param pageOf returns the address of the page of a rule
   */
  hover(
    prompt: PromptText,
    settings: LintSettings,
    offset: number,
    pageOf: (code: string) => string,
  ): Hover | null {
    const found = this.lint(prompt, settings).findings.filter(
      ({ span }) => span.start <= offset && offset <= span.end,
    );
    const [narrowest] = found.toSorted((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start));
    if (narrowest === undefined) return null;
    const codes = [...new Set(found.map(({ code }) => code))];
    return {
      span: narrowest.span,
      markdown: codes
        .map((code) => `**${RULES[code].title}** ([${code}](${pageOf(code)}))\n\n${RULES[code].why}`)
        .join('\n\n'),
    };
  }

  /** The repairs of the findings within `span`, and for each rule an edit that turns it off in this prompt. */
  fixes(prompt: PromptText, settings: LintSettings, span: Span): readonly Fix[] {
    const { findings } = this.lint(prompt, settings);
    const touched = findings.filter(
      (finding) => finding.span.start <= span.end && finding.span.end >= span.start,
    );
    return [
      ...touched.flatMap((finding) =>
        finding.fixes.map(({ title, edits }): Fix => ({
          title,
          edits: edits.map(({ span: place, text }) => ({ span: place, newText: text })),
          diagnostic: finding,
          preferred: true,
        })),
      ),
      ...touched.map((finding) => switchOff(prompt.text, finding)),
    ];
  }
}

const withScores = ({ scores, ...reward }: ScoredReward): OwnReward => ({
  ...reward,
  scoreOf: scores && lookUpScores(scores),
});

/** The profile of a reward that a map file names; null for none, and for one that is not a profile. */
function profileNamed(name: string, composite: CompositeSource | null): RewardProfile | null {
  return isProfileName(name) ? profileByName(name) : (composite?.profile ?? null);
}

/** Inserts the comment that turns a rule off at the beginning of the template; it renders as nothing. */
function switchOff(text: string, finding: PromptFinding): Fix {
  const { templateStart } = readPromptFile('', text);
  return {
    title: t('Turn off {0} for this prompt', finding.code),
    edits: [
      {
        span: { start: templateStart, end: templateStart },
        newText: `{# pagetrace-lint-disable ${finding.code} #}`,
      },
    ],
    diagnostic: finding,
    preferred: false,
  };
}
