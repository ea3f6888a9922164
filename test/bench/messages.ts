import type { ToInspector } from '../../src/protocol/inspector.ts';
import { SentGroundings } from '../../src/protocol/sentGroundings.ts';
import { groundHuge, hugeTrajectory } from '../support/hugeTrajectory.ts';
import type { BenchRow } from './row.ts';

/** How often a response of this size is grounded while it streams. */
const UPDATES = 20;
const KILOBYTE = 1024;
/** What the claims of the largest trajectory may take in all messages while it streams; they alone are 690 KB. */
const MOST = 1000;

/**
 * The bytes between the extension and the inspector while the largest trajectory streams: its claims are sent again and
 * again. The peer sends all of them each time.
 */
export function run(): BenchRow[] {
  const text = hugeTrajectory();
  const sent = new SentGroundings();
  const [ours, peer] = [{ bytes: 0 }, { bytes: 0 }];
  for (let update = 1; update <= UPDATES; update += 1) {
    const end = Math.round((text.length * update) / UPDATES);
    const message: ToInspector = {
      type: 'grounding',
      sample: 0,
      shown: {
        kind: 'grounded',
        grounding: groundHuge(text.slice(0, end)),
        withoutText: 0,
        notices: [],
        missing: null,
        partial: update < UPDATES,
      },
    };
    ours.bytes += JSON.stringify(sent.next(message)).length;
    peer.bytes += JSON.stringify(message).length;
  }
  return [
    {
      what: `claims sent to the inspector while a response of ${Math.round(text.length / 1000)} KB streams, ${UPDATES} updates`,
      ours: ours.bytes / KILOBYTE,
      peer: peer.bytes / KILOBYTE,
      ratio: ours.bytes / peer.bytes,
      unit: 'KB',
      budget: { of: 'ours', most: MOST },
    },
  ];
}
