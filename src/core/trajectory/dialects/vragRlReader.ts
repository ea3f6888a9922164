import { t } from '../../t.ts';
import type { Finding } from '../../span.ts';
import { finding } from '../findings.ts';
import type { BoxPart, Part } from '../partModel.ts';
import { asBox, invertedBox, isInverted, isNormalized, normalizedBox } from './boxes.ts';
import { nodeNumbers, readJson } from './json.ts';
import { PlainReader, trimmedSpan } from './reader.ts';
import type { Content, Reading } from './reader.ts';
import { readObservation } from './observations.ts';

/** How the environment of VRAG-RL refuses an action. */
const REFUSAL = /\b(?:action|format|box|bbox) is invalid\b/i;

/** Reads searches, boxes, and the environment's replies, and counts the images sent so far. */
export class VragReader extends PlainReader {
  /** How many images the reply to the last action should contain: one, unless the reply refuses the action. */
  #expected = 0;
  #hasSearched = false;

  override read(content: Content, count: number): Reading {
    const { kind, name, text, start, span, speaker, open } = content;
    if (kind === 'observation') return readObservation(content, REFUSAL);
    const body = trimmedSpan(content);
    if (name === 'search') {
      const query = text.slice(body.start - start, body.end - start);
      return { parts: [{ kind: 'search', span, speaker, open, query, body }], findings: [] };
    }
    if (name !== 'bbox' || body.start === body.end) return super.read(content, count);
    const { root, fault } = readJson(text, start);
    const box = fault === null || open ? asBox(nodeNumbers(root ?? undefined, 4)) : null;
    if (box === null || box.some((value) => value < 0)) {
      return {
        parts: [],
        findings: [
          finding(
            'box-malformed',
            fault?.span ?? body,
            t('The environment rejects this box; write [x1, y1, x2, y2], four numbers of at least 0.'),
          ),
        ],
      };
    }
    const image = count > 0 ? count : null;
    const part: BoxPart = { kind: 'box', span: body, speaker, open, box, unit: 'pixels', image, label: null };
    const findings: Finding[] = [];
    if (isInverted(box)) findings.push(invertedBox(body));
    else if (isNormalized(box)) findings.push(normalizedBox(body));
    return { parts: [part], findings };
  }

  override close({ kind, name, span }: Content, parts: readonly Part[]): readonly Finding[] {
    if (kind === 'observation') {
      for (const part of parts) {
        if (part.kind !== 'observation') continue;
        const came = part.refuses ? 0 : Math.max(part.images, this.#expected);
        this.counted += came - this.#expected;
      }
      this.#expected = 0;
      return [];
    }
    if (kind !== 'block') return [];
    this.#expected = name === 'search' || (name === 'bbox' && parts.length > 0) ? 1 : 0;
    const hadImage = this.#hasSearched || this.counted > 0;
    this.counted += this.#expected;
    if (name === 'search') this.#hasSearched = true;
    if (name !== 'bbox' || hadImage) return [];
    return [
      finding('box-without-image', span, t('There is no image yet to look at more closely; search first.')),
    ];
  }

  override end(length: number): readonly Finding[] {
    if (this.#hasSearched) return [];
    return [
      finding(
        'no-search',
        { start: length, end: length },
        t('There is no <search>, so the reward is 0; search before answering.'),
      ),
    ];
  }
}
