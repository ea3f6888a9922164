import path from 'node:path';
import type * as vscode from 'vscode';
import type { Span } from '../../core/span.ts';
import type { GroundingShown } from '../../protocol/grounding.ts';
import { sourceKey, type SourceIdentity } from '../../protocol/sourceIdentity.ts';
import type { DocumentEditors } from '../document/documentEditor.ts';
import { pageClaims } from '../../protocol/pageClaims.ts';
import { changedNotice } from './documentNotices.ts';

/** A trajectory that an inspector or an editor shows. */
export interface ShownTrajectory {
  readonly identity: SourceIdentity;
  /** The file that contains it; null for a question. */
  readonly uri: vscode.Uri | null;
  /** Whether the file at `uri` consists only of this trajectory. */
  readonly isFile: boolean;
  /** What it is about. */
  readonly subject: string | null;
  /** The file of a document, as claims name it. */
  resolve(document: string): vscode.Uri;
  grounding(sample: number): GroundingShown;
  /** Whether a document has another content than when the question was asked. */
  hasChanged(document: string): boolean;
  /** Where its conversation is, in sentences; null or not set if none is being had. */
  readonly activity?: string | null;
  /** The documents of the trajectory, as claims name them. */
  readonly documents: readonly string[];
  /** Selects a part of a sample in the text of a trajectory file that is in view. */
  receive(message: {
    readonly type: 'select';
    readonly sample: number;
    readonly span: Span;
    readonly stepEnd: null;
  }): Promise<void>;
}

export interface ClaimsOnPagesDeps {
  readonly editors: Pick<
    DocumentEditors,
    'showClaims' | 'selectClaim' | 'onDidSelectClaim' | 'onDidSelectWord'
  >;
  /** Selects a claim where the person sees its trajectory. */
  readonly selectInTrajectory: (trajectory: ShownTrajectory, sample: number, claim: number) => void;
  /** Marks the claims that speak of a word of a page where the person sees their trajectory, instead of those before. */
  readonly markInTrajectory: (trajectory: ShownTrajectory, sample: number, claims: readonly number[]) => void;
  /** Whether an inspector or an editor has a trajectory open. */
  readonly isOpen: (trajectory: ShownTrajectory) => boolean;
}

/**
 * Shows the claims of the trajectory in view over the pages of its documents, and leads from their boxes to its text.
 * The claims of the last trajectory stay until another one is in view, or until nothing has it open any more.
 */
export class ClaimsOnPages implements vscode.Disposable {
  readonly #deps: ClaimsOnPagesDeps;
  readonly #listening: readonly vscode.Disposable[];
  #shown: {
    readonly trajectory: ShownTrajectory;
    readonly sample: number;
    readonly uris: vscode.Uri[];
  } | null = null;

  constructor(deps: ClaimsOnPagesDeps) {
    this.#deps = deps;
    this.#listening = [
      deps.editors.onDidSelectClaim(({ claim }) => {
        if (claim !== null) this.#lead(claim);
      }),
      deps.editors.onDidSelectWord(({ claims }) => {
        if (this.#shown === null) return;
        const { trajectory, sample } = this.#shown;
        deps.markInTrajectory(trajectory, sample, claims);
      }),
    ];
  }

  /** Shows the claims of a sample as they are known now, instead of those of the trajectory before. */
  show(trajectory: ShownTrajectory, sample: number): void {
    const uris = trajectory.documents.map((document) => trajectory.resolve(document));
    const kept = new Set(uris.map(String));
    for (const uri of this.#shown?.uris ?? []) {
      if (!kept.has(uri.toString())) this.#deps.editors.showClaims(uri, null);
    }
    const isOther = this.#shown?.sample !== sample || !this.#isShown(trajectory);
    this.#shown = { trajectory, sample, uris };
    const grounding = trajectory.grounding(sample);
    for (const uri of uris) {
      if (isOther) this.#deps.editors.selectClaim(uri, null, { reveal: false });
      this.#deps.editors.showClaims(uri, claimsFor(trajectory, grounding, uri));
    }
  }

  /** Shows what is known now of the claims of a trajectory whose claims are shown. */
  update(trajectory: ShownTrajectory): void {
    if (this.#shown !== null && this.#isShown(trajectory)) this.show(trajectory, this.#shown.sample);
  }

  /** Removes the claims from the pages if nothing has their trajectory open any more. */
  clearClosed(): void {
    if (this.#shown === null || this.#deps.isOpen(this.#shown.trajectory)) return;
    for (const uri of this.#shown.uris) this.#deps.editors.showClaims(uri, null);
    this.#shown = null;
  }

  /** Lights the boxes of a claim on its page, or those of none. */
  select(claim: number | null): void {
    for (const uri of this.#shown?.uris ?? [])
      this.#deps.editors.selectClaim(uri, claim, { reveal: claim !== null });
  }

  dispose(): void {
    for (const one of this.#listening) one.dispose();
  }

  #lead(claim: number): void {
    if (this.#shown === null) return;
    const { trajectory, sample } = this.#shown;
    this.#deps.selectInTrajectory(trajectory, sample, claim);
  }

  #isShown({ identity }: ShownTrajectory): boolean {
    return this.#shown !== null && sourceKey(this.#shown.trajectory.identity) === sourceKey(identity);
  }
}

function claimsFor(trajectory: ShownTrajectory, shown: GroundingShown, uri: vscode.Uri) {
  const { activity } = trajectory;
  const shared = { title: trajectory.subject ?? '', ...(activity != null && { activity }) };
  switch (shown.kind) {
    case 'grounded': {
      const isHere = (document: string): boolean =>
        trajectory.resolve(document).toString() === uri.toString();
      const changed = trajectory.documents.some(
        (document) => isHere(document) && trajectory.hasChanged(document),
      );
      return {
        ...shared,
        running: shown.partial,
        notice: changed ? changedNotice(path.posix.basename(uri.path)) : null,
        claims: pageClaims(shown.grounding, isHere),
      };
    }
    case 'running':
      return { ...shared, running: true, notice: null, claims: [] };
    case 'none':
    case 'failed':
      return null;
  }
}
