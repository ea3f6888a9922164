import * as vscode from 'vscode';
import { ClaimsOnPages, type ClaimsOnPagesDeps } from '../grounding/claimsOnPages.ts';
import type { Inspectors } from './inspectors.ts';
import { hasTextTab, selectInText } from './trajectoryText.ts';

/** What shows claims of the trajectories in inspectors and editors over pages, until none of them is open any more. */
export function createClaimsOnPages(
  editors: ClaimsOnPagesDeps['editors'],
  inspectors: Pick<Inspectors, 'selectClaim' | 'markClaims' | 'find'>,
  own: (owned: { dispose(): void }) => void,
): ClaimsOnPages {
  const claims = new ClaimsOnPages({
    editors,
    selectInTrajectory: (trajectory, sample, claim) => {
      if (inspectors.selectClaim(trajectory.identity, sample, claim)) return;
      const shown = trajectory.grounding(sample);
      const span = shown.kind === 'grounded' ? shown.grounding.claims[claim]?.span : undefined;
      if (span !== undefined) void selectInText(trajectory, sample, span);
    },
    markInTrajectory: ({ identity }, sample, marked) => {
      inspectors.markClaims(identity, sample, marked);
    },
    isOpen: (trajectory) => inspectors.find(trajectory.identity) !== null || hasTextTab(trajectory),
  });
  own(claims);
  own(
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (closed.length > 0) claims.clearClosed();
    }),
  );
  return claims;
}
