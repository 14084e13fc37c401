import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetAppConfigQuery } from '../../domain/settings/settingsApi.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';

type PasswordConfirmProps = Pick<
  ComponentProps<typeof ConfirmSheet>,
  'isOpen' | 'onOpenChange' | 'isConfirming' | 'onConfirm'
>;

/** What follows from another password, above the button that changes it. */
export function PasswordConfirm(props: PasswordConfirmProps) {
  const { t } = useTranslation('security');
  const { data: config, isLoading } = useGetAppConfigQuery();
  const blockedReason = useMoneyBlockedReason();
  const holdHours = config?.withdrawalHoldHours;
  const withdrawals = {
    label: t('password.withdrawals'),
    // A server of the family does not tell how long; that they may wait is said all the same.
    value: holdHours === undefined ? t('password.mayWait') : t('password.waitHours', { count: holdHours }),
  };
  return (
    <ConfirmSheet
      {...props}
      title={t('password.ask')}
      description={t('password.explain')}
      figures={[
        { label: t('password.thisDevice'), value: t('password.stays') },
        { label: t('password.otherDevices'), value: t('password.areLoggedOut') },
        ...(holdHours === 0 || isLoading ? [] : [withdrawals]),
      ]}
      error={blockedReason && errorText(blockedReason.code, blockedReason.params)}
      // Nobody confirms before he has seen whether his withdrawals will wait.
      isDisabled={isLoading || blockedReason !== undefined}
      confirmLabel={t('password.action')}
    />
  );
}
