import { t } from '../../t.ts';
import { strip } from '../../python/strip.ts';
import type { Finding, Span } from '../../span.ts';
import { finding } from '../findings.ts';
import { readBoxes } from './boxes.ts';
import { PlainReader, trimmedSpan } from './reader.ts';
import type { Content, Reading } from './reader.ts';

/** The only function that the environment provides. */
const FUNCTION = 'get_extra_ref_result';
/** How the environment may say that the other tool found nothing, in addition to an empty list. */
const NO_BOXES = /^(?:null|\{\s*\})?$/;
const CALL = new RegExp(`^${FUNCTION}\\s*\\(\\s*\\)$`);

/** Reads the boxes of the model and of the other tool, and the call that asks for the latter. */
export class VgRefinerReader extends PlainReader {
  /** The call that is waiting for the other tool's boxes. */
  #asked: Span | null = null;
  /** Whether the other tool is involved, so that a second look must follow. */
  #hasTool = false;
  #hasRethink = false;
  #answerAt: number | null = null;

  override read(content: Content): Reading {
    const { text, start, span, speaker, open } = content;
    if (content.name === 'answer') return readBoxes(content, { unit: 'pixels', image: 1 });
    // The environment may return no boxes: an empty text, null, {}, and [] are all read as none.
    if (content.name === 'tool') {
      const isEmpty = NO_BOXES.test(strip(text));
      return isEmpty ? { parts: [], findings: [] } : readBoxes(content, { unit: 'pixels', image: 1 });
    }
    if (content.name !== 'function') return super.read(content, 0);
    const body = trimmedSpan(content);
    const said = text.slice(body.start - start, body.end - start);
    const name = /^[A-Za-z_]\w*/.exec(said)?.[0] ?? null;
    const findings =
      said === '' || CALL.test(said)
        ? []
        : [
            finding(
              'unknown-function',
              body,
              t(
                'The environment only has the function {0}(); write that between <function> and </function>.',
                FUNCTION,
              ),
            ),
          ];
    const nameSpan = name === null ? null : { start: body.start, end: body.start + name.length };
    return { parts: [{ kind: 'call', span, speaker, open, name, nameSpan, argumentsSpan: null }], findings };
  }

  override close({ name, span }: Content): readonly Finding[] {
    const asked = this.#asked;
    this.#hasTool ||= name === 'function' || name === 'tool';
    this.#hasRethink ||= name === 'rethink';
    if (name === 'answer') this.#answerAt ??= span.start;
    if (name === 'function') this.#asked = span;
    if (name === 'tool') this.#asked = null;
    if (name === 'tool' && asked === null) {
      return [
        finding(
          'observation-without-call',
          span,
          t(
            'No <function> asks for these boxes of the other tool, and only the environment may write <tool>. Stop sampling at </function>.',
          ),
        ),
      ];
    }
    if ((name === 'rethink' || name === 'answer') && asked !== null) {
      this.#asked = null;
      return [unansweredFinding(asked)];
    }
    return [];
  }

  override end(length: number): readonly Finding[] {
    const findings = this.#asked === null ? [] : [unansweredFinding(this.#asked)];
    // Without the other tool (as in the reward that reads no tool boxes), there is nothing to look at again.
    if (this.#hasTool && !this.#hasRethink) {
      const at = this.#answerAt ?? length;
      findings.push(
        finding(
          'missing-block',
          { start: at, end: at },
          t('There is no <{0}> block; write one here.', 'rethink'),
          {
            tag: 'rethink',
          },
        ),
      );
    }
    return findings;
  }
}

function unansweredFinding(span: Span): Finding {
  return finding(
    'call-without-observation',
    span,
    t(
      'The call has no answer. Stop sampling at </function>, write <tool> with the boxes of the other tool after it, and continue from there.',
    ),
  );
}
