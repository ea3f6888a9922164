import { useEffect, useState } from 'preact/hooks';

/** Whether an element has been in sight, so that its picture is wanted. */
export function useNear(element: { readonly current: Element | null }): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return near;
}
