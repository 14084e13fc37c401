import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewRecoveryCodes } from '@halyard/contract/security/factorCalls';
import { useRemoveTotpMutation, useRenewRecoveryCodesMutation } from '../../../domain/security/factorsApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';

type FactorOnProps = { since: string; codesLeft: number; onCodes: (codes: NewRecoveryCodes) => void };

/** An authenticator app that is on, and what may be done with it. */
export function FactorOn({ since, codesLeft, onCodes }: FactorOnProps) {
  const { t } = useTranslation('factors');
  const { moment } = useFormat();
  const [asked, setAsked] = useState<'renew' | 'remove'>();
  const [renew, renewal] = useRenewRecoveryCodesMutation();
  const [remove, removal] = useRemoveTotpMutation();
  const { error, isLoading } = asked === 'renew' ? renewal : removal;

  const confirm = async () => {
    if (asked === 'renew') {
      const { data } = await renew();
      if (data !== undefined) onCodes(data);
    } else {
      const { data } = await remove();
      if (data !== undefined) setAsked(undefined);
    }
  };
  return (
    <>
      <KeyValue
        items={[
          { label: t('on.app'), value: t('on.since', { date: moment(Date.parse(since), 'date') }) },
          { label: t('on.left'), value: String(codesLeft) },
        ]}
      />
      <Button kind="ghost" onClick={() => setAsked('renew')}>
        {t('on.renew')}
      </Button>
      <Button kind="ghost" onClick={() => setAsked('remove')}>
        {t('on.remove')}
      </Button>
      <ConfirmSheet
        isOpen={asked !== undefined}
        onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
        title={t(asked === 'renew' ? 'on.renew' : 'on.removeAsk')}
        description={t(asked === 'renew' ? 'on.renewAsk' : 'on.removeExplain')}
        error={error === undefined ? undefined : appErrorText(error as AppError)}
        confirmLabel={t(asked === 'renew' ? 'on.renew' : 'on.remove')}
        isConfirming={isLoading}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
