import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimal, subtract, type Decimal, percentOf } from '@halyard/contract/money';
import type { DeliveryTime } from '@halyard/contract/options/calls';
import type { OptionFigures } from '@halyard/contract/options/receiptCalls';
import { breakEvenPercent, evenHouseEdge, houseEdgePercent, QUOTE_HOLDS } from '@halyard/contract/options/rules';
import { hashTerms, type OptionTerms } from '@halyard/contract/options/terms';
import { useGetOptionFiguresQuery } from '../../../domain/options/optionsApi.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useTimeText } from '../../../shared/format/useTimeText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { CopyRow } from '../../../shared/ui/CopyRow.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { OptionRules } from '../OptionTexts.tsx';
import styles from './Terms.module.css';

type TermsSheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The chosen delivery time; the first one by default. */
  time: DeliveryTime | undefined;
  times: readonly DeliveryTime[];
  symbol: string;
};

/** Full terms of each delivery time with their digest, the rules, and the house's side. */
export function TermsSheet({ isOpen, onOpenChange, ...props }: TermsSheetProps) {
  const { t } = useTranslation('options');
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('terms.title')}>
      {/* Remounted on every open: it starts with the currently chosen time. */}
      {isOpen && <Content {...props} />}
    </Sheet>
  );
}

function Content({ time, times, symbol }: Omit<TermsSheetProps, 'isOpen' | 'onOpenChange'>) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const timeText = useTimeText();
  const [seconds, setSeconds] = useState((time ?? times[0])?.seconds);
  const shown = times.find((known) => known.seconds === seconds);
  const drop = format.rate(subtract(decimal('1'), QUOTE_HOLDS));
  return (
    <div className={styles['terms']}>
      <Segmented
        label={t('ticket.time')}
        value={String(seconds)}
        onValueChange={(value) => setSeconds(times.find((known) => String(known.seconds) === value)?.seconds)}
        options={times.map((known) => ({ value: String(known.seconds), label: timeText(known.seconds) }))}
      />
      {shown?.terms !== undefined && <Terms terms={shown.terms} />}
      {shown?.evenTerms != null && <Terms terms={shown.evenTerms} />}
      <p className={styles['soft']}>{t(shown?.evenTerms == null ? 'terms.evenOff' : 'terms.evenNote', { drop })}</p>
      <OptionRules />
      <HouseFigures symbol={symbol} />
      <ButtonLink kind="ghost" to={paths.fairness()}>
        {t('titles.fairness', { ns: 'shell' })}
      </ButtonLink>
      <ButtonLink kind="ghost" to={paths.helpDetail({ slug: 'options' })}>
        {t('terms.help')}
      </ButtonLink>
    </div>
  );
}

function Terms({ terms }: { terms: OptionTerms }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const timeText = useTimeText();
  const { entryDelayMs = 0 } = terms;
  const amount = (value: OptionTerms['minStake']) => `${format.amount(value, 8, 0)} ${terms.currency}`;
  return (
    <section className={styles['section']} aria-label={t(`terms.kind.${terms.kind}`)}>
      <h3 className={styles['heading']}>{t(`terms.kind.${terms.kind}`)}</h3>
      <KeyValue
        items={[
          { label: t('terms.market'), value: terms.symbol },
          { label: t('terms.source'), value: t(`source.${terms.priceSource}`, { ns: 'common' }) },
          { label: t('ticket.time'), value: timeText(terms.seconds) },
          { label: t('terms.ratio'), value: format.percent(terms.profitRatio) },
          { label: t('terms.fee'), value: format.percent(terms.feeRate) },
          { label: t('terms.breakEven'), value: format.percent(breakEvenPercent(terms)) },
          { label: t('terms.edge'), value: format.percent(edgeOf(terms)) },
          ...(terms.evenBand === undefined
            ? []
            : [{ label: t('terms.band'), value: `±${format.price(terms.evenBand, terms.pricePrecision)}` }]),
          ...(terms.evenChance === undefined
            ? []
            : [{ label: t('terms.chance'), value: format.percent(terms.evenChance) }]),
          { label: t('terms.min'), value: amount(terms.minStake) },
          { label: t('terms.max'), value: amount(terms.maxStake) },
          { label: t('terms.places'), value: String(terms.pricePrecision) },
          ...(entryDelayMs === 0 ? [] : [{ label: t('terms.entry'), value: timeText(entryDelayMs / 1000) }]),
          { label: t('terms.within'), value: timeText(terms.endTickWithinMs / 1000) },
          { label: t('terms.version'), value: String(terms.version) },
          { label: t('terms.ruleSet'), value: terms.rule },
        ]}
      />
      <CopyRow label={t('terms.hash')} value={hashTerms(terms)} />
    </section>
  );
}

/** The house edge, percent. */
function edgeOf(terms: OptionTerms) {
  return terms.evenChance === undefined ? houseEdgePercent(terms) : evenHouseEdge(terms.evenChance, terms);
}

const RENEW_AFTER_MS = 10_000;

/** The house's limits with their current use, and results compared with theory: the same for all users. */
function HouseFigures({ symbol }: { symbol: string }) {
  const { t } = useTranslation('options');
  const { data, error, refetch } = useGetOptionFiguresQuery(undefined, { pollingInterval: RENEW_AFTER_MS });
  if (data === undefined) {
    if (error !== undefined) {
      return <ErrorState error={error} onRetry={refetch} />;
    }
    return (
      <Loading>
        <Skeleton shape="block" height={160} />
      </Loading>
    );
  }
  return (
    <>
      <section className={styles['section']} aria-label={t('house.title')}>
        <h3 className={styles['heading']}>{t('house.title')}</h3>
        <p className={styles['soft']}>{t('house.explain')}</p>
        <Limits figures={data} symbol={symbol} />
      </section>
      <Statistics figures={data} />
    </>
  );
}

function Limits({ figures, symbol }: { figures: OptionFigures; symbol: string }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const { capital, promised, shares, currency, next, version } = figures;
  const amount = (value: Decimal) => `${format.amount(value, 2)} ${currency}`;
  const limit = (share: Decimal) => `${format.percent(share)} · ${amount(percentOf(capital, share))}`;
  return (
    <KeyValue
      items={[
        { label: t('house.capital'), value: amount(capital) },
        { label: t('house.promised'), value: amount(promised) },
        { label: t('house.order'), value: limit(shares.order) },
        { label: t('house.user'), value: limit(shares.user) },
        { label: t('house.side'), value: limit(shares.side) },
        { label: t('house.all'), value: limit(shares.all) },
        ...figures.sides
          .filter((side) => side.symbol === symbol)
          .map(({ direction, payout, max }) => ({
            label: t('house.open', { symbol, direction: t(`direction.${direction}`) }),
            value: t('house.of', { part: amount(payout), whole: amount(max) }),
          })),
        { label: t('terms.version'), value: String(version) },
        ...(next === null
          ? []
          : [
              {
                label: t('house.next'),
                value: t('house.nextFrom', {
                  version: next.version,
                  time: format.moment(Date.parse(next.from), 'dateMinute'),
                }),
              },
            ]),
      ]}
    />
  );
}

function Statistics({ figures: { statistics } }: { figures: OptionFigures }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const timeText = useTimeText();
  return (
    <section className={styles['section']} aria-label={t('statistics.title')}>
      <h3 className={styles['heading']}>{t('statistics.title')}</h3>
      <p className={styles['soft']}>{t('statistics.explain')}</p>
      {statistics.length === 0 ? (
        <p className={styles['soft']}>{t('statistics.none')}</p>
      ) : (
        <KeyValue
          items={statistics.map(({ kind, seconds, won, lost, tied, voided, expected, deviations }) => ({
            label: `${t(`terms.kind.${kind}`)}, ${timeText(seconds)}`,
            value: t('statistics.row', {
              won,
              expected: format.amount(expected, 1, 0),
              lost,
              tied,
              voided,
              deviations: deviations === null ? '—' : format.pnl(deviations, 2),
            }),
            hasOwnLine: true,
          }))}
        />
      )}
    </section>
  );
}
