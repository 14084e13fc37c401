import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import type { Identity, IdentityLevel } from '@halyard/contract/identity/calls';
import { UPLOAD_MEGABYTES_MAX } from '@halyard/contract/uploads/rules';
import { useSubmitAdvancedMutation } from '../../domain/identity/identityApi.ts';
import { useDraftedUpload } from '../../domain/uploads/useDraftedUpload.ts';
import { useForm } from '../../shared/forms/useForm.ts';
import { errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PhotoField } from '../../shared/ui/PhotoField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { isOpenForSubmission, LEVEL_DRAFTS, RejectionNote, VerificationSteps, WithIdentity } from './WithIdentity.tsx';
import { LevelStatus } from './LevelStatus.tsx';
import styles from './Verification.module.css';

const KINDS = { allowPdf: false };

const [FRONT, BACK, HOLDING] = LEVEL_DRAFTS.advanced;

const PICTURES = ['front', 'back', 'holding'] as const;

/** Advanced verification: its pictures and their review; before the basic level is passed, a link to it. */
export function AdvancedPage() {
  const { t } = useTranslation('verification');
  return (
    <Page header={<NavBar title={t('advanced.title')} />} isWide>
      <WithIdentity>{(identity) => <Advanced identity={identity} />}</WithIdentity>
    </Page>
  );
}

function Advanced({ identity }: { identity: Identity }) {
  const { t } = useTranslation('verification');
  const { basic, advanced } = identity;
  if (!isOpenForSubmission(advanced.status)) return <LevelStatus name="advanced" identity={identity} />;
  if (basic.status === 'verified') {
    return (
      <div className={styles['documents']}>
        <VerificationSteps identity={identity} level="advanced" />
        <AdvancedForm level={advanced} />
      </div>
    );
  }
  return (
    <EmptyState
      text={errorText('BASIC_REQUIRED')}
      action={<ButtonLink to={paths.verificationBasic()}>{t('basic.go')}</ButtonLink>}
    />
  );
}

/** Three pictures: both sides of the document, and its holder with it. After submission the page shows the review. */
function AdvancedForm({ level }: { level: IdentityLevel }) {
  const { t } = useTranslation('verification');
  const form = useAdvancedForm(() => showToast({ kind: 'success', text: noticeText('IDENTITY_SUBMITTED') }));
  const { uploads, texts, isSending } = form;
  return (
    <form {...form.element} className={styles['stack']}>
      <RejectionNote level={level} />
      <p className={styles['note']}>{t('pictures.limit', { max: UPLOAD_MEGABYTES_MAX })}</p>
      <p className={styles['note']}>{t('privacy')}</p>
      <div className={styles['pictures']}>
        {PICTURES.map((picture) => (
          <PhotoField
            key={picture}
            label={t(`pictures.${picture}`)}
            hint={t(`pictures.${picture}Hint`)}
            drawing={<DocumentDrawing picture={picture} />}
            camera={picture === 'holding' ? 'user' : 'environment'}
            error={uploads[picture].value.status === 'empty' ? texts[picture] : undefined}
            value={uploads[picture].value}
            onChoose={uploads[picture].choose}
            onRetry={uploads[picture].retry}
            onRemove={uploads[picture].remove}
            isDisabled={isSending}
          />
        ))}
      </div>
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

const OUTLINES: Readonly<Record<(typeof PICTURES)[number], string>> = {
  front: 'M4 8h52v32H4zM16 19a4 4 0 1 0 0 8 4 4 0 1 0 0-8M10 34c1-4 3-5 6-5s5 1 6 5M30 18h18M30 25h18M30 32h10',
  back: 'M4 8h52v32H4zM4 15h52M4 20h52M10 28h24M10 34h16M42 28h8v6h-8z',
  holding: 'M20 6a8 8 0 1 0 0 16 8 8 0 1 0 0-16M4 44c1-11 7-16 16-16 4 0 7 1 10 3M34 24h22v16H34zM40 29h10M40 34h6',
};

/** Outline of a document, or of a face beside it. */
function DocumentDrawing({ picture }: { picture: (typeof PICTURES)[number] }) {
  return (
    <svg viewBox="0 0 60 48" aria-hidden className={styles['drawing']}>
      <path d={OUTLINES[picture]} />
    </svg>
  );
}

/** Text at the button: missing or unsent pictures, or an error of all. */
function useOutcomeText({ texts, isSending, isSentAgain, isOpen }: ReturnType<typeof useAdvancedForm>) {
  const { t } = useTranslation('verification');
  const { form, ...pictures } = texts;
  const missing = Object.values(pictures)[0];
  if (isSending || missing !== undefined) return missing;
  if (isSentAgain) return t('pictures.sentAgain');
  return isOpen ? t('again') : form;
}

/**
 * The pictures of the advanced level: each is uploaded when chosen, and persisted until submission. `isSentAgain`: the
 * exchange had lost the pictures, so all are uploaded again.
 */
function useAdvancedForm(onDone: () => void) {
  const front = useDraftedUpload(FRONT, KINDS);
  const back = useDraftedUpload(BACK, KINDS);
  const holding = useDraftedUpload(HOLDING, KINDS);
  const uploads = { front, back, holding } as const;
  const [send] = useSubmitAdvancedMutation();

  const form = useForm({
    initial: {},
    check: () => ({ front: missingPicture(front), back: missingPicture(back), holding: missingPicture(holding) }),
    fieldOf: () => undefined,
    send: () => send({ front: front.path, back: back.path, holding: holding.path }),
    onRefused: ({ code }) => {
      if (code !== 'FILE_NOT_FOUND') return false;
      // The exchange deletes unused pictures; a draft may be older.
      for (const { chosen, restore } of Object.values(uploads)) {
        if (chosen !== undefined) restore({ file: chosen.file, name: chosen.name });
      }
      return true;
    },
    onDone: () => {
      for (const upload of Object.values(uploads)) upload.forget();
      onDone();
    },
  });

  const isUploading = PICTURES.some((picture) => uploads[picture].value.status === 'uploading');
  const isPersisted = PICTURES.every((picture) => uploads[picture].isPersisted);
  const isSentAgain = form.failure?.code === 'FILE_NOT_FOUND';
  return { ...form, uploads, isUploading, isPersisted, isSentAgain } as const;
}

function missingPicture({ path }: { readonly path: string | undefined }): CodedError | undefined {
  return path === undefined ? { code: 'PICTURE_REQUIRED' } : undefined;
}
