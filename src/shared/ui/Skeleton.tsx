import type { CSSProperties } from 'react';
import { classNames } from './classNames.ts';
import styles from './Skeleton.module.css';

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
