import { useTranslation } from 'react-i18next';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import { countdownText } from '../../shared/time/countdownText.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';

type CountdownProps = { offering: Pick<Offering, 'startAt' | 'endAt'>; state: OfferingState };

/** Time until an offering begins or ends, by the exchange's clock. */
export function Countdown({ offering, state }: CountdownProps) {
  const { t } = useTranslation('launchpad');
  const isToCome = state === 'announced';
  const atMs = Date.parse(isToCome ? offering.startAt : offering.endAt);
  const left = useEachSecond((deviceMs) => countdownText(atMs - serverTimeMs(deviceMs)));
  return (
    <time dateTime={new Date(atMs).toISOString()} role="timer">
      {t(isToCome ? 'startsIn' : 'endsIn', { left })}
    </time>
  );
}
