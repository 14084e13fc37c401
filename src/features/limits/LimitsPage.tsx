import { skipToken } from '@reduxjs/toolkit/query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BETWEEN, MAX_VALUE, MIN_VALUE, spreadOf } from '@halyard/contract/convert/rules';
import type { OwnLimits } from '@halyard/contract/limits/calls';
import type { PublishedLimits } from '@halyard/contract/limits/publishedCalls';
import {
  LEVELS,
  ratesOfGroup,
  type FeeGroup,
  type LimitTerms,
  type VerificationLevel,
} from '@halyard/contract/limits/rules';
import {
  compare,
  isPositive,
  multiply,
  placesOf,
  subtract,
  type Decimal,
  HUNDRED,
  ZERO,
} from '@halyard/contract/money';
import { listedMarkets } from '../../domain/markets/marketSnapshot.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { useGetOwnLimitsQuery } from '../../domain/limits/limitsApi.ts';
import { useGetPublishedLimitsQuery } from '../../domain/limits/publishedLimitsApi.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { Num } from '../../shared/format/Num.tsx';
import { countryName } from '../../shared/format/useCountries.ts';
import { useLocale } from '../../shared/format/useLocale.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import styles from './Limits.module.css';

const USDT = 'USDT';
/** Decimals of a rate in percent. */
const RATE_PLACES = 4;

/** Fees and limits of the exchange, for everybody, and what applies to the logged-in user. */
export function LimitsPage() {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const published = useGetPublishedLimitsQuery();
  const { currentData: own } = useGetOwnLimitsQuery(isLoggedIn ? undefined : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const { currentData: terms, error } = published;
  const timeOf = (instant: string) => format.moment(Date.parse(instant), 'dateMinute');
  return (
    <Page header={<NavBar title={t('title')} />} isWide>
      {error !== undefined && terms === undefined && <ErrorState error={error} onRetry={published.refetch} />}
      {terms === undefined && error === undefined && <LimitsLoading />}
      {terms !== undefined && (
        <div className={styles['stack']}>
          {terms.next !== null && (
            <div className={styles['whole']}>
              <Banner kind="info" text={t('next.notice', { time: timeOf(terms.next.effectiveAt) })} />
            </div>
          )}
          <Own own={own ?? undefined} groups={terms.groups} isLoggedIn={isLoggedIn} />
          <TradingFees markets={terms.markets} groups={terms.groups} own={own?.group} />
          <Levels levels={terms.levels} own={own?.level} />
          <WithdrawalFees channels={terms.withdrawals} />
          <FuturesFees />
          <ConvertCosts />
          {terms.countries.length > 0 && <Countries rules={terms.countries} />}
          {terms.next !== null && (
            <Part title={t('next.title', { time: timeOf(terms.next.effectiveAt) })}>
              <Groups markets={terms.markets} groups={terms.next.groups} own={undefined} />
              <LevelTable levels={terms.next.levels} own={own?.level} />
            </Part>
          )}
        </div>
      )}
    </Page>
  );
}

function LimitsLoading() {
  return (
    <Loading>
      <div className={styles['stack']}>
        <Skeleton shape="block" height={180} />
        <Skeleton shape="block" height={180} />
        <Skeleton shape="block" height={180} />
        <Skeleton shape="block" height={100} />
      </div>
    </Loading>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h2 className={styles['head']}>{title}</h2>
      {children}
    </section>
  );
}

type OwnProps = { own: OwnLimits | undefined; groups: readonly FeeGroup[]; isLoggedIn: boolean };

/** The user's level, group and volume, and what is left today. */
function Own({ own, groups, isLoggedIn }: OwnProps) {
  const { t } = useTranslation('limits');
  if (!isLoggedIn)
    return (
      <Part title={t('own.title')}>
        <p className={styles['note']}>{t('own.logIn')}</p>
      </Part>
    );
  const next = own && nextGroupOf(own, groups);
  const ofMax = (left: number, max: number) => t('own.ofMax', { left, max });
  return (
    <Part title={t('own.title')}>
      <KeyValue
        items={[
          { label: t('own.level'), value: own === undefined ? '—' : t(`limits.level.${own.level}`) },
          { label: t('own.group'), value: own === undefined ? '—' : ofMax(own.group, groups.length) },
          { label: t('own.volume'), value: <Num kind="amount" value={own?.volume} places={2} unit={USDT} /> },
          ...(next === undefined
            ? []
            : [
                {
                  label: t('own.toGroup', { group: next.number }),
                  value: <Num kind="amount" value={next.left} places={2} unit={USDT} />,
                },
              ]),
          {
            label: t('own.withdrawals'),
            value: own === undefined ? '—' : ofMax(own.withdrawalsLeft, own.limits.withdrawalsPerDay),
          },
          { label: t('own.exposure'), value: <Exposure value={own?.exposureLeft} unit={USDT} /> },
          {
            label: t('own.orders'),
            value: own === undefined ? '—' : ofMax(own.openOrders, own.limits.openOrders),
          },
          ...(own === undefined || own.productsOff.length === 0
            ? []
            : [{ label: t('own.off'), value: own.productsOff.map((one) => t(`countries.product.${one}`)).join(', ') }]),
        ]}
      />
    </Part>
  );
}

/** The next fee group and the volume left to it; undefined without a next one or volume left. */
function nextGroupOf({ group, volume }: OwnLimits, groups: readonly FeeGroup[]) {
  const next = groups[group];
  if (next === undefined) return undefined;
  const left = subtract(next.volume, volume);
  return isPositive(left) ? { number: group + 1, left } : undefined;
}

/** An amount of USDT; null has no limit. */
function Exposure({ value, unit }: { value: Decimal | null | undefined; unit?: string }) {
  const { t } = useTranslation('limits');
  return value === null ? t('none') : <Num kind="amount" value={value} places={2} minPlaces={0} unit={unit} />;
}

type TradingFeesProps = Pick<PublishedLimits, 'markets' | 'groups'> & { own: number | undefined };

function TradingFees(props: TradingFeesProps) {
  const { t } = useTranslation('limits');
  return (
    <Part title={t('trading.title')}>
      <p className={styles['note']}>{t('trading.explain')}</p>
      <Groups {...props} />
    </Part>
  );
}

/** Rates of each group where all markets have the same ones; else the shares, and the rates of the markets. */
function Groups({ markets, groups, own }: TradingFeesProps) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const [first] = markets;
  const isUniform = markets.every(
    (one) => one.makerFeeRate === first?.makerFeeRate && one.takerFeeRate === first.takerFeeRate,
  );
  const shown = isUniform && first !== undefined ? first : undefined;
  const rows = groups.map((group) => {
    if (shown === undefined) return group;
    const { makerFeeRate: maker, takerFeeRate: taker } = ratesOfGroup(shown, group);
    return { maker, taker };
  });
  const textOf = useEqualRates(rows.flatMap(({ maker, taker }) => [maker, taker]));
  return (
    <>
      {shown === undefined && <p className={styles['note']}>{t('trading.shares')}</p>}
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('trading.group')}</th>
            <th scope="col">{t('trading.from')}</th>
            <th scope="col">{t('trading.maker')}</th>
            <th scope="col">{t('trading.taker')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group, index) => (
            <tr
              key={group.volume}
              className={classNames(own === index + 1 && styles['own'])}
              aria-current={own === index + 1 ? 'true' : undefined}
            >
              <td>{index + 1}</td>
              <td>
                {'≥ '}
                <Num kind="amount" value={group.volume} places={2} minPlaces={0} />
              </td>
              <td>{textOf(rows[index]?.maker)}</td>
              <td>{textOf(rows[index]?.taker)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown === undefined && (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t('trading.market')}</th>
              <th scope="col">{t('trading.maker')}</th>
              <th scope="col">{t('trading.taker')}</th>
            </tr>
          </thead>
          <tbody>
            {markets.map(({ id, symbol, makerFeeRate, takerFeeRate }) => (
              <tr key={id}>
                <td translate="no">{symbol}</td>
                <td>{format.rate(makerFeeRate)}</td>
                <td>{format.rate(takerFeeRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Writes fractions as percentages with as many decimals as the longest of them needs. */
function useEqualRates(fractions: readonly Decimal[]): (fraction: Decimal | undefined) => string {
  const format = useFormat();
  const percents = fractions.map((fraction) => multiply(fraction, HUNDRED));
  const places = Math.min(RATE_PLACES, Math.max(0, ...percents.map(placesOf)));
  return (fraction) =>
    fraction === undefined ? '—' : format.percent(multiply(fraction, HUNDRED), 'half-even', places, places);
}

type LevelsProps = Pick<LimitTerms, 'levels'> & { own: VerificationLevel | undefined };

function Levels(props: LevelsProps) {
  const { t } = useTranslation('limits');
  return (
    <Part title={t('limits.title')}>
      <p className={styles['note']}>{t('limits.explain')}</p>
      <LevelTable {...props} />
    </Part>
  );
}

/** A row for each level, that of the user marked. */
function LevelTable({ levels, own }: LevelsProps) {
  const { t } = useTranslation('limits');
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{t('own.level')}</th>
          <th scope="col">{t('limits.orders')}</th>
          <th scope="col">{`${t('limits.exposure')} (${USDT})`}</th>
          <th scope="col">{t('limits.withdrawals')}</th>
        </tr>
      </thead>
      <tbody>
        {LEVELS.map((level) => (
          <tr
            key={level}
            className={classNames(level === own && styles['own'])}
            aria-current={level === own ? 'true' : undefined}
          >
            <td>{t(`limits.level.${level}`)}</td>
            <td>{levels[level].openOrders}</td>
            <td>
              <Exposure value={levels[level].exposure} />
            </td>
            <td>{levels[level].withdrawalsPerDay}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A channel takes a percentage, with a minimum, or the minimum alone. */
function WithdrawalFees({ channels }: { channels: PublishedLimits['withdrawals'] }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  return (
    <Part title={t('withdrawals.title')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('withdrawals.coin')}</th>
            <th scope="col">{t('withdrawals.fee')}</th>
            <th scope="col">{t('withdrawals.min')}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map(({ channelId, name, settlement, feePercent, feeMin, min }) => {
            const percent = format.percent(feePercent);
            return (
              <tr key={channelId}>
                <td>{name}</td>
                <td>
                  {isPositive(feePercent) ? (
                    t('withdrawals.feeAtLeast', { percent, least: format.money(feeMin, settlement) })
                  ) : (
                    <Num kind="amount" value={feeMin} unit={settlement} />
                  )}
                </td>
                <td>
                  <Num kind="amount" value={min} unit={settlement} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Part>
  );
}

/** Costs of a position in each market. */
function FuturesFees() {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const { data } = useMarkets();
  const markets = data === undefined ? [] : listedMarkets(data).filter(({ isFuturesOpen }) => isFuturesOpen === true);
  if (markets.length === 0) return null;
  const rate = (percent: Decimal | undefined) => (percent === undefined ? '—' : format.percent(percent));
  return (
    <Part title={t('futures.title')}>
      <p className={styles['note']}>{t('futures.explain')}</p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('trading.market')}</th>
            <th scope="col">{t('futures.opening')}</th>
            <th scope="col">{t('futures.overnight')}</th>
            <th scope="col">{t('futures.spread')}</th>
          </tr>
        </thead>
        <tbody>
          {markets.map(({ id, quote, futuresFeeRate, overnightRate, spreadAmount, ...market }) => (
            <tr key={id}>
              <td translate="no">{symbolOf({ ...market, quote })}</td>
              <td>{rate(futuresFeeRate)}</td>
              <td>{rate(overnightRate)}</td>
              <td>
                <Num kind="amount" value={spreadAmount} minPlaces={0} unit={quote} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Rules article="contracts">{t('futures.rules')}</Rules>
    </Part>
  );
}

/** The spread of a conversion, as far as it is known before a quote, and its limits. */
function ConvertCosts() {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const { data } = useMarkets();
  const spreads = (data === undefined ? [] : listedMarkets(data)).flatMap(({ quote, takerFeeRate, entryDelayMs = 0 }) =>
    quote === BETWEEN && takerFeeRate !== undefined ? spreadOf({ halfSpread: ZERO, takerFeeRate, entryDelayMs }) : [],
  );
  const [spread] = spreads.toSorted(compare);
  if (spread === undefined) return null;
  return (
    <Part title={t('convert.title')}>
      <p className={styles['note']}>{t('convert.explain')}</p>
      <KeyValue
        items={[
          { label: t('convert.spread'), value: t('convert.atLeast', { percent: format.rate(spread) }) },
          {
            label: t('convert.amount'),
            value: (
              <>
                {`${format.amount(MIN_VALUE, 0)} – `}
                <Num kind="amount" value={MAX_VALUE} places={0} unit={BETWEEN} />
              </>
            ),
          },
        ]}
      />
      <Rules article="convert">{t('convert.rules')}</Rules>
    </Part>
  );
}

/** A link to the help article about a product. */
function Rules({ article, children }: { article: string; children: string }) {
  return (
    <ButtonLink kind="quiet" size="small" to={paths.helpDetail({ slug: article })}>
      {children}
    </ButtonLink>
  );
}

/** Countries in which something is off, by the country that users declare. */
function Countries({ rules }: { rules: PublishedLimits['countries'] }) {
  const { t } = useTranslation('limits');
  const locale = useLocale();
  const items = rules.map(({ country, isRegistrationOff, productsOff }) => ({
    label: countryName(country, locale),
    value: [
      ...(isRegistrationOff ? [t('countries.registration')] : []),
      ...productsOff.map((product) => t(`countries.product.${product}`)),
    ].join(', '),
  }));
  return (
    <Part title={t('countries.title')}>
      <p className={styles['note']}>{t('countries.explain')}</p>
      <KeyValue items={items} />
    </Part>
  );
}
