import { Component, h, type ComponentChild, type ComponentClass, type ComponentType } from 'preact';

/**
 * Wraps `inner` so that its parent draws it again only when `same` says that the properties have changed. Changes of
 * its own state and of signals still draw it.
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
