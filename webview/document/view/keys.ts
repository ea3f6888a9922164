import { useEffect } from 'preact/hooks';
import type { Surface } from '../surface.ts';
import { focusPages } from './pages.tsx';

/** Handles the keys of the whole view. They do not reach VS Code, which would apply some of them to its window. */
export function useKeys({ viewer, finder }: Surface): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (viewer.phase.peek().kind !== 'ready' || event.altKey) return;
      const command = event.ctrlKey || event.metaKey;
      const typing = event.target instanceof HTMLInputElement;
      if (!take(event.key, command, event.shiftKey, typing)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const take = (key: string, command: boolean, shift: boolean, typing: boolean): boolean => {
      if (key === 'F3' || (command && (key === 'g' || key === 'G'))) {
        if (finder.shown.peek()) finder.step(shift ? -1 : 1);
        else finder.open();
      } else if (command && key === 'f') finder.open();
      else if (key === 'Escape' && finder.shown.peek()) {
        finder.close();
        focusPages();
      } else if (key === 'Escape' && viewer.claims.mention.peek() !== null) {
        viewer.claims.forgetWord();
        focusPages();
      } else if (!command && typing) return false;
      else if (key === '+' || key === '=') viewer.stepZoom(1);
      else if (key === '-') viewer.stepZoom(-1);
      else if (key === '0') viewer.setZoom('width');
      else return false;
      return true;
    };
    // When the editor regains the focus, the keys move the pages.
    const onFocus = (): void => {
      if (document.activeElement === document.body) focusPages();
    };
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('focus', onFocus);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('focus', onFocus);
    };
  }, [viewer, finder]);
}
