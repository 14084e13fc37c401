import { memo, Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
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
import type { CodedError } from '@halyard/contract/errors';
import type { PositionSide } from '@halyard/contract/rules/contracts/position';
import type { LeverMarket } from '../leverTypes.ts';
import { useRiskKnown } from '../risk/useRiskKnown.ts';
import { useLeverBlock } from '../useLeverBlock.ts';
import { GuestTerms } from './GuestTerms.tsx';
import { ShareFields, SizeFields } from './SizeFields.tsx';
import { StopFields } from './StopFields.tsx';
import styles from './Ticket.module.css';
import { TicketAction } from './TicketAction.tsx';
import { TicketFigures } from './TicketFigures.tsx';
import { TicketTerms } from './TicketTerms.tsx';
import { isOfStop } from './leverErrors.ts';
import type { StopTexts } from './stopPrices.ts';
import { useLeverTicket, type LeverTicketControl } from './useLeverTicket.ts';

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
      <TicketForm
        ticket={ticket}
        market={market}
        currency={ticket.offer.terms.currency}
        blockedReason={blockedReason}
        onAsk={risk.isKnown ? ticket.ask : () => setReading(true)}
      />
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

type TicketFormProps = {
  ticket: LeverTicketControl;
  market: LeverMarket;
  currency: string;
  blockedReason: CodedError | undefined;
  onAsk: () => void;
};

function TicketForm({ ticket, market, currency, blockedReason, onAsk }: TicketFormProps) {
  const { t } = useTranslation('lever');
  // A digit and what it comes to are in one picture; what it seldom changes is drawn after that.
  const settled = useDeferredValue(ticket);
  return (
    <form
      className={styles['ticket']}
      aria-label={t('ticket.label')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (blockedReason === undefined && !ticket.write.isSending) onAsk();
      }}
    >
      <SideChoice side={ticket.form.side} edit={ticket.edit} />
      <Terms ticket={settled} market={market} />
      <SizeFields ticket={ticket} market={market} />
      <Share ticket={settled} />
      <Stops ticket={ticket} market={market} currency={currency} />
      <TicketFigures ticket={ticket} market={market} />
      <Action ticket={settled} market={market} blockedReason={blockedReason} />
    </form>
  );
}

const Terms = memo(TicketTerms);
const Share = memo(ShareFields);
const Action = memo(TicketAction);

const SideChoice = memo(function SideChoice({ side, edit }: { side: PositionSide; edit: LeverTicketControl['edit'] }) {
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

function Stops({ ticket, market, currency }: Pick<TicketFormProps, 'ticket' | 'market' | 'currency'>) {
  const { edit, form, ready, error } = ticket;
  return (
    <StopFields
      texts={form.stops}
      isOn={form.wantsStops}
      onToggle={useCallback((wantsStops: boolean) => edit({ wantsStops }), [edit])}
      onChange={useCallback((stops: StopTexts) => edit({ stops }), [edit])}
      stopProfit={ready?.order.stopProfit}
      stopLoss={ready?.order.stopLoss}
      error={error !== undefined && isOfStop(error) ? error : undefined}
      market={market}
      currency={currency}
    />
  );
}
