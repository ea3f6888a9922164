import { t } from '../../t.ts';
import { imagesPhrase } from '../../countPhrases.ts';
import type { Finding, Span } from '../../span.ts';
import { finding } from '../findings.ts';
import type { ParseContext } from '../model.ts';
import type { Part } from '../partModel.ts';
import { asBox, invertedBox, isInverted } from './boxes.ts';
import { jsonFaultText, memberNode, nodeNumbers, readJson, spanOfNode, nodeText } from './json.ts';
import { readObservation } from './observations.ts';
import { BoxedReader } from './boxedReader.ts';
import { trimmedSpan } from './reader.ts';
import type { Content, Reading } from './reader.ts';

const CROP = 'crop_image_normalized';
/** How the environment refuses a call. */
const REFUSAL = /\bexecution error\b/i;
const EXAMPLE = `{"name": "${CROP}", "arguments": {"bbox_2d": [x1, y1, x2, y2], "target_image": 1}}`;

/** Reads calls and boxed answers, and counts the crops made so far. */
export class PixelReader extends BoxedReader {
  readonly #functions: readonly string[];
  readonly #sent: number | null;
  #lastWasCrop = false;

  constructor({ tools, numImages }: ParseContext) {
    super();
    // If the prompt offers no toolbox, the environment's own function is available.
    this.#functions = tools === null || tools.length === 0 ? [CROP] : tools;
    this.#sent = numImages;
  }

  override read(content: Content, count: number): Reading {
    if (content.kind === 'observation') return readObservation(content, REFUSAL);
    if (content.kind === 'text') return super.read(content, count);
    return this.#readCall(content, count);
  }

  override close(content: Content, parts: readonly Part[]): readonly Finding[] {
    if (content.kind === 'observation') {
      if (this.#lastWasCrop && parts.some((part) => part.kind === 'observation' && part.refuses))
        this.counted--;
      this.#lastWasCrop = false;
      return [];
    }
    if (content.kind === 'text') return super.close(content, parts);
    this.#lastWasCrop = parts.some((part) => part.kind === 'box');
    if (this.#lastWasCrop) this.counted++;
    return [];
  }

  #readCall(content: Content, count: number): Reading {
    const { text, start, span, speaker, open } = content;
    const body = trimmedSpan(content);
    const json = readJson(text, start);
    const { root, fault } = json;
    const nameNode = memberNode(root, 'name');
    const args = memberNode(root, 'arguments');
    const name = nodeText(nameNode);
    const parts: Part[] = [
      {
        kind: 'call',
        span,
        speaker,
        open,
        name,
        nameSpan: nameNode === undefined ? null : spanOfNode(json, nameNode),
        argumentsSpan: args === undefined ? null : spanOfNode(json, args),
      },
    ];
    const boxNode = memberNode(args ?? null, 'bbox_2d');
    const targetNode = memberNode(args ?? null, 'target_image');
    const target: unknown = targetNode?.value;
    const image = typeof target === 'number' && Number.isInteger(target) && target >= 1 ? target : null;
    const box = asBox(nodeNumbers(boxNode, 4));
    const findings: Finding[] = [];
    if (box !== null && boxNode !== undefined) {
      const about = { span: spanOfNode(json, boxNode), speaker, open, image, label: null } as const;
      parts.push({ kind: 'box', ...about, box, unit: 'fraction' });
    }
    if (body.start === body.end) return { parts, findings };
    if (fault !== null) {
      const message = [
        t('The call cannot be read as JSON.'),
        jsonFaultText(fault.code),
        t('Write {0}.', EXAMPLE),
      ].join(' ');
      return { parts, findings: [finding('call-broken', fault.span, message)] };
    }
    const incomplete = (at: Span, what: string): void => {
      findings.push(finding('call-incomplete', at, t('The call has no {0}; write {1}.', what, EXAMPLE)));
    };
    if (name === null) incomplete(body, 'name');
    else if (nameNode !== undefined && !this.#functions.includes(name)) {
      findings.push(
        finding(
          'unknown-function',
          spanOfNode(json, nameNode),
          t(
            'The environment has no function `{0}`; use one of these: {1}.',
            name,
            this.#functions.join(', '),
          ),
        ),
      );
    }
    if (name !== CROP) return { parts, findings };
    if (boxNode === undefined) incomplete(args === undefined ? body : spanOfNode(json, args), 'bbox_2d');
    else findings.push(...cropFindings(box, spanOfNode(json, boxNode)));
    if (targetNode === undefined)
      incomplete(args === undefined ? body : spanOfNode(json, args), 'target_image');
    else findings.push(...this.#targetFindings(image, spanOfNode(json, targetNode), count));
    return { parts, findings };
  }

  #targetFindings(image: number | null, span: Span, crops: number): Finding[] {
    if (image === null) {
      return [
        finding(
          'call-incomplete',
          span,
          t('target_image must be a whole number of at least 1; write 1 for the first image that was sent.'),
        ),
      ];
    }
    if (this.#sent === null || image <= this.#sent + crops) return [];
    const known = this.#sent + crops;
    return [
      finding(
        'image-out-of-range',
        span,
        known === 0
          ? t('There is no image yet; remove the call.')
          : known === 1
            ? t('There is only one image so far, including crops; target_image counts images from 1.')
            : t(
                'There are only {0} so far, including crops; target_image counts images from 1.',
                imagesPhrase(known),
              ),
      ),
    ];
  }
}

/** Findings about the box of a crop as the tool reads it: in pixels if any number is 1 or more. */
function cropFindings(box: readonly [number, number, number, number] | null, span: Span): Finding[] {
  if (box === null) {
    return [
      finding(
        'box-malformed',
        span,
        t('bbox_2d does not consist of four numbers; write [x1, y1, x2, y2], each at least 0 and below 1.'),
      ),
    ];
  }
  if (box.some((value) => value >= 1)) {
    return [
      finding(
        'box-taken-for-pixels',
        span,
        t(
          'A number of 1 or more makes the tool read the whole box as pixels; write fractions of the width and height, each below 1.',
        ),
      ),
    ];
  }
  if (box.some((value) => value < 0)) {
    return [
      finding(
        'box-malformed',
        span,
        t('A number of the box is below 0; write numbers of at least 0 and below 1.'),
      ),
    ];
  }
  return isInverted(box) ? [invertedBox(span)] : [];
}
