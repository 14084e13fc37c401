import { useTranslation } from 'react-i18next';
import { isCodedError } from '@halyard/contract/user/rules';
import { ANTI_PHISHING_LENGTH, normalizeAntiPhishingCode } from '@halyard/contract/security/rules';
import { useGetAccountProtectionQuery, useSetAntiPhishingCodeMutation } from '../../../domain/security/freezeApi.ts';
import { useForm } from '../../../shared/forms/useForm.ts';
import { noticeText } from '../../../shared/i18n/errorText.ts';
import { useBackIfHere } from '../../../shared/navigation/useIsHere.ts';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { TextField } from '../../../shared/ui/TextField.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from './Freeze.module.css';

/** The anti-phishing code: set or changed, never shown in full. */
export function AntiPhishingPage() {
  const { t } = useTranslation('accountSafety');
  const back = useBackIfHere();
  const { data: protection } = useGetAccountProtectionQuery();
  const [send] = useSetAntiPhishingCodeMutation();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => {
      const written = normalizeAntiPhishingCode(code);
      return { code: isCodedError(written) ? written : undefined };
    },
    fieldOf: ({ code }) => (code === 'ANTI_PHISHING_FORMAT' ? 'code' : undefined),
    send: ({ code }) => send(code),
    onDone: () => {
      showToast({ kind: 'success', text: noticeText('ANTI_PHISHING_SET') });
      back();
    },
  });
  const now = protection?.antiPhishingCode ?? null;
  return (
    <Page header={<NavBar title={t('antiPhishing.title')} />}>
      <form {...form.element} className={styles['stack']}>
        <p className={styles['note']}>{t('antiPhishing.explain')}</p>
        {now !== null && <KeyValue items={[{ label: t('antiPhishing.now'), value: now }]} />}
        <TextField
          label={t('antiPhishing.label')}
          hint={t('antiPhishing.hint', ANTI_PHISHING_LENGTH)}
          autoComplete="off"
          {...form.field('code')}
        />
        <MoneyButton isSending={form.isSending} error={form.texts.form}>
          {t(now === null ? 'antiPhishing.set' : 'antiPhishing.change')}
        </MoneyButton>
      </form>
    </Page>
  );
}
