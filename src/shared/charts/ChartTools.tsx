import { ChevronLeft, ChevronRight, ChevronsRight, Crosshair, ZoomIn, ZoomOut } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/IconButton.tsx';
import type { ChartController } from './chartController.ts';

const ZOOM_STEP = 1.35;

/** Buttons for every gesture, for users who cannot pinch, swipe and tap. */
export function ChartTools({ controller }: { controller: ChartController }) {
  const { t } = useTranslation(['chart', 'common']);
  const { subscribe, pointed } = controller.notifier;
  const isHeld = useSyncExternalStore(subscribe, () => pointed()?.isHeld ?? false);
  const holdOrFree = () => (isHeld ? controller.release() : controller.hold());
  return (
    <>
      <IconButton icon={<ZoomOut />} label={t('common:chart.zoomOut')} onClick={() => controller.zoomBy(ZOOM_STEP)} />
      <IconButton icon={<ZoomIn />} label={t('common:chart.zoomIn')} onClick={() => controller.zoomBy(1 / ZOOM_STEP)} />
      <IconButton icon={<ChevronLeft />} label={t('older')} onClick={() => controller.moveBy(-1)} />
      <IconButton icon={<ChevronRight />} label={t('newer')} onClick={() => controller.moveBy(1)} />
      <IconButton icon={<ChevronsRight />} label={t('latest')} onClick={() => controller.showLatest()} />
      <IconButton icon={<Crosshair />} label={t('hold')} isPressed={isHeld} onClick={holdOrFree} />
    </>
  );
}
