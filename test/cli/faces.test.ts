import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../src/core/rewards/registry.ts';
import { expectedContext, fileOf, recordOf, TRAJECTORIES } from '../support/trajectories.ts';
import { temporaryFolder } from '../support/files.ts';
import { runCli } from './support/cli.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows that `score --format jsonl` prints for some files. */
async function scoreFiles(cwd: string, profile: string, files: readonly string[]): Promise<readonly Row[]> {
  const args = ['score', '--format', 'jsonl', '--profile', profile, ...files];
  const { stdout, stderr } = await runCli(process.execPath, args, { cwd });
  const rows = stdout.split('\n').filter((line) => line !== '');
  expect(rows, stderr).toHaveLength(2 * TRAJECTORIES.length);
  return rows.map((row) => JSON.parse(row) as Row);
}

describe.each(profiles.map((profile) => [profile.name, profile] as const))(
  'the reward profile %s on the command line',
  (name, profile) => {
    it('computes the same reward for records and trajectory files as the core does', async () => {
      const cwd = temporaryFolder();
      const records = TRAJECTORIES.map((trajectory) => `${JSON.stringify(recordOf(trajectory))}\n`);
      fs.writeFileSync(path.join(cwd, 'run.jsonl'), records.join(''));
      const files = TRAJECTORIES.map((trajectory, index) => {
        fs.writeFileSync(path.join(cwd, `${index}.trajectory`), fileOf(trajectory));
        return `${index}.trajectory`;
      });
      const scored = await scoreFiles(cwd, name, ['run.jsonl', ...files]);
      for (const rows of [scored.slice(0, TRAJECTORIES.length), scored.slice(TRAJECTORIES.length)]) {
        rows.forEach((row, index) => {
          const trajectory = TRAJECTORIES[index];
          if (trajectory === undefined) return;
          const score = profile.score(trajectory.response, expectedContext(trajectory));
          expect(row).toMatchObject(
            score.raises === null
              ? { overall: score.overall, ...score.reported }
              : { raises: score.raises.name },
          );
          expect(Object.keys(row['defaults'] ?? {})).toEqual(score.defaults.map(({ key }) => key));
        });
      }
    });
  },
);
