import type { AnswerGrounding, Computation, GroundedClaim, Grounding, WrittenComputation } from './model.ts';

/** What rewards read of a grounding. */
export interface RewardGrounding {
  readonly claims: readonly (Pick<GroundedClaim, 'span' | 'status' | 'isUndecided'> & {
    readonly computed?: Pick<NonNullable<GroundedClaim['computed']>, 'right'>;
  })[];
  readonly answer:
    | (Pick<AnswerGrounding, 'span' | 'verdict' | 'onCitedPage'> & {
        readonly computation: Pick<Computation, 'text'> | null;
      })
    | null;
  readonly computations: readonly (Pick<WrittenComputation, 'right' | 'span'> & {
    readonly computation: Pick<Computation, 'text'>;
  })[];
}

/** The part of a grounding that rewards read: boxes and words, which are most of it, are left out. */
export function rewardGrounding({ claims, answer, computations }: Grounding): RewardGrounding {
  return {
    claims: claims.map(({ span, status, computed, isUndecided }) => ({
      span,
      status,
      ...(isUndecided === true && { isUndecided }),
      ...(computed !== undefined && { computed: { right: computed.right } }),
    })),
    answer: answer && {
      span: answer.span,
      verdict: answer.verdict,
      onCitedPage: answer.onCitedPage,
      computation: answer.computation && { text: answer.computation.text },
    },
    computations: computations.map(({ right, span, computation: { text } }) => ({
      right,
      span,
      computation: { text },
    })),
  };
}
