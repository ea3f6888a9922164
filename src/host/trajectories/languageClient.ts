import type * as vscode from 'vscode';
import type { LanguageWorkspace, SourceText } from '../../language/model.ts';
import { mayHoldTrajectory } from '../../language/regions.ts';
import type { LanguageService } from '../../language/service.ts';
import { TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';

const MARKDOWN = 'markdown';

/** Documents that are trajectories, of any scheme, including untitled ones. */
export const TRAJECTORIES: vscode.DocumentSelector = { language: TRAJECTORY_LANGUAGE };

/** Documents that are trajectories or may contain some in their code fences. */
export const WITH_FENCES: vscode.DocumentSelector = [
  { language: TRAJECTORY_LANGUAGE },
  { language: MARKDOWN },
];

/** The language service for VS Code's documents, loaded on first use. */
export class LanguageClient {
  readonly #workspace: LanguageWorkspace;
  #service: Promise<LanguageService> | null = null;

  constructor(workspace: LanguageWorkspace) {
    this.#workspace = workspace;
  }

  /** Requests something for a document; returns `nothing` if it contains no trajectory. */
  async ask<T>(
    document: vscode.TextDocument,
    nothing: T,
    question: (service: LanguageService, source: SourceText) => Promise<T>,
  ): Promise<T> {
    const source = sourceOf(document);
    if (source === null) return nothing;
    return question(await this.#loaded(), source);
  }

  /** Discards the state of a closed document. */
  async forget(uri: vscode.Uri): Promise<void> {
    (await this.#service)?.forget(uri.toString());
  }

  #loaded(): Promise<LanguageService> {
    this.#service ??= import('../../language/service.ts').then(({ createLanguageService }) =>
      createLanguageService(this.#workspace),
    );
    return this.#service;
  }
}

/** Whether a document is a trajectory or may contain one. */
export function concerns(document: vscode.TextDocument): boolean {
  return sourceOf(document) !== null;
}

function sourceOf(document: vscode.TextDocument): SourceText | null {
  const { languageId, version } = document;
  if (languageId !== TRAJECTORY_LANGUAGE && languageId !== MARKDOWN) return null;
  const kind = languageId === MARKDOWN ? 'markdown' : 'trajectory';
  const text = document.getText();
  if (kind === 'markdown' && !mayHoldTrajectory(text)) return null;
  return { uri: document.uri.toString(), version, text, kind };
}
