import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_KINDS, eachAccount } from '@halyard/contract/wallet/calls';
import { useAccountEquities, useAllHoldings } from '../../domain/wallet/useHoldings.ts';
import { Num } from '../../shared/format/Num.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { EquityFigure } from './AccountParts.tsx';
import { toModelNumber } from '@halyard/contract/money';
import { OTHERS, sharesOf, type Share } from '../../domain/wallet/holdings.ts';
import { coinColour } from '../../shared/ui/coinColours.ts';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import styles from './Allocation.module.css';

type View = 'coin' | 'account';

/** A share with its label and colour. */
type Slice = Share & { readonly label: string; readonly colour: string };

/** How the holdings are divided, by coin or by account: a bar with a legend. */
export function AllocationCard() {
  const { t } = useTranslation('assets');
  const [view, setView] = useState<View>('coin');
  const slices = useSlices(view);
  const options = [
    { value: 'coin', label: t('allocation.coin') },
    { value: 'account', label: t('allocation.account') },
  ] as const;
  return (
    <Card>
      <h2 className={styles['heading']}>{t('allocation.title')}</h2>
      <Segmented label={t('allocation.by')} value={view} onValueChange={setView} options={options} />
      {slices === undefined && <p className={styles['note']}>{t('allocation.unknown')}</p>}
      {slices?.length === 0 && <p className={styles['note']}>{t('allocation.empty')}</p>}
      {slices !== undefined && slices.length > 0 && <Picture slices={slices} />}
    </Card>
  );
}

function useSlices(view: View): readonly Slice[] | undefined {
  const { t } = useTranslation('assets');
  const holdings = useAllHoldings() ?? [];
  const accounts = useAccountEquities() ?? [];
  if (view === 'coin') {
    return sharesOf(holdings.map(({ currency, equity }) => ({ name: currency, equity })))?.map((share) => ({
      ...share,
      label: share.name === OTHERS ? t('allocation.others') : share.name,
      colour: share.name === OTHERS ? 'var(--line-strong)' : coinColour(share.name),
    }));
  }
  const shares = sharesOf(accounts.map(({ account, equity }) => ({ name: account, equity })));
  return shares?.map((share) => ({
    ...share,
    label: share.name === OTHERS ? t('allocation.others') : t(`accounts.${share.name}`),
    colour: share.name === OTHERS ? 'var(--line-strong)' : ACCOUNT_COLOURS[share.name],
  }));
}

/** Shades of the accent: accounts have no colours of their own. */
const ACCOUNT_COLOURS = eachAccount(
  (kind) =>
    `color-mix(in srgb, var(--accent) ${Math.round(100 * 0.7 ** ACCOUNT_KINDS.indexOf(kind))}%, var(--surface))`,
);

function Picture({ slices }: { slices: readonly Slice[] }) {
  const { t } = useTranslation('assets');
  return (
    <>
      <Bar slices={slices} />
      <ul aria-label={t('allocation.title')} className={styles['legend']}>
        {slices.map((slice) => (
          <li key={slice.name} className={styles['entry']}>
            <span aria-hidden="true" className={styles['dot']} style={{ '--slice': slice.colour } as CSSProperties} />
            <span className={styles['name']}>{slice.label}</span>
            <span className={styles['worth']}>
              <EquityFigure value={slice.equity} />
            </span>
            <span className={styles['share']}>
              <Num kind="rate" value={slice.fraction} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Hidden from screen readers: the legend has the same content. */
function Bar({ slices }: { slices: readonly Slice[] }) {
  const widths = slices.map(({ fraction }) => toModelNumber(fraction) * 100);
  return (
    <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none" className={styles['bar']}>
      {slices.map((slice, place) => (
        <rect
          key={slice.name}
          x={widths.slice(0, place).reduce((sum, width) => sum + width, 0)}
          width={widths[place]}
          height={10}
          style={{ fill: slice.colour }}
        />
      ))}
    </svg>
  );
}
