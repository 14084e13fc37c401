import { useEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { builtRouteOf } from '../../shared/navigation/paths.ts';
import styles from './PageTransition.module.css';

/**
 * Pages slide in from the right (specification, section 2); tabs, and pages that one comes back to, are simply there. A new page also takes the
 * focus, so that a keyboard and a screen reader start at its top.
 */
export function PageTransition({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isPush = useNavigationType() === NavigationType.Push;
  const slides = isPush && builtRouteOf(pathname)?.isTab !== true;
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div key={pathname} ref={page} tabIndex={-1} className={slides ? styles['sliding'] : styles['page']}>
      {children}
    </div>
  );
}
