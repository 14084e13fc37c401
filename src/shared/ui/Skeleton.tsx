import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './classNames.ts';
import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type SkeletonProps = {
  /** A CSS length; default full width. */
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  shape?: 'line' | 'block' | 'circle';
};

/** Placeholder of loading content, in its real shape. Wrap skeletons in `Loading`, which announces them. */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classNames(styles['skeleton'], styles[shape])} style={{ width, height }} />
  );
}

/** Announces that the content of its skeletons is loading. */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      {children}
    </div>
  );
}
