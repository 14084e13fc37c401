import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { routeOf } from '../../shared/navigation/paths.ts';
import styles from './PageTransition.module.css';

/**
 * Pages slide in from the right; tabs and pages returned to appear at once. A new page takes the focus, so that
 * keyboards and screen readers start at its top.
 */
export function PageTransition({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isPush = useNavigationType() === NavigationType.Push;
  const slides = isPush && routeOf(pathname)?.isTab !== true;
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  // Before paint: afterwards a field may already be tapped and typed into.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (page.current?.contains(document.activeElement) !== true) page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div key={pathname} ref={page} tabIndex={-1} className={slides ? styles['sliding'] : styles['page']}>
      {children}
    </div>
  );
}
