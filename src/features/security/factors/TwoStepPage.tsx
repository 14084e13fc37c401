import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Factors, NewRecoveryCodes, StartedTotp } from '@halyard/contract/security/factorCalls';
import { useListFactorsQuery, useStartTotpMutation } from '../../../domain/security/factorsApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './Factors.module.css';
import { FactorOn } from './FactorOn.tsx';
import { PendingReset } from './PendingReset.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpApp } from './SetUpApp.tsx';

/** Two-step login: how it stands, turned on with an authenticator app, and turned off. */
export function TwoStepPage() {
  const { t } = useTranslation('factors');
  const back = useBack();
  const { data: factors, error, refetch } = useListFactorsQuery();
  // The codes are shown once: they stay until the user says that he has kept them.
  const [codes, setCodes] = useState<NewRecoveryCodes>();
  return (
    <Page header={<NavBar title={t(codes === undefined ? 'title' : 'codes.title')} onBack={back} />}>
      {codes !== undefined && <RecoveryCodes {...codes} onDone={() => setCodes(undefined)} />}
      {codes === undefined && factors !== undefined && <State factors={factors} onCodes={setCodes} />}
      {factors === undefined && error === undefined && (
        <Loading>
          <Skeleton height={160} />
        </Loading>
      )}
      {factors === undefined && error !== undefined && (
        <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

type StateProps = { factors: Factors; onCodes: (codes: NewRecoveryCodes) => void };

function State({ factors, onCodes }: StateProps) {
  const app = factors.factors.find(({ kind }) => kind === 'totp');
  return (
    <div className={styles['stack']}>
      {factors.reset !== null && <PendingReset reset={factors.reset} />}
      {app === undefined ? (
        <FactorOff onCodes={onCodes} />
      ) : (
        <FactorOn since={app.addedAt} codesLeft={factors.recoveryCodesLeft} onCodes={onCodes} />
      )}
    </div>
  );
}

function FactorOff({ onCodes }: Pick<StateProps, 'onCodes'>) {
  const { t } = useTranslation('factors');
  const [start, { isLoading, error }] = useStartTotpMutation();
  const [started, setStarted] = useState<StartedTotp>();
  if (started !== undefined) return <SetUpApp {...started} onDone={onCodes} />;
  const press = async () => {
    const { data } = await start();
    if (data !== undefined) setStarted(data);
  };
  return (
    <>
      <p className={styles['note']}>{t('off.explain')}</p>
      <MoneyButton
        isSending={isLoading}
        error={error === undefined ? undefined : appErrorText(error as AppError)}
        onPress={() => void press()}
      >
        {t('off.action')}
      </MoneyButton>
    </>
  );
}
