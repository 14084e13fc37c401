import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { PriceOrigin, VenueNow } from '@halyard/contract/market/priceSourceCalls';
import { derivativesFault } from '@halyard/contract/market/liveIndex';
import { decimal } from '@halyard/contract/money';
import { MINUTE_MS } from '@halyard/contract/time';
import { firstMarket, symbolOf } from '../../domain/markets/marketsData.ts';
import { MarketState } from '../../domain/markets/MarketState.tsx';
import { useGetPriceSourceQuery } from '../../domain/markets/priceSourceApi.ts';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { Num } from '../../shared/format/Num.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import { errorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useTimeText } from '../../shared/format/useTimeText.ts';
import { venueName } from '../../shared/format/venueNames.ts';
import { useZonedFormat } from '../../shared/time/zone.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { OptionList } from '../../shared/ui/OptionList.tsx';
import { PairButton } from '../../shared/ui/PairButton.tsx';
import { PickerSheet } from '../../shared/ui/PickerSheet.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import styles from './PriceSource.module.css';

/** Prices and quotes change each second. */
const RENEW_AFTER_MS = 1000;
const LIVE_RULES = ['newest', 'far', 'few', 'jump', 'log', 'volume', 'past'] as const;
const SERIES_LETTERS = 16;
/** Limits of the rule, in percent (`liveIndex.ts`): of a spread, of the distance from the median, of a jump. */
const [WIDE, FAR, JUMP] = ['1', '0.5', '10'] as const;

/** Source of a market's prices: on live prices, the quotes of each venue now, and those that are dropped. */
export function PriceSourcePage() {
  const { t } = useTranslation('priceSource');
  const symbol = useSymbol();
  return (
    <Page header={<NavBar title={t('title')} />} isReading>
      {symbol !== undefined && <Source symbol={symbol} />}
    </Page>
  );
}

/** The market of the address, or the first one. */
function useSymbol(): string | undefined {
  const [query] = useSearchParams();
  const { data } = useMarkets();
  const first = firstMarket(data);
  return query.get('symbol') ?? (first && symbolOf(first));
}

function Source({ symbol }: { symbol: string }) {
  const options = { pollingInterval: RENEW_AFTER_MS, skipPollingIfUnfocused: true };
  const { data, error, refetch, fulfilledTimeStamp } = useGetPriceSourceQuery(symbol, options);
  if (data !== undefined) return <Origin origin={data} asOfMs={error && fulfilledTimeStamp} />;
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;
  return <SidesLoading start={[160, 240]} end={[240]} />;
}

/** `asOfMs`: time of the figures while they cannot be renewed. */
function Origin({ origin, asOfMs }: { origin: PriceOrigin; asOfMs: number | undefined }) {
  const { t } = useTranslation('priceSource');
  const { moment } = useFormat();
  const { source, status, symbol, venues } = origin;
  const fault = derivativesFault({ status, source, sources: origin.sources ?? 0 });
  const rules = (
    <>
      <Rules origin={origin} />
      <ButtonLink kind="ghost" to={paths.fairness()}>
        {t('titles.fairness', { ns: 'shell' })}
      </ButtonLink>
    </>
  );
  return (
    <div className={styles['screen']}>
      <div data-side="start">
        {asOfMs !== undefined && (
          <Banner kind="warning" text={t('ui.asOf', { ns: 'common', time: moment(asOfMs, 'dayMinute') })} />
        )}
        <MarketState status={status} asOf={origin.lastAt} delistsAt={undefined} />
        {fault === 'VENUES_TOO_FEW' && <Banner kind="info" text={errorText(fault)} />}
        <section className={styles['part']}>
          <h2 className={styles['market']}>
            <MarketChoice symbol={symbol} /> <SourceLabel source={source} isShort />
          </h2>
          <p>{t(`lead.${source}`)}</p>
          <Facts origin={origin} />
          <p className={styles['soft']}>{t('facts.ids')}</p>
        </section>
      </div>
      <div data-side="end">
        {source === 'live' ? (
          <section className={styles['part']}>
            <h2>{t('venues.title')}</h2>
            {venues.length === 0 ? (
              <p>{t('venues.none')}</p>
            ) : (
              <ul className={styles['venues']}>
                {venues.map((venue) => (
                  <Venue key={venue.name} venue={venue} places={origin.pricePrecision} />
                ))}
              </ul>
            )}
          </section>
        ) : (
          rules
        )}
      </div>
      {source === 'live' && <div data-side="start">{rules}</div>}
    </div>
  );
}

/** The market, and the choice of another one. */
function MarketChoice({ symbol }: { symbol: string }) {
  const { t } = useTranslation('priceSource');
  const navigate = useNavigate();
  const { data } = useMarkets();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const symbols = (data?.ids ?? []).flatMap((id) => data?.byId[id] ?? []).map(symbolOf);
  return (
    <>
      <PairButton ref={button} label={symbol} onClick={() => setOpen(true)} />
      <PickerSheet anchor={button} isOpen={isOpen} onOpenChange={setOpen} title={t('title')}>
        <OptionList
          label={t('title')}
          value={symbol}
          options={symbols.map((value) => ({ value, label: value }))}
          onChoose={(chosen) => {
            setOpen(false);
            void navigate(paths.priceSource({ symbol: chosen }), { replace: true });
          }}
          hasSearch={symbols.length > 10}
        />
      </PickerSheet>
    </>
  );
}

function Facts({ origin }: { origin: PriceOrigin }) {
  const { t } = useTranslation('priceSource');
  const format = useZonedFormat();
  const { symbol, lastPrice, lastAt, pricePrecision, rule, identity, sources, minSources, venues } = origin;
  const quote = symbol.split('/')[1];
  return (
    <KeyValue
      items={[
        { label: t('facts.last'), value: <Num kind="price" value={lastPrice} places={pricePrecision} unit={quote} /> },
        { label: t('facts.at'), value: lastAt === null ? '—' : format.moment(Date.parse(lastAt), 'second') },
        ...(sources === null || minSources === null
          ? []
          : [
              {
                label: t('facts.counted'),
                value: t('facts.countedOf', {
                  counted: countedOf(venues, sources),
                  all: Math.max(venues.length, sources),
                  min: minSources,
                }),
              },
            ]),
        ...(rule === null ? [] : [{ label: t('facts.rule'), value: rule }]),
        { label: t('facts.series'), value: <span title={identity}>{identity.slice(0, SERIES_LETTERS)}</span> },
      ]}
    />
  );
}

/** How many venues make the price now; without their quotes, how many were there for the last one. */
function countedOf(venues: readonly VenueNow[], sources: number): number {
  return venues.length === 0 ? sources : venues.filter(({ state }) => state === 'counted').length;
}

function Venue({ venue, places }: { venue: VenueNow; places: number }) {
  const { t } = useTranslation('priceSource');
  const format = useFormat();
  const { name, symbol, bid, ask, ageMs, state } = venue;
  const percent = format.percent(decimal(state === 'far' ? FAR : WIDE));
  const ageText = (agoMs: number) =>
    agoMs < MINUTE_MS
      ? t('venues.ageOf', { seconds: format.quantity(decimal((agoMs / 1000).toFixed(1)), 1) })
      : timeText(Math.floor(agoMs / MINUTE_MS) * 60);
  const timeText = useTimeText();
  return (
    <li>
      <p className={styles['venue']}>
        <b>{venueName(name)}</b>
        <span className={styles['soft']}>{symbol}</span>
        <Chip tone={state === 'counted' ? 'neutral' : 'warn'}>{t(`state.${state}`, { percent })}</Chip>
      </p>
      <KeyValue
        items={[
          { label: t('venues.bid'), value: <Num kind="price" value={bid} places={places} /> },
          { label: t('venues.ask'), value: <Num kind="price" value={ask} places={places} /> },
          { label: t('venues.age'), value: ageMs === null ? '—' : ageText(ageMs) },
        ]}
      />
    </li>
  );
}

function Rules({ origin: { source, minSources } }: { origin: PriceOrigin }) {
  const { t } = useTranslation('priceSource');
  const format = useFormat();
  const percentTexts: Readonly<Record<string, string>> = {
    newest: format.percent(decimal(WIDE)),
    far: format.percent(decimal(FAR)),
    jump: format.percent(decimal(JUMP)),
  };
  return (
    <section className={styles['part']}>
      <h2>{t('rules.title')}</h2>
      {source === 'live' ? (
        <ul className={styles['rules']}>
          {LIVE_RULES.map((rule) => (
            <li key={rule}>{t(`rules.${rule}`, { min: minSources ?? 0, percent: percentTexts[rule] })}</li>
          ))}
        </ul>
      ) : (
        <p className={styles['soft']}>{t(`rules.${source}`)}</p>
      )}
    </section>
  );
}
