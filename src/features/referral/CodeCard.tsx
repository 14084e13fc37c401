import { Image, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Invitation } from '@halyard/contract/referral/calls';
import { Button } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { ownLink } from './ownLink.ts';
import styles from './Referral.module.css';
import { usePoster } from './usePoster.ts';

/** The code, its link, and a poster of both. */
export function CodeCard({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('promotion');
  const { invitationCode } = invitation;
  const link = ownLink(invitation);
  const poster = usePoster(invitationCode, link);
  return (
    <Card isHero>
      {invitation.identity === 'partner' && <p className={styles['badge']}>{t('partner')}</p>}
      <div className={styles['code']}>
        <CopyRow label={t('code')} value={invitationCode} look="whole" />
      </div>
      <CopyRow label={t('link')} value={link} look="whole" />
      <div className={styles['actions']}>
        <Button kind="ghost" size="small" isLoading={poster.isDrawing} onClick={poster.save}>
          <Image aria-hidden />
          {t('poster.save')}
        </Button>
        {canShare() && (
          <Button kind="ghost" size="small" onClick={() => void shareLink(t('poster.say'), link)}>
            <Share2 aria-hidden />
            {t('share')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function canShare(): boolean {
  return typeof (navigator as Partial<Navigator>).share === 'function';
}

// Whoever closes the sheet has decided; the link stands above to be copied.
async function shareLink(text: string, url: string): Promise<void> {
  await navigator.share({ text, url }).catch(() => undefined);
}
