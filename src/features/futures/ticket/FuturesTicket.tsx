import { memo, Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { UnverifiedNote } from '../../../domain/exposure/UnverifiedNote.tsx';
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
import type { CodedError } from '@halyard/contract/errors';
import type { PositionSide } from '@halyard/contract/futures/position';
import type { FuturesMarket } from '../futuresTypes.ts';
import { useRiskKnown } from '../risk/useRiskKnown.ts';
import { useFuturesBlock } from '../useFuturesBlock.ts';
import { GuestTerms } from './GuestTerms.tsx';
import { ShareFields, SizeFields } from './SizeFields.tsx';
import { StopFields } from './StopFields.tsx';
import styles from './Ticket.module.css';
import { TicketAction } from './TicketAction.tsx';
import { TicketFigures } from './TicketFigures.tsx';
import { TicketTerms } from './TicketTerms.tsx';
import { isOfStop } from './futuresErrors.ts';
import type { StopTexts } from './stopPrices.ts';
import {
  useTicketTerms,
  useFuturesTicket,
  type FuturesTicketTerms,
  type FuturesTicketControl,
} from './useFuturesTicket.ts';

const OpenConfirmation = lazyPart(async () => (await import('./OpenConfirmation.tsx')).OpenConfirmation);
const RiskSheet = lazyPart(async () => (await import('../risk/RiskSheet.tsx')).RiskSheet);

/** Side, margin, leverage, size, stops, what it comes to, and one button. */
export function FuturesTicket({ market }: { market: FuturesMarket }) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return isLoggedIn ? <OwnTicket market={market} /> : <GuestTicket market={market} />;
}

function GuestTicket({ market }: { market: FuturesMarket }) {
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

function OwnTicket({ market }: { market: FuturesMarket }) {
  const { known, error, retry } = useTicketTerms(market);
  const blockedReason = useFuturesBlock(market.status);
  if (known !== undefined) return <TicketForm known={known} market={market} blockedReason={blockedReason} />;
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />;
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

type TicketFormProps = { known: FuturesTicketTerms; market: FuturesMarket; blockedReason: CodedError | undefined };

/** What is typed is kept here, below all that is read: a digit reads nothing again. */
function TicketForm({ known, market, blockedReason }: TicketFormProps) {
  const { t } = useTranslation('lever');
  const ticket = useFuturesTicket(known);
  // A digit and what it comes to are in one picture; what it seldom changes is drawn after that.
  const settled = useDeferredValue(ticket);
  const risk = useRiskKnown();
  const [isReading, setReading] = useState(false);
  const wasReading = useWasEver(isReading);
  const wasAsking = useWasEver(ticket.isAsking);
  useEffect(() => whenQuiet(OpenConfirmation.preload, SOON_MS), []);
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
        <SideChoice side={ticket.form.side} edit={ticket.edit} />
        <Terms ticket={settled} market={market} />
        <UnverifiedNote limit={ticket.limit} />
        <SizeFields ticket={ticket} market={market} />
        <Share ticket={settled} market={market} />
        <Stops ticket={ticket} market={market} />
        <TicketFigures ticket={ticket} market={market} />
        <Action ticket={settled} isSending={ticket.write.isSending} market={market} blockedReason={blockedReason} />
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

const Terms = memo(TicketTerms);
const Share = memo(ShareFields);
const Action = memo(TicketAction);

const SideChoice = memo(function SideChoice({
  side,
  edit,
}: {
  side: PositionSide;
  edit: FuturesTicketControl['edit'];
}) {
  const { t } = useTranslation('lever');
  return (
    <Segmented
      label={t('ticket.side')}
      value={side}
      onValueChange={(chosen) => edit({ side: chosen })}
      options={[
        { value: 'long', label: t('side.long'), tone: 'up' },
        { value: 'short', label: t('side.short'), tone: 'down' },
      ]}
    />
  );
});

function Stops({ ticket, market }: { ticket: FuturesTicketControl; market: FuturesMarket }) {
  const { edit, form, ready, error, offer } = ticket;
  return (
    <StopFields
      texts={form.stops}
      isOn={form.wantsStops}
      onToggle={useCallback((wantsStops: boolean) => edit({ wantsStops }), [edit])}
      onChange={useCallback((stops: StopTexts) => edit({ stops }), [edit])}
      stopProfit={ready?.order.stopProfit ?? null}
      stopLoss={ready?.order.stopLoss ?? null}
      error={error !== undefined && isOfStop(error) ? error : undefined}
      market={market}
      currency={offer.terms.currency}
    />
  );
}
