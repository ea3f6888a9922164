import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import { runSampleIdentity } from '../runs/openRunSample.ts';
import { commands } from '../shared/contributions.ts';

/** Where the record of a sample is: its run, and its bytes there. */
export interface EvaluatedPlace {
  readonly file: string;
  readonly at: number;
  readonly length: number;
}

/** The address of a link that opens the trajectory of a sample. */
export const trajectoryLink = (place: EvaluatedPlace): string =>
  `command:${commands.openEvaluated}?${encodeURIComponent(JSON.stringify(place))}`;

const LINK = new RegExp(String.raw`\(command:${commands.openEvaluated}\?([^)]*)\)`);

/** The place that a test message links to; null if it links to none. */
export function placeOfMessage(message: string | { readonly value: string }): EvaluatedPlace | null {
  const [, place] = LINK.exec(typeof message === 'string' ? message : message.value) ?? [];
  return place === undefined ? null : (JSON.parse(decodeURIComponent(place)) as EvaluatedPlace);
}

/**
 * Shows the trajectory of a sample in the inspector.
 * @throws PageTraceError `file-unreadable` if it is not in the run any more
 */
export async function showEvaluated(
  { file, at, length }: EvaluatedPlace,
  { inspectors, open }: Pick<InspectorServices, 'inspectors' | 'open'>,
): Promise<void> {
  const place = { file, line: null, bytes: { start: at, length }, sample: null };
  const identity = runSampleIdentity({ place, fields: [] });
  const source = inspectors.find(identity) ?? (await open(identity));
  if (source === null)
    throw new PageTraceError('file-unreadable', t('The trajectory is no longer in {0}.', file), {
      hint: t('Run the question again.'),
    });
  inspectors.show(source, { preserveFocus: false });
}
