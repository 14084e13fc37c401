import { useTranslation } from 'react-i18next';
import { useGetBankCardQuery } from '../../domain/bank/bankApi.ts';
import { useHasFundPasswordQuery } from '../../domain/security/securityApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { BankLoading } from './BankLoading.tsx';
import { BindCardForm } from './BindCardForm.tsx';

/** Binding a bank card, or changing the bound one (specification, sections 2 and 5). */
export function BindCardPage() {
  const { t } = useTranslation('bank');
  const back = useBack();
  const { data: card, error, refetch } = useGetBankCardQuery();
  const { data: hasPassword, isLoading } = useHasFundPasswordQuery();
  const failure = card === undefined ? (error as AppError | undefined) : undefined;
  const isReady = card !== undefined && !isLoading;
  return (
    <Page header={<NavBar title={t(card == null ? 'bind' : 'change')} onBack={back} />}>
      {failure !== undefined && <ErrorState what={appErrorText(failure)} onRetry={() => void refetch()} />}
      {failure === undefined && !isReady && <BankLoading />}
      {/* Where it could not be read whether there is a fund password, the exchange says so when the card is sent. */}
      {isReady && <BindCardForm card={card} hasPassword={hasPassword === true} onDone={back} />}
    </Page>
  );
}
