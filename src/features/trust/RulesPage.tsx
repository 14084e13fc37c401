import { useTranslation } from 'react-i18next';
import { decimal, toModelNumber } from '@halyard/contract/money';
import { yearPercent, type PenaltyTerms } from '@halyard/contract/trust/rules';
import { useTrustProducts } from '../../domain/trust/trustApi.ts';
import { Num } from '../../shared/format/Num.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Cell, DataTable } from '../../shared/ui/DataTable.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import styles from './Trust.module.css';

const PARTS = ['interest', 'penalty', 'days', 'renewal', 'house', 'capacity'] as const;

/** The offered rates with their penalties, then the rules of all products, with worked examples. */
export function RulesPage() {
  const { t } = useTranslation('trust');
  const examples = useExamples();
  return (
    <Page header={<NavBar title={t('rules.title')} />} isReading>
      <div className={styles['screen']}>
        <Offered />
        {PARTS.map((part) => (
          <section key={part} className={styles['part']}>
            <h2>{t(`rules.${part}.title`)}</h2>
            <p>{part === 'house' ? t('promise') : t(`rules.${part}.text`)}</p>
            {(part === 'interest' || part === 'penalty') && (
              <div className={styles['examples']}>
                {examples[part].map(({ title, items }) => (
                  <section key={title}>
                    <h3>{title}</h3>
                    <KeyValue items={items} />
                  </section>
                ))}
              </div>
            )}
          </section>
        ))}
        <ButtonLink kind="ghost" to={paths.helpDetail({ slug: 'trust' })}>
          {t('rules.help')}
        </ButtonLink>
      </div>
    </Page>
  );
}

/** Each product with its rate, and the penalty beside it. */
function Offered() {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const penaltyText = usePenaltyText();
  const { products = [] } = useTrustProducts();
  if (products.length === 0) return null;
  return (
    <DataTable
      label={t('products')}
      heads={[
        { name: t('product') },
        { name: t('rate.year'), isFigure: true },
        { name: t('penalty.word'), isFigure: true },
      ]}
    >
      {products.map(({ id, currency, days, terms }) => (
        <tr key={id}>
          <Cell>{`${currency} · ${t('days', { count: days })}`}</Cell>
          <Cell isFigure>{format.percent(yearPercent(terms))}</Cell>
          <Cell isFigure isWrapping>
            {penaltyText(terms)}
          </Cell>
        </tr>
      ))}
    </DataTable>
  );
}

/** The penalty of a product as a figure: days of interest, or a share of the principal per day. */
function usePenaltyText() {
  const { t } = useTranslation('trust');
  const format = useFormat();
  return ({ penaltyRule, penaltyValue }: Pick<PenaltyTerms, 'penaltyRule' | 'penaltyValue'>) =>
    penaltyRule === 'days_of_interest'
      ? t('penalty.short.days', { count: toModelNumber(penaltyValue), value: format.amount(penaltyValue, 4, 0) })
      : t('penalty.short.ratio', { value: format.percent(penaltyValue) });
}

/**
 * Worked examples of the rules on interest and penalties: 0.42 % by 30 days, and 0.4 % by 15 days and by 3 days. No
 * product is offered at the latter.
 */
function useExamples() {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const penaltyText = usePenaltyText();
  const money = (text: string) => <Num kind="amount" value={decimal(text)} unit="USDT" />;
  const percent = (text: string) => format.percent(decimal(text));
  const large = { label: t('amount'), value: money('10000') };
  const byDay = { label: t('calc.day'), value: money('1.4') };
  const back = (text: string) => ({ label: t('redeem.refund'), value: money(text) });
  const penalty = (text: string) => ({ label: t('penalty.word'), value: money(text) });
  return {
    interest: [
      {
        title: t('rules.example', { text: t('days', { count: 30 }) }),
        items: [
          large,
          { label: t('rate.year'), value: percent('5.11') },
          { label: t('rate.total'), value: percent('0.42') },
          byDay,
          { label: t('calc.total', { count: 30 }), value: money('42') },
        ],
      },
      {
        title: t('rules.arithmetic', { text: t('days', { count: 15 }) }),
        items: [
          large,
          { label: t('rate.day'), value: percent('0.4') },
          { label: t('calc.day'), value: money('40') },
          { label: t('calc.total', { count: 15 }), value: money('600') },
        ],
      },
    ],
    penalty: [
      {
        title: t('rules.example', {
          text: penaltyText({ penaltyRule: 'days_of_interest', penaltyValue: decimal('1.5') }),
        }),
        items: [large, byDay, penalty('2.1'), back('9997.9')],
      },
      {
        title: t('rules.arithmetic', {
          text: penaltyText({ penaltyRule: 'ratio_remaining', penaltyValue: decimal('0.4') }),
        }),
        items: [
          { label: t('amount'), value: money('1000') },
          { label: t('orders.left'), value: t('days', { count: 3 }) },
          penalty('12'),
          back('988'),
        ],
      },
    ],
  };
}
