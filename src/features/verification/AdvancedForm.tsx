import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityLevel } from '@halyard/contract/calls/identity';
import { UPLOAD_MEGABYTES_MAX } from '@halyard/contract/rules/upload';
import { errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { PhotoField } from '../../shared/ui/PhotoField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { useFocusWrong } from '../../shared/ui/useFocusWrong.ts';
import { RejectionNote } from './RejectionNote.tsx';
import { PICTURES, useAdvancedForm } from './useAdvancedForm.ts';
import styles from './Verification.module.css';

/** Three pictures: the document from both sides, and its holder with it. When they are taken in, the page shows what becomes of them. */
export function AdvancedForm({ level }: { level: IdentityLevel }) {
  const { t } = useTranslation('verification');
  const { uploads, texts, outcome, isUploading, isKept, isSending, submit } = useAdvancedForm();
  const form = useFocusWrong(texts);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await submit()) showToast({ kind: 'success', text: noticeText('IDENTITY_SUBMITTED') });
  };
  const outcomes = { open: t('again'), sentAgain: t('pictures.sentAgain') };
  return (
    <form ref={form} noValidate className={styles['stack']} onSubmit={(event) => void send(event)}>
      <RejectionNote level={level} />
      <p className={styles['note']}>{t('pictures.limit', { max: UPLOAD_MEGABYTES_MAX })}</p>
      {PICTURES.map((picture) => (
        <PhotoField
          key={picture}
          label={t(`pictures.${picture}`)}
          hint={t(`pictures.${picture}Hint`)}
          camera={picture === 'holding' ? 'user' : 'environment'}
          error={uploads[picture].value.status === 'empty' ? texts[picture] : undefined}
          value={uploads[picture].value}
          onChoose={uploads[picture].choose}
          onRetry={uploads[picture].retry}
          onRemove={uploads[picture].remove}
          isDisabled={isSending}
        />
      ))}
      {!isKept && <p className={styles['note']}>{errorText('DRAFT_NOT_KEPT')}</p>}
      <MoneyButton
        isSending={isSending}
        obstacle={isUploading ? t('pictures.waiting') : undefined}
        error={outcome === undefined ? formText(texts) : outcomes[outcome]}
      >
        {t('submit')}
      </MoneyButton>
    </form>
  );
}

/** What is said at the button: what is wrong with all, or that pictures are missing or were not sent. */
function formText({ form, ...pictures }: ReturnType<typeof useAdvancedForm>['texts']): string | undefined {
  return form ?? Object.values(pictures)[0];
}
