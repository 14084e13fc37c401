import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { SOON_MS, whenQuiet } from '../../../shared/scheduling/whenIdle.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import type { LeverMarket } from '../leverTypes.ts';
import { useRiskKnown } from '../risk/useRiskKnown.ts';
import { useLeverBlock } from '../useLeverBlock.ts';
import { GuestTerms } from './GuestTerms.tsx';
import { SizeFields } from './SizeFields.tsx';
import { StopFields } from './StopFields.tsx';
import styles from './Ticket.module.css';
import { TicketAction } from './TicketAction.tsx';
import { TicketFigures } from './TicketFigures.tsx';
import { TicketTerms } from './TicketTerms.tsx';
import { useLeverTicket } from './useLeverTicket.ts';

const OpenConfirmation = lazyPart(async () => (await import('./OpenConfirmation.tsx')).OpenConfirmation);
const RiskSheet = lazyPart(async () => (await import('../risk/RiskSheet.tsx')).RiskSheet);

/** Side, margin, leverage, size, stops, what it comes to, and one button. */
export function LeverTicket({ market }: { market: LeverMarket }) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return isLoggedIn ? <OwnTicket market={market} /> : <GuestTicket market={market} />;
}

function GuestTicket({ market }: { market: LeverMarket }) {
  const { t } = useTranslation('lever');
  const location = useLocation();
  return (
    <section className={styles['ticket']} aria-label={t('ticket.label')}>
      <GuestTerms market={market} />
      <ButtonLink to={paths.login(backQueryTo(location))}>{t('ticket.logIn')}</ButtonLink>
    </section>
  );
}

const FIELDS = 6;

function OwnTicket({ market }: { market: LeverMarket }) {
  const { t } = useTranslation('lever');
  const ticket = useLeverTicket(market);
  const blockedReason = useLeverBlock(market.status);
  const risk = useRiskKnown();
  const [isReading, setReading] = useState(false);
  useEffect(() => whenQuiet(OpenConfirmation.preload, SOON_MS), []);
  const wasReading = useWasEver(isReading);
  const wasAsking = useWasEver(ticket.isAsking);
  if (ticket.loadError !== undefined) {
    return <ErrorState what={appErrorText(ticket.loadError)} onRetry={() => void ticket.retry()} />;
  }
  if (ticket.offer === undefined) {
    return (
      <Loading>
        <div className={styles['ticket']}>
          {Array.from({ length: FIELDS }, (_, index) => (
            <Skeleton key={index} shape="block" height={44} />
          ))}
        </div>
      </Loading>
    );
  }
  return (
    <>
      <form
        className={styles['ticket']}
        aria-label={t('ticket.label')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (blockedReason !== undefined || ticket.write.isSending) return;
          if (risk.isKnown) ticket.ask();
          else setReading(true);
        }}
      >
        <Segmented
          label={t('ticket.side')}
          value={ticket.form.side}
          onValueChange={(side) => ticket.edit({ side })}
          options={[
            { value: 'long', label: t('side.long'), tone: 'up' },
            { value: 'short', label: t('side.short'), tone: 'down' },
          ]}
        />
        <TicketTerms ticket={ticket} market={market} />
        <SizeFields ticket={ticket} market={market} />
        <StopFields
          texts={ticket.form.stops}
          isOn={ticket.form.wantsStops}
          onToggle={(wantsStops) => ticket.edit({ wantsStops })}
          onChange={(stops) => ticket.edit({ stops })}
          prices={ticket.ready?.order}
          error={ticket.error}
          market={market}
          currency={ticket.offer.terms.currency}
        />
        <TicketFigures ticket={ticket} market={market} />
        <TicketAction ticket={ticket} market={market} blockedReason={blockedReason} />
      </form>
      <Suspense fallback={null}>
        {wasAsking && <OpenConfirmation ticket={ticket} market={market} blockedReason={blockedReason} />}
        {wasReading && (
          <RiskSheet
            isOpen={isReading}
            onOpenChange={setReading}
            onKnown={() => {
              risk.remember();
              setReading(false);
              ticket.ask();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
