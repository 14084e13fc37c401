import { useTranslation } from 'react-i18next';
import type { HouseSide } from '@halyard/contract/transparency/figureCalls';
import type { Decimal } from '@halyard/contract/money';
import { useGetFairnessSummaryQuery } from '../../domain/transparency/publicLogApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Answered } from './Answered.tsx';
import styles from './Fairness.module.css';
import { Part } from './Part.tsx';

/** What stands behind the contracts of users, and where it ends. */
export function House() {
  const { t } = useTranslation('fairness');
  return (
    <Part title={t('house.title')}>
      <Answered query={useGetFairnessSummaryQuery()}>
        {({ house }) =>
          house.length === 0 ? (
            <p className={styles['text']}>{t('house.none')}</p>
          ) : (
            <>
              <p className={styles['text']}>{t('house.explain')}</p>
              {house.map((side) => (
                <Side key={`${side.kind} ${side.currency}`} side={side} />
              ))}
            </>
          )
        }
      </Answered>
    </Part>
  );
}

function Side({ side }: { side: HouseSide }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const { kind, currency, capital, setAside, atRisk, most, shares, insurance } = side;
  const amount = (value: Decimal) => `${format.amount(value, 2)} ${currency}`;
  return (
    <>
      <h3>{t(`product.${kind}`)}</h3>
      <KeyValue
        items={[
          { label: t('house.capital'), value: amount(capital) },
          { label: t('house.setAside'), value: amount(setAside) },
          { label: t('house.atRisk'), value: amount(atRisk) },
          { label: t('house.most'), value: `${format.percent(shares.all)} · ${amount(most)}` },
          { label: t('house.order'), value: format.percent(shares.order) },
          { label: t('house.user'), value: format.percent(shares.user) },
          { label: t('house.side'), value: format.percent(shares.side) },
          ...(insurance === null ? [] : [{ label: t('house.insurance'), value: amount(insurance) }]),
        ]}
      />
    </>
  );
}
