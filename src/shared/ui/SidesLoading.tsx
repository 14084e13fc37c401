import styles from './FormLoading.module.css';
import { Loading, Skeleton } from './Skeleton.tsx';

type SidesLoadingProps = {
  /** Heights of the blocks of each part, in px. */
  start: readonly number[];
  end: readonly number[];
};

/** A page of two parts (`data-side`) while it loads. */
export function SidesLoading(sides: SidesLoadingProps) {
  return (
    <Loading>
      <div className={styles['form']}>
        {(['start', 'end'] as const).map((side) => (
          <div key={side} data-side={side}>
            {Array.from(sides[side], (height, index) => (
              <Skeleton key={index} shape="block" height={height} />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}
