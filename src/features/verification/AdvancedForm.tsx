import { useTranslation } from 'react-i18next';
import type { IdentityLevel } from '@halyard/contract/identity/calls';
import { UPLOAD_MEGABYTES_MAX } from '@halyard/contract/uploads/rules';
import { errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { PhotoField } from '../../shared/ui/PhotoField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { RejectionNote } from './RejectionNote.tsx';
import { PICTURES, useAdvancedForm } from './useAdvancedForm.ts';
import styles from './Verification.module.css';

/**
 * Three pictures: the document from both sides, and its holder with it. When they are taken in, the page shows what
 * becomes of them.
 */
export function AdvancedForm({ level }: { level: IdentityLevel }) {
  const { t } = useTranslation('verification');
  const form = useAdvancedForm(() => showToast({ kind: 'success', text: noticeText('IDENTITY_SUBMITTED') }));
  const { uploads, texts, isSending } = form;
  return (
    <form {...form.element} className={styles['stack']}>
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
      {!form.isPersisted && <p className={styles['note']}>{errorText('DRAFT_NOT_KEPT')}</p>}
      <MoneyButton
        isSending={isSending}
        blockedReason={form.isUploading ? t('pictures.waiting') : undefined}
        error={useOutcomeText(form)}
      >
        {t('submit')}
      </MoneyButton>
    </form>
  );
}

/** What is said at the button: that pictures are missing or were not sent, or what is wrong with all. */
function useOutcomeText({ texts, isSending, isSentAgain, isOpen }: ReturnType<typeof useAdvancedForm>) {
  const { t } = useTranslation('verification');
  const { form, ...pictures } = texts;
  const missing = Object.values(pictures)[0];
  if (isSending || missing !== undefined) return missing;
  if (isSentAgain) return t('pictures.sentAgain');
  return isOpen ? t('again') : form;
}
