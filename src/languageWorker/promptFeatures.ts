import type { PromptFinding } from '../core/prompts/lint/model.ts';
import type { Span } from '../core/span.ts';
import type { Fix, Hover } from '../language/model.ts';
import type { DocumentText, LanguageCalls, NamedReward, PromptTrials, SentLintSettings } from './calls.ts';
import type { LanguageWorker } from './languageWorker.ts';

/** The calls for a prompt with settings, and what each sends besides them. */
type Others<Name extends keyof LanguageCalls> = Omit<LanguageCalls[Name]['request'], 'prompt' | 'settings'>;

/**
 * The requests of an editor for prompts. They reject with PageTraceError `timeout` for a prompt that takes too long or
 * too much memory, and `cancelled` for one that is not needed any longer.
 */
export class PromptFeatures {
  readonly #worker: LanguageWorker;
  readonly #isNeeded: () => boolean;

  /** @param isNeeded whether somebody still waits for the answers */
  constructor(worker: LanguageWorker, isNeeded: () => boolean) {
    this.#worker = worker;
    this.#isNeeded = isNeeded;
  }

  /** The reward and the trainer that the settings of a prompt name. */
  reward(prompt: DocumentText): Promise<NamedReward> {
    return this.#worker.check('promptReward', {
      document: prompt,
      settings: null,
      request: (thread) => ({ prompt: this.#worker.unsent(prompt, thread) }),
      isNeeded: this.#isNeeded,
    });
  }

  /** The lint's findings. */
  findings(prompt: DocumentText, settings: SentLintSettings): Promise<readonly PromptFinding[]> {
    return this.#check('promptFindings', prompt, settings, {});
  }

  /** What a person's own reward function has to score. */
  trials(prompt: DocumentText, settings: SentLintSettings): Promise<PromptTrials> {
    return this.#check('promptTrials', prompt, settings, {});
  }

  /** The repairs of the findings within `span`, and for each rule an edit that turns it off in this prompt. */
  fixes(prompt: DocumentText, settings: SentLintSettings, span: Span): Promise<readonly Fix[]> {
    return this.#check('promptFixes', prompt, settings, { span });
  }

  /**
   * The message of a rule at `offset`, with its reason.
   * @param pages the address of the folder with the pages of the rules
   */
  hover(
    prompt: DocumentText,
    settings: SentLintSettings,
    offset: number,
    pages: string,
  ): Promise<Hover | null> {
    return this.#check('promptHover', prompt, settings, { offset, pages });
  }

  #check<Name extends 'promptFindings' | 'promptTrials' | 'promptFixes' | 'promptHover'>(
    name: Name,
    prompt: DocumentText,
    settings: SentLintSettings,
    others: Others<Name>,
  ): Promise<LanguageCalls[Name]['value']> {
    return this.#worker.check(name, {
      document: prompt,
      settings,
      request: (thread): LanguageCalls[Name]['request'] => ({
        prompt: this.#worker.unsent(prompt, thread),
        settings,
        ...others,
      }),
      isNeeded: this.#isNeeded,
    });
  }
}
