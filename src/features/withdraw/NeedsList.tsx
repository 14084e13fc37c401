import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalTerms } from '@halyard/contract/withdrawals/calls';
import type { BaseCoin } from '../../domain/wallet/baseCoins.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import styles from './Withdraw.module.css';

/**
 * Conditions before a withdrawal in the order to meet them, all shown at once. A legacy server does not send them, and
 * refuses later.
 */
type Need = 'verify' | 'fundPassword' | 'address' | 'card' | 'cardName';

/** The unmet conditions. */
export function missingNeeds(
  { isVerified, hasFundPassword, isCardOfOther }: WithdrawalTerms,
  { isBank }: BaseCoin,
  destinationCount: number,
): readonly Need[] {
  const needs: readonly (readonly [Need, boolean])[] = [
    ['verify', isVerified === false],
    ['fundPassword', hasFundPassword === false],
    [isBank ? 'card' : 'address', destinationCount === 0],
    ['cardName', isCardOfOther === true],
  ];
  return needs.flatMap(([need, isMissing]) => (isMissing ? [need] : []));
}

const PLACES: Readonly<Record<Need, () => string>> = {
  verify: paths.verification,
  fundPassword: paths.changePayPassword,
  address: paths.createAddress,
  card: paths.addBankCard,
  cardName: paths.addBankCard,
};

/** The unmet conditions, each with a link. */
export function NeedsList({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation('withdraw');
  if (needs.length === 0) return null;
  return (
    <section aria-label={t('needs.title')}>
      <h2 className={styles['heading']}>{t('needs.title')}</h2>
      <ul className={styles['rows']}>
        {needs.map((need) => (
          <li key={need}>
            <ListRow
              title={t(`needs.${need}`)}
              detail={t(`needs.${need}Detail`)}
              end={<ChevronRight aria-hidden />}
              to={PLACES[need]()}
            />
          </li>
        ))}
      </ul>
      <p className={styles['note']}>{t('needs.all')}</p>
    </section>
  );
}
