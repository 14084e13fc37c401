import { classNames } from '../../shared/ui/classNames.ts';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Option.module.css';

const FIELDS = 4;

/** The screen before its market is known, in its real shape. */
export function OptionLoading() {
  return (
    <Loading>
      <div className={styles['loading']}>
        <Skeleton height={28} />
        <Skeleton shape="block" height={128} />
        <Fields />
      </div>
    </Loading>
  );
}

/** As high as the ticket, so that nothing moves when it comes. */
export function TicketLoading() {
  return (
    <Loading>
      <div className={classNames(styles['loading'], styles['waiting'])}>
        <Fields />
      </div>
    </Loading>
  );
}

function Fields() {
  return Array.from({ length: FIELDS }, (_, index) => <Skeleton key={index} shape="block" height={44} />);
}
