import { Buffer } from 'node:buffer';
import type { ToInspector } from '../../src/protocol/inspector.ts';
import { SentGroundings } from '../../src/protocol/sentGroundings.ts';
import { groundHuge, HUGE, hugeTrajectory } from '../support/hugeTrajectory.ts';
import { image, sample, state } from '../webview/inspector/states.ts';
import type { BenchRow } from './row.ts';

/** How often a response of this size is grounded while it streams. */
const UPDATES = 20;
const KILOBYTE = 1024;
/** What the claims of the largest trajectory may take in all messages while it streams; they alone are some 750 KB. */
const MOST = 1000;

/** What the largest trajectory may take in the messages that open it: its text and its claims. */
const MOST_TO_OPEN = 1200;

/**
 * The bytes between the extension and the inspector, as UTF-8: while the largest trajectory streams, its claims are sent
 * again and again, and the peer sends all of them each time; and when it is opened.
 */
export function run(): BenchRow[] {
  const text = hugeTrajectory();
  const sent = new SentGroundings();
  const [ours, peer] = [{ bytes: 0 }, { bytes: 0 }];
  let last: ToInspector | null = null;
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
    ours.bytes += bytesOf(sent.next(message));
    peer.bytes += bytesOf(message);
    last = message;
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
    {
      what: `messages that open the same response, with ${HUGE.images} images and its claims`,
      ours: bytesToOpen(text, last) / KILOBYTE,
      peer: null,
      ratio: null,
      unit: 'KB',
      budget: { of: 'ours', most: MOST_TO_OPEN },
    },
  ];
}

/** The bytes of the messages that show a response with its claims; its images are asked for when they are in sight. */
function bytesToOpen(text: string, claims: ToInspector | null): number {
  const images = Array.from({ length: HUGE.images }, (_, index) => image(index + 1));
  const opened = state({ numImages: HUGE.images, images, samples: [sample({ text })] });
  return bytesOf({ type: 'state', state: opened }) + (claims === null ? 0 : bytesOf(claims));
}

const bytesOf = (message: ToInspector): number => Buffer.byteLength(JSON.stringify(message));
