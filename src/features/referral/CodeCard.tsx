import { Image, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Invitation, linkOf } from '@halyard/contract/referral/calls';
import { saveFile } from '../../shared/format/saveFile.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Referral.module.css';

/** The referral code, its link, and a poster of both. */
export function CodeCard({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('referral');
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

// Closing the sheet is a decision; the link can still be copied.
async function shareLink(text: string, url: string): Promise<void> {
  await navigator.share({ text, url }).catch(() => undefined);
}

/**
 * The registration link of a referral. Absolute: when the exchange does not know its own address, the app's origin is
 * used.
 */
function ownLink(invitation: Pick<Invitation, 'shareUrl' | 'invitationCode'>): string {
  return new URL(linkOf(invitation), window.location.href).href;
}

/** Draws and saves the referral poster. */
function usePoster(code: string, link: string) {
  const { t } = useTranslation('referral');
  const [isDrawing, setDrawing] = useState(false);
  const save = async () => {
    setDrawing(true);
    const outcome = await draw({ say: t('poster.say'), scan: t('poster.scan'), code, link });
    setDrawing(false);
    if (outcome === 'failed') showToast({ kind: 'error', text: errorText('PICTURE_SAVE_FAILED') });
    if (outcome === 'downloaded') showToast({ kind: 'success', text: t('poster.saved') });
  };
  return { isDrawing, save: () => void save() };
}

type Texts = { readonly say: string; readonly scan: string; readonly code: string; readonly link: string };

async function draw(texts: Texts) {
  try {
    const [{ drawPoster }, { readTheme }] = await Promise.all([
      import('./poster.ts'),
      import('../../shared/charts/chartTheme.ts'),
    ]);
    const picture = await drawPoster(texts, readTheme());
    return (await saveFile(picture, `halyard-${texts.code}.png`)).outcome;
  } catch {
    return 'failed';
  }
}
