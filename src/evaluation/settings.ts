import { t } from '@vscode/l10n';
import { isJsonObject, type JsonObject } from '../core/records/fieldPath.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { Sampling } from '../core/records/sampling.ts';
import { sortedJson } from '../core/sortedJson.ts';

/** What the samples of a run have in common; a run goes on only with the same. */
export interface EvaluationSettings {
  /** The name of the data set, if it is known. */
  readonly dataset?: string;
  readonly prompt: { readonly name: string; readonly sha256: string };
  readonly model: string;
  readonly sampling: Partial<Sampling>;
  readonly pixels: PixelBudget;
  /** How pages are chosen: `given`, or a retriever with its settings. */
  readonly pages: string;
  /** The protocol of conversations of several turns; left out for a single turn. */
  readonly protocol?: string;
  /** Who judges the answers as they end; left out if nobody does. */
  readonly judge?: string;
}

/** Settings as a record keeps them. */
export function settingsJson({
  prompt,
  model,
  sampling,
  pixels,
  pages,
  protocol,
  judge,
}: EvaluationSettings): JsonObject {
  return {
    prompt: prompt.name,
    prompt_sha256: prompt.sha256,
    model,
    sampling,
    pixels: { min_pixels: pixels.minPixels, max_pixels: pixels.maxPixels },
    pages,
    ...(protocol === undefined ? {} : { protocol }),
    ...(judge === undefined ? {} : { judge }),
  };
}

/** What differs between the settings of a record and those of now, as names; null if it is no record of an evaluation. */
export function differentSettings(record: unknown, settings: EvaluationSettings): readonly string[] | null {
  const kept = settingsOf(record);
  if (kept === null) return null;
  const now = settingsJson(settings);
  const names: Readonly<Record<string, string>> = {
    prompt_sha256: t('the prompt'),
    model: t('the model'),
    sampling: t('the sampling'),
    pixels: t('the pixel budget'),
    pages: t('the choice of pages'),
    protocol: t('the protocol'),
    judge: t('the judge'),
  };
  return Object.keys(names)
    .filter((key) => sortedJson(kept[key]) !== sortedJson(now[key]))
    .map((key) => names[key] ?? key);
}

/** The settings in a record; null if it has none. */
function settingsOf(record: unknown): JsonObject | null {
  if (!isJsonObject(record) || !isJsonObject(record['record'])) return null;
  const { evaluation } = record['record'];
  return isJsonObject(evaluation) && isJsonObject(evaluation['settings']) ? evaluation['settings'] : null;
}
