import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { clipBox, padBox, regionOnPage, sentToRaw } from '../../../src/protocols/crops.ts';
import { PROTOCOL_NAMES } from '../../../src/core/prompts/protocolNames.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { nearlyRightOfAll } from '../trajectory/dialectTexts.ts';
import { prompted, shown, talk } from './support.ts';

test('whatever a model writes, a conversation ends, and what was told is the trajectory', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PROTOCOL_NAMES),
      fc.array(nearlyRightOfAll, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (name, texts, finds) => {
        const protocol = protocolOf(name);
        const start = protocol.isSearching ? prompted() : prompted(1);
        const { end, told, text, requests } = await talk(protocol, start, texts, {
          toolWords: '[]',
          search: (_query, exclude) =>
            Promise.resolve(finds ? { document: 0, page: exclude.length + 1 } : null),
          searchPassages: () => Promise.resolve(finds ? [{ document: 0, page: 1, text: 'x' }] : []),
        });
        expect(end.ending.why).not.toBe('');
        expect(told).toBe(text);
        expect(requests.length).toBeLessThanOrEqual(texts.length + 1);
        for (const { region } of end.conversation.images) {
          if (region === null) continue;
          expect(region.right).toBeGreaterThan(region.left);
          expect(region.bottom).toBeGreaterThan(region.top);
        }
      },
    ),
    propertyRuns(3000),
  );
});

const side = fc.integer({ min: -500, max: 2500 });

test('a part of a page is on the page, and shows what the box of the image that was sent shows', () => {
  fc.assert(
    fc.property(
      side,
      side,
      side,
      side,
      fc.integer({ min: 0, max: 100 }),
      (left, top, right, bottom, padding) => {
        const page = shown(0, 1);
        const raw = padBox(sentToRaw({ left, top, right, bottom }, page), padding, padding);
        const clipped = clipBox(raw, page.raw);
        if (clipped === null) return;
        const region = regionOnPage(clipped, page);
        expect(Math.min(region.left, region.top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(region.right, region.bottom)).toBeLessThanOrEqual(1);
        expect(region.left * page.raw.width).toBeCloseTo(Math.max(0, left * 2 - padding), 6);
        // The same part of a part that shows the whole page.
        expect(regionOnPage(clipped, { ...page, region: { left: 0, top: 0, right: 1, bottom: 1 } })).toEqual(
          region,
        );
      },
    ),
    propertyRuns(2000),
  );
});
