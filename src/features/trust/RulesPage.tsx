import { useTranslation } from 'react-i18next';
import { decimal } from '@halyard/contract/money';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import styles from './Trust.module.css';

const PARTS = ['days', 'interest', 'penalty', 'house', 'capacity'] as const;

/** The rules of all products, with one worked example. */
export function RulesPage() {
  const { t } = useTranslation('trust');
  const back = useBack();
  const format = useFormat();
  const amount = (text: string) => format.amount(decimal(text), 8, 0);
  const figures = {
    rate: format.percent(decimal('6')),
    factor: amount('1.5'),
    share: format.percent(decimal('0.4')),
    amount: amount('10000'),
    day: amount('40'),
    total: amount('600'),
    byDays: amount('60'),
    byRatio: amount('400'),
    // The standard example: 0.4 % by 3 days by 1000.
    small: amount('1000'),
    smallPenalty: amount('12'),
    refund: amount('988'),
  };
  return (
    <Page header={<NavBar title={t('rules.title')} onBack={back} />}>
      <div className={styles['screen']}>
        {PARTS.map((part) => (
          <section key={part} className={styles['part']}>
            <h2>{t(`rules.${part}.title`)}</h2>
            <p>{part === 'house' ? t('promise') : t(`rules.${part}.text`, figures)}</p>
          </section>
        ))}
        <ButtonLink kind="ghost" to={paths.helpDetail({ slug: 'trust' })}>
          {t('rules.help')}
        </ButtonLink>
      </div>
    </Page>
  );
}
