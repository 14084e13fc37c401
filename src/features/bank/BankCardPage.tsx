import { useTranslation } from 'react-i18next';
import type { BankCard } from '@halyard/contract/bank/calls';
import { maskAccountNumber } from '@halyard/contract/bank/rules';
import { cardRemoval, useGetBankCardQuery } from '../../domain/bank/bankApi.ts';
import { useServerKind } from '../../domain/settings/settingsApi.ts';
import { RemoveButton } from '../../domain/withdrawals/RemoveButton.tsx';
import type { AppError } from '../../shared/api/appError.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { FormEnd } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import styles from './Bank.module.css';

/** The bank card for withdrawals, or a link to bind one. */
export function BankCardPage() {
  const { t } = useTranslation('bank');
  const { data: card, error, refetch } = useGetBankCardQuery();
  return (
    <Page header={<NavBar title={t('title')} />}>
      {card === undefined && <Unknown error={error as AppError | undefined} onRetry={() => void refetch()} />}
      {card === null && (
        <EmptyState
          drawing="coins"
          text={t('empty')}
          action={<ButtonLink to={paths.addBankCard()}>{t('bind')}</ButtonLink>}
        />
      )}
      {card != null && <Bound card={card} />}
    </Page>
  );
}

function Unknown({ error, onRetry }: { error: AppError | undefined; onRetry: () => void }) {
  return error === undefined ? (
    <SidesLoading start={[116, 168]} end={[46, 46, 36, 46]} />
  ) : (
    <ErrorState error={error} onRetry={onRetry} />
  );
}

function Bound({ card }: { card: BankCard }) {
  const { t } = useTranslation('bank');
  const isLegacy = useServerKind() === 'legacy';
  const { holder, bankName, accountNumber, iban } = card;
  const parts = ['iban', 'branch', 'bankAddress', 'swift', 'payeeAddress', 'postalCode'] as const;
  // An IBAN ends with the account number.
  const shown = { ...card, iban: isPresent(iban) ? maskAccountNumber(iban) : null };
  return (
    <div className={styles['stack']}>
      <div data-side="start">
        <Card isHero>
          <p className={styles['bank']}>{isPresent(bankName) ? bankName : '—'}</p>
          <p className={styles['label']}>{t('parts.accountNumber')}</p>
          <p className={styles['number']}>{maskAccountNumber(accountNumber ?? '')}</p>
          <p className={styles['holder']}>{isPresent(holder) ? holder : '—'}</p>
        </Card>
        <div className={styles['facts']}>
          <KeyValue
            items={parts.flatMap((part) => {
              const value = shown[part];
              return isPresent(value) ? [{ label: t(`parts.${part}`), value }] : [];
            })}
          />
        </div>
      </div>
      <div data-side="end">
        <div className={styles['change']}>
          <ButtonLink kind="ghost" to={paths.addBankCard()}>
            {t('change')}
          </ButtonLink>
          {!isLegacy && (
            <RemoveButton
              mutation={cardRemoval}
              request={{ accountNumber: accountNumber ?? '' }}
              notice="BANK_CARD_REMOVED"
              texts={{ remove: t('remove'), ask: t('removeAsk'), explain: t('removeExplain'), keep: t('keep') }}
            />
          )}
          <p className={styles['note']}>{t('kept')}</p>
        </div>
      </div>
      <FormEnd>
        <ButtonLink to={paths.withdrawToBank()}>{t('withdraw')}</ButtonLink>
      </FormEnd>
    </div>
  );
}

function isPresent(text: string | null | undefined): text is string {
  return text != null && text !== '';
}
