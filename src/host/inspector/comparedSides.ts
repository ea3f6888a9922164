import type * as vscode from 'vscode';
import { t } from '@vscode/l10n';
import type { SideLabel } from '../../protocol/comparison.ts';
import { sourceKey } from '../../protocol/sourceIdentity.ts';
import type { InspectorSource } from './inspectorSource.ts';
import { trajectoryLabel } from './trajectoryLabel.ts';

/** One of the trajectories that are shown side by side. */
export interface ComparedSide extends Pick<SideLabel, 'title' | 'sample' | 'isSample'> {
  readonly source: InspectorSource;
}

/** A question as two trajectories, of which the second may still be missing. */
export interface ComparedPair {
  readonly before: InspectorSource;
  /** Null while the question waits to be asked again, and if it was not. */
  readonly after: InspectorSource | null;
  /** Why the question was not asked again, as a sentence; null if it was, or still waits. */
  readonly missing: string | null;
}

/** The sides of a question that was asked, or a text that was written, twice. */
export function beforeAndAfter(before: InspectorSource, after: InspectorSource): readonly ComparedSide[] {
  const side = (source: InspectorSource, title: string): ComparedSide => ({
    source,
    title,
    sample: 0,
    isSample: false,
  });
  return [side(before, t('Before')), side(after, t('After'))];
}

/** Trajectories that are shown side by side. */
export class ComparedSides implements vscode.Disposable {
  readonly isTable = false;
  readonly #sides: readonly ComparedSide[];

  /** @param sides two or more; several of them may be samples of the same source */
  constructor(sides: readonly ComparedSide[]) {
    this.#sides = sides;
  }

  sides(): readonly ComparedSide[] {
    return this.#sides;
  }

  /** The first and the last side. */
  get pairs(): readonly ComparedPair[] {
    const [first, last] = [this.#sides[0], this.#sides.at(-1)];
    return first && last ? [{ before: first.source, after: last.source, missing: null }] : [];
  }

  dispose(): void {
    for (const source of new Set(this.#sides.map((side) => side.source))) source.dispose();
  }
}

/** What the page of a comparison is told about a side. */
export function sideLabel({ source, title, sample, isSample }: ComparedSide): SideLabel {
  return { ...trajectoryLabel(source), title, sample, isSample };
}

/** The distinct sources of the sides, by their keys. */
export function sourcesByKey(sides: readonly ComparedSide[]): ReadonlyMap<string, InspectorSource> {
  const sources = new Map<string, InspectorSource>();
  for (const { source } of sides) {
    const key = sourceKey(source.identity);
    if (!sources.has(key)) sources.set(key, source);
  }
  return sources;
}
