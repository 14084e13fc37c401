/** The poster of an invitation, drawn here and handed to the user. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../shared/format/saveFile.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';

export function usePoster(code: string, link: string) {
  const { t } = useTranslation('promotion');
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
