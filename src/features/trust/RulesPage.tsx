import { useTranslation } from 'react-i18next';
import { decimal } from '@halyard/contract/money';
import { paths } from '../../shared/navigation/paths.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import styles from './Trust.module.css';

const PARTS = ['days', 'interest', 'penalty', 'renewal', 'house', 'capacity'] as const;

/** The rules of all products, with worked examples. */
export function RulesPage() {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const amount = (text: string) => `${format.amount(decimal(text), 8, 0)}\u{A0}USDT`;
  const figures = {
    year: format.percent(decimal('5.11')),
    rate: format.percent(decimal('0.42')),
    factor: format.amount(decimal('1.5'), 1),
    amount: amount('10000'),
    day: amount('1.4'),
    total: amount('42'),
    penalty: amount('2.1'),
    refund: amount('9997.9'),
    // The usual examples: 0.4 % by 15 days by 10000, and 0.4 % by 3 days by 1000.
    share: format.percent(decimal('0.4')),
    earned: amount('600'),
    small: amount('1000'),
    cost: amount('12'),
    rest: amount('988'),
  };
  return (
    <Page header={<NavBar title={t('rules.title')} />} isReading>
      <div className={styles['screen']}>
        {PARTS.map((part) => {
          const text = part === 'house' ? t('promise') : t(`rules.${part}.text`, figures);
          const [rule, ...examples] = text.split('\n');
          return (
            <section key={part} className={styles['part']}>
              <h2>{t(`rules.${part}.title`)}</h2>
              <p>{rule}</p>
              {examples.map((example) => (
                <p key={example} className={styles['example']}>
                  {example}
                </p>
              ))}
            </section>
          );
        })}
        <ButtonLink kind="ghost" to={paths.helpDetail({ slug: 'trust' })}>
          {t('rules.help')}
        </ButtonLink>
      </div>
    </Page>
  );
}
