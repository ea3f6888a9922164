import { Fragment, type ComponentChildren, type JSX } from 'preact';

/** Stands for an element among the values of t(), so that a sentence with elements can be translated as a whole. */
export const SLOT = '\u0000';

interface SentenceProps {
  readonly text: string;
  /** The elements, in the order of the slots. */
  readonly elements: readonly ComponentChildren[];
}

/** A sentence with elements in place of its slots. */
export function Sentence({ text, elements }: SentenceProps): JSX.Element {
  return (
    <>
      {text.split(SLOT).map((piece, index) => (
        <Fragment key={index}>
          {index > 0 && elements[index - 1]}
          {piece}
        </Fragment>
      ))}
    </>
  );
}
