import { t } from '@vscode/l10n';
import { samplesPhrase } from '../../core/countPhrases.ts';
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

  addFound({ withoutText, grounding }: Pick<GroundedSample, 'withoutText' | 'grounding'>): void {
    const hasUnknown = grounding.claims.some(({ status }) => status === 'unknown');
    if (withoutText.length > 0 && hasUnknown) this.#withoutText += 1;
  }

  /** Counts a sample that could not be searched. */
  addFault({ named }: { readonly named: NamedPages }, { reason, message }: PageTraceError): void {
    const [first] = named.documents;
    if (reason === 'file-not-found' || (first === undefined && reason === 'bad-input')) {
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
    const sentences: string[] = [];
    if (this.#missing > 0) sentences.push(`${this.#missingSentence()} ${advice.missing}`);
    if (this.#withoutText > 0) {
      const sentence = t(
        'Some claims of {0} cannot be checked, because their pages have no text.',
        samplesPhrase(this.#withoutText),
      );
      sentences.push(`${sentence} ${advice.withoutText}`);
    }
    if (this.#faults > 0) {
      const samples = samplesPhrase(this.#faults);
      sentences.push(t('The pages of {0} could not be searched: {1}', samples, this.#firstFault));
    }
    return sentences;
  }

  #missingSentence(): string {
    const samples = samplesPhrase(this.#missing);
    return this.#missingName === ''
      ? t('No documents are named in the records of {0}.', samples)
      : t('The documents of {0} were not found, such as {1}.', samples, this.#missingName);
  }
}
