import { useTranslation } from 'react-i18next';
import { add, isZero, type Decimal } from '@halyard/contract/money';
import type { ResultLine, Results } from '@halyard/contract/wallet/resultCalls';
import type { ResultSource } from '@halyard/contract/wallet/results';
import { Num } from '../../../shared/format/Num.tsx';
import { paths } from '../../../shared/navigation/paths.ts';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { ListRow } from '../../../shared/ui/ListRow.tsx';
import { sumsBy, type ResultFilter } from './resultFigures.ts';
import styles from './Results.module.css';
import { useResultMoney } from './useResultMoney.ts';

type BreakdownProps = { lines: readonly ResultLine[] } & (
  | { by: 'source'; onOpen: (source: ResultSource) => void }
  | { by: 'currency'; onOpen: (currency: string) => void }
);

/** The profit of each product or coin. */
export function Breakdown(props: BreakdownProps) {
  const { t } = useTranslation('results');
  const sums = [...sumsBy<string>(props.lines, (line) => line[props.by])];
  if (sums.length === 0) return null;
  return (
    <section aria-label={t(`by.${props.by}`)}>
      <h2 className={styles['heading']}>{t(`by.${props.by}`)}</h2>
      <ul className={styles['rows']}>
        {sums.map(([key, { profit }]) => (
          <li key={key}>
            <ListRow
              start={props.by === 'currency' ? <CoinIcon symbol={key} size="small" /> : undefined}
              title={props.by === 'source' ? t(`source.${key as ResultSource}`) : key}
              end={<Profit value={profit} />}
              onPress={() => (props.by === 'source' ? props.onOpen(key as ResultSource) : props.onOpen(key))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The unrealised profit of owned coins now, of all or of the chosen coin. */
export function Unrealised({ results, filter }: { results: Results; filter: ResultFilter }) {
  const { t } = useTranslation('results');
  const { source, currency } = filter;
  const owned = results.unrealised.filter((coin) => currency === undefined || coin.currency === currency);
  if ((source !== undefined && source !== 'spot') || owned.length === 0) return null;
  return (
    <section aria-label={t('unrealised.title')}>
      <h2 className={styles['heading']}>{t('unrealised.title')}</h2>
      <ul className={styles['rows']}>
        {owned.map(({ currency: coin, profit }) => (
          <li key={coin}>
            <ListRow
              start={<CoinIcon symbol={coin} size="small" />}
              title={coin}
              end={<Profit value={profit} />}
              to={paths.assets()}
            />
          </li>
        ))}
        {owned.length > 1 && (
          <li>
            <ListRow title={t('unrealised.all')} end={<Profit value={totalOf(owned.map(({ profit }) => profit))} />} />
          </li>
        )}
      </ul>
    </section>
  );
}

function Profit({ value }: { value: Decimal | null }) {
  const money = useResultMoney();
  const shown = money.of(value);
  return (
    <span className={styles['figure']}>
      <Num
        kind="pnl"
        value={shown}
        places={money.places}
        tone={shown !== undefined && isZero(shown) ? undefined : 'sign'}
        isMasked={money.isMasked}
      />
    </span>
  );
}

function totalOf(values: readonly (Decimal | null)[]): Decimal | null {
  const [first, ...rest] = values.filter((value) => value !== null);
  return first === undefined || rest.length + 1 < values.length ? null : add(first, ...rest);
}
