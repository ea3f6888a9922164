import type { GroundedClaim, Grounding } from './model.ts';

/** The claims of a grounding without numbers that are computed rightly, which need not be on a page. */
export function claimsAboutPages({ claims, computations, answer }: Grounding): readonly GroundedClaim[] {
  const computed = new Set(
    computations.flatMap(({ right, claim }) => (right && claim !== null ? [claim] : [])),
  );
  const answerSpan = answer?.verdict === 'computed-right' ? answer.span : null;
  return claims.filter(({ status, span }, index) => {
    if (status === 'found') return true;
    const isInAnswer = answerSpan !== null && answerSpan.start <= span.start && span.end <= answerSpan.end;
    return !isInAnswer && !computed.has(index);
  });
}
