import { profileByName, profiles } from '../../../src/core/rewards/registry.ts';
import type { Span } from '../../../src/core/span.ts';
import { checks, type Check } from '../../../src/core/trajectory/checks.ts';
import type { Trajectory } from '../../../src/core/trajectory/model.ts';
import { TrajectoryParser } from '../../../src/core/trajectory/parser.ts';
import { thoughtOutline } from '../../../src/core/trajectory/thoughts/outline.ts';
import type { CheckResult, Engine } from './engine.ts';

/** The core's own parser, checks, and profiles: the same code that scores everywhere else. */
export const coreEngine: Engine = {
  parser: (context) => {
    const parser = new TrajectoryParser(context);
    return {
      append(text) {
        parser.append(text);
      },
      end() {
        parser.end();
      },
      read: () => parser.snapshot(),
    };
  },
  checks: (trajectory) => checks(trajectory).map((check) => result(check, trajectory)),
  thoughts: thoughtOutline,
  profiles,
  profile: profileByName,
};

function result({ code, title, state, findings }: Check, trajectory: Trajectory): CheckResult {
  if (state === 'failed')
    return { code, title, state, places: findings.map(({ message, span }) => ({ message, span })) };
  const looked = state === 'passed' ? checkedSpan(code, trajectory) : null;
  return { code, title, state, places: looked === null ? [] : [{ message: '', span: looked }] };
}

/** The span that a passed check looked at: the tool calls, the blocks, or the whole text. */
function checkedSpan(code: string, { blocks, tools, text }: Trajectory): Span | null {
  const aboutTools = /^(tools|attributes|args|images|observations)-/.test(code);
  const parts: readonly { readonly span: Span }[] = aboutTools
    ? tools
    : code.startsWith('blocks-')
      ? blocks
      : [];
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (first === undefined || last === undefined) return text === '' ? null : { start: 0, end: text.length };
  return { start: first.span.start, end: last.span.end };
}
