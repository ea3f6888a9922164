import { describe, expect, it } from 'vitest';
import { tracebackLinks } from '../../../src/userRewards/traceback.ts';

describe('the places that a traceback names', () => {
  it('are found with the file, the line and where they stand', () => {
    const line = '  File "/my rewards/a b.py", line 12, in compute_score';
    const [link] = tracebackLinks(line);
    expect(link).toMatchObject({ file: '/my rewards/a b.py', line: 12 });
    expect(link && line.slice(link.span.start, link.span.end)).toBe('"/my rewards/a b.py", line 12');
  });

  it('are those of the fault handler and of Windows too', () => {
    const text =
      'Fatal Python error\n  File "C:\\rewards\\a.py", line 3 in f\n  File "/b.py", line 4 in <module>\n';
    expect(tracebackLinks(text).map(({ file, line }) => [file, line])).toEqual([
      ['C:\\rewards\\a.py', 3],
      ['/b.py', 4],
    ]);
  });

  it('leave out what is in no file', () => {
    expect(tracebackLinks('  File "<string>", line 1, in <module>')).toEqual([]);
  });
});
