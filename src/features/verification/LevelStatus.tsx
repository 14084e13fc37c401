import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Identity, IdentityLevel } from '@halyard/contract/identity/calls';
import { IDENTITY_BADGES } from '../../domain/identity/identityApi.ts';
import { countryName } from '../../shared/format/useCountries.ts';
import { useLocale } from '../../shared/format/useLocale.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { removeDraft } from '../../shared/storage/drafts.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { FormEnd } from '../../shared/ui/MoneyButton.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { Timeline, type TimelineStep } from '../../shared/ui/Timeline.tsx';
import { isOpenForSubmission, LEVEL_DRAFTS, type LevelName } from './WithIdentity.tsx';
import styles from './Verification.module.css';

/** Review status of a submitted level, live. */
export function LevelStatus({ name, identity }: { name: LevelName; identity: Identity }) {
  const { t } = useTranslation('verification');
  const level = identity[name];
  const steps = useSteps(level);
  // The form may have been submitted elsewhere, or its answer was lost: its draft is no longer needed.
  useEffect(() => {
    for (const draft of LEVEL_DRAFTS[name]) void removeDraft(draft);
  }, [name]);
  const isVerified = level.status === 'verified';
  const canGoOn = name === 'basic' && isVerified && isOpenForSubmission(identity.advanced.status);
  return (
    <div className={styles['stack']}>
      <div data-side="start">
        {name === 'basic' && isVerified ? (
          <p className={styles['verified']}>
            <CircleCheck aria-hidden />
            {t('basic.open')}
          </p>
        ) : (
          <div>
            <StatusBadge status={IDENTITY_BADGES[level.status]} />
          </div>
        )}
        <Timeline label={t('status.progress')} steps={steps} />
      </div>
      <div data-side="end">
        {name === 'basic' && <Submitted identity={identity} />}
        <ButtonLink kind="ghost" to={canGoOn ? paths.verificationAdvanced() : paths.verification()}>
          {t(canGoOn ? 'status.goOn' : 'title')}
        </ButtonLink>
      </div>
      {name === 'basic' && isVerified && (
        <FormEnd>
          <ButtonLink to={paths.deposit()}>{t('status.fund')}</ButtonLink>
        </FormEnd>
      )}
    </div>
  );
}

function Submitted({ identity: { country, name, idNumberMasked } }: { identity: Identity }) {
  const { t } = useTranslation('verification');
  const locale = useLocale();
  const items = [
    { label: t('basic.country'), value: country === null ? null : countryName(country, locale) },
    { label: t('basic.name'), value: name },
    { label: t('basic.idNumber'), value: idNumberMasked },
  ];
  return <KeyValue items={items.filter(({ value }) => value !== null)} />;
}

function useSteps({ status, submittedAt, reviewedAt }: IdentityLevel): TimelineStep[] {
  const { t } = useTranslation('verification');
  const submitted = {
    id: 'submitted',
    title: t('status.submitted'),
    state: 'done',
    atMs: momentOf(submittedAt),
  } as const;
  const verified = { id: 'verified', title: t('status.verified'), atMs: momentOf(reviewedAt) } as const;
  if (status === 'verified') return [submitted, { ...verified, state: 'done' }];
  return [
    submitted,
    { id: 'review', title: t('status.review'), state: 'current', detail: t('status.reviewDetail') },
    { ...verified, state: 'next' },
  ];
}

function momentOf(at: string | null): number | undefined {
  return at === null ? undefined : Date.parse(at);
}
