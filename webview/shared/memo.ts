import { Component, h, type ComponentChild, type ComponentClass, type ComponentType } from 'preact';

/**
 * `inner`, drawn anew by its parent only when `same` says that the properties are others. Its own state and
 * signals are followed as ever.
 */
export function memo<P extends object>(
  inner: ComponentType<P>,
  same: (before: Readonly<P>, after: Readonly<P>) => boolean,
): ComponentClass<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !same(this.props, next);
    }

    override render(): ComponentChild {
      return h(inner, this.props);
    }
  };
}
