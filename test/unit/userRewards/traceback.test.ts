import { describe, expect, it } from 'vitest';
import { tracebackLinks } from '../../../src/userRewards/traceback.ts';

describe('places in a traceback', () => {
  it('the places in a traceback have the file, the line and their position in the text', () => {
    const line = '  File "/my rewards/a b.py", line 12, in compute_score';
    const [link] = tracebackLinks(line);
    expect(link).toMatchObject({ file: '/my rewards/a b.py', line: 12 });
    expect(link && line.slice(link.span.start, link.span.end)).toBe('"/my rewards/a b.py", line 12');
  });

  it('places are also read from the fault handler and from tracebacks of Windows', () => {
    const text =
      'Fatal Python error\n  File "C:\\rewards\\a.py", line 3 in f\n  File "/b.py", line 4 in <module>\n';
    expect(tracebackLinks(text).map(({ file, line }) => [file, line])).toEqual([
      ['C:\\rewards\\a.py', 3],
      ['/b.py', 4],
    ]);
  });

  it('text outside of a file is not a place in a traceback', () => {
    expect(tracebackLinks('  File "<string>", line 1, in <module>')).toEqual([]);
  });
});
