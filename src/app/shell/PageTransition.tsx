import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { routeOf } from '../../shared/navigation/paths.ts';
import styles from './PageTransition.module.css';

/**
 * Pages slide in from the right (specification, section 2); tabs, and pages that one comes back to, are simply there. A
 * new page also takes the focus, so that a keyboard and a screen reader start at its top.
 */
export function PageTransition({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isPush = useNavigationType() === NavigationType.Push;
  const slides = isPush && routeOf(pathname)?.isTab !== true;
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  // With the page, not after it was painted: by then a field of it may have been tapped and typed into.
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
