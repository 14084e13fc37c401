import { useTranslation } from 'react-i18next';
import styles from './Location.module.css';

type PictureNoteProps = {
  /** Whether the operator set where pictures come from. */
  hasTiles: boolean;
  areTilesThere: boolean;
  attribution: string | null | undefined;
};

/** Under the map: whose pictures these are, or why there are none. */
export function PictureNote({ hasTiles, areTilesThere, attribution }: PictureNoteProps) {
  const { t } = useTranslation('location');
  return (
    <p className={styles['note']} role="status">
      {!hasTiles && t('map.plain')}
      {hasTiles && !areTilesThere && t('map.tilesMissing')}
      {hasTiles && areTilesThere && attribution}
    </p>
  );
}
