import { UnverifiedNote } from '../../../domain/exposure/UnverifiedNote.tsx';
import { useOwnPreference } from '../../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './Ticket.module.css';

/** Heights of the ticket's rows, in px. */
const ABOVE_STOPS = { side: 44, terms: 44, size: 48, quantity: 16, share: 34, free: 34 };
const STOPS_HEAD = 36;
const STOPS = { profit: 48, loss: 48 };
const BELOW_STOPS = { figures: 34, action: 46 };
const OF_GUEST = { terms: 101, logIn: 46 };

/** The ticket's skeleton, each row as high as the ticket's, so that nothing below it moves when it loads. */
export function TicketLoading() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return (
    <Loading>
      <div className={styles['ticket']}>{isLoggedIn ? <OwnRows /> : <Rows heights={OF_GUEST} />}</div>
    </Loading>
  );
}

function OwnRows() {
  const [requiresStops] = useOwnPreference('requiresStops');
  return (
    <>
      <Rows heights={ABOVE_STOPS} />
      <div className={styles['stops']}>
        <Skeleton shape="block" height={STOPS_HEAD} />
        {requiresStops !== false && (
          <div className={styles['stopPair']}>
            <Rows heights={STOPS} />
          </div>
        )}
      </div>
      <Rows heights={BELOW_STOPS} />
      <UnverifiedNote limit={undefined} />
    </>
  );
}

function Rows({ heights }: { heights: Readonly<Record<string, number>> }) {
  return Object.entries(heights).map(([row, height]) => <Skeleton key={row} shape="block" height={height} />);
}
