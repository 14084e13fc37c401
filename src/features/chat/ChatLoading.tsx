import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Chat.module.css';

const BUBBLES = [
  { id: 'a', isOwn: false, width: '62%', height: 54 },
  { id: 'b', isOwn: true, width: '44%', height: 38 },
  { id: 'c', isOwn: true, width: '70%', height: 72 },
  { id: 'd', isOwn: false, width: '52%', height: 38 },
];

/** Messages on their way. */
export function ChatLoading() {
  return (
    <Loading>
      <div className={styles['loading']}>
        {BUBBLES.map(({ id, isOwn, width, height }) => (
          <div key={id} className={styles['entry']} data-own={isOwn || undefined}>
            <Skeleton shape="block" width={width} height={height} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
