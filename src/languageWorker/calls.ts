import type { PromptSource, SourceText } from '../language/model.ts';
import type { LanguageService } from '../language/service.ts';

/** A document whose text is missing if the thread already has that version. */
export type SentSource = Omit<SourceText, 'text'> & { readonly text: string | null };

/** A prompt or composite reward that the front matter of `document` names. */
export interface NamedFile {
  readonly kind: 'prompt' | 'composite';
  readonly name: string;
  readonly document: string;
}

/** A named file as it is now; the text of a composite reward is null if it cannot be read. */
export type GivenFile =
  | (NamedFile & { readonly kind: 'prompt'; readonly prompt: PromptSource | null })
  | (NamedFile & { readonly kind: 'composite'; readonly text: string | null });

/** The features of the language service that are requested for a document. */
export type Feature = Exclude<keyof LanguageService, 'forget'>;

/** A request to the language service. */
export interface FeatureRequest {
  readonly feature: Feature;
  readonly source: SentSource;
  /** The arguments after the document. */
  readonly args: readonly unknown[];
  readonly files: readonly GivenFile[];
}

/** What the language service returned, or all files that the document names if one of them was not given. */
export type FeatureAnswer =
  { readonly needs: readonly NamedFile[] } | { readonly needs: null; readonly value: unknown };

/** The calls of the language worker. */
export interface LanguageCalls {
  /** A feature of the language service for trajectories. */
  readonly feature: { readonly request: FeatureRequest; readonly value: FeatureAnswer };
  /** Discards the state of a closed document. */
  readonly forget: { readonly request: string; readonly value: null };
}

/** What the language worker is given when it starts. */
export interface LanguageWorkerData {
  /** The strings of the display language, by the English ones. */
  readonly strings: Readonly<Record<string, string>>;
  /** The locale of numbers, a BCP 47 language tag. */
  readonly locale: string;
}
