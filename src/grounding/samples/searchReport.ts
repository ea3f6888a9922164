import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import type { PageTraceError } from '../../core/errors.ts';
import type { NamedPages } from '../../core/records/namedPages.ts';
import type { GroundedSample } from './groundSample.ts';

/** What a person should know of a search: why the claims of some samples are not known. */
export class SearchReport {
  #missing = 0;
  #missingName = '';
  #withoutText = 0;
  #faults = 0;
  #firstFault = '';
  #found = 0;

  /** The samples whose claims are known. */
  get found(): number {
    return this.#found;
  }

  /** The samples whose documents were not found, or that name none. */
  get missing(): number {
    return this.#missing;
  }

  addFound({ withoutText, grounding }: Pick<GroundedSample, 'withoutText' | 'grounding'>): void {
    this.#found += 1;
    const hasUnknown = grounding.claims.some(({ status }) => status === 'unknown');
    if (withoutText.length > 0 && hasUnknown) this.#withoutText += 1;
  }

  /** Counts a sample that could not be searched. */
  addFault({ named }: { readonly named: NamedPages }, { reason, message }: PageTraceError): void {
    const [first] = named.documents;
    if (reason === 'file-not-found' || first === undefined) {
      this.#missing += 1;
      if (this.#missingName === '' && first !== undefined) this.#missingName = first.path;
      return;
    }
    this.#faults += 1;
    if (this.#firstFault === '') this.#firstFault = message;
  }

  /**
   * Sentences for a person.
   * @param advice what to do about documents that were not found, and about pages without text
   */
  sentences(advice: { readonly missing: string; readonly withoutText: string }): readonly string[] {
    return [
      ...(this.#missing === 0 ? [] : [`${this.#missingSentence()} ${advice.missing}`]),
      ...(this.#withoutText === 0 ? [] : [`${this.#withoutTextSentence()} ${advice.withoutText}`]),
      ...(this.#faults === 0 ? [] : [this.#faultsSentence()]),
    ];
  }

  #missingSentence(): string {
    const count = this.#missing;
    const name = this.#missingName;
    if (name === '')
      return count === 1
        ? t('The record of 1 sample names no documents.')
        : t('The records of {0} samples name no documents.', wholeNumber(count));
    return count === 1
      ? t('The documents of 1 sample were not found, such as {0}.', name)
      : t('The documents of {0} samples were not found, such as {1}.', wholeNumber(count), name);
  }

  #withoutTextSentence(): string {
    return this.#withoutText === 1
      ? t('1 sample has pages without text, so some of its claims cannot be checked.')
      : t(
          '{0} samples have pages without text, so some of their claims cannot be checked.',
          wholeNumber(this.#withoutText),
        );
  }

  #faultsSentence(): string {
    return this.#faults === 1
      ? t('1 sample could not be searched: {0}', this.#firstFault)
      : t('{0} samples could not be searched. The first: {1}', wholeNumber(this.#faults), this.#firstFault);
  }
}
