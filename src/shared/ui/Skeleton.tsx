import type { CSSProperties } from 'react';
import { classNames } from './classNames.ts';
import styles from './Skeleton.module.css';

type SkeletonProps = {
  /** A CSS length; the whole width when not given. */
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  shape?: 'line' | 'block' | 'circle';
};

/** The place of something that is on its way, in its real shape. Wrap skeletons in `Loading`, which says so. */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classNames(styles['skeleton'], styles[shape])} style={{ width, height }} />
  );
}
