import { Star } from 'lucide-react';
import { IconButton } from './IconButton.tsx';

type StarButtonProps = {
  /** What is starred. */
  label: string;
  isOn: boolean;
  onToggle: () => void;
};

/** Stars something as a favourite, and takes the star away again. */
export function StarButton({ label, isOn, onToggle }: StarButtonProps) {
  return (
    <IconButton
      icon={<Star aria-hidden fill={isOn ? 'currentColor' : 'none'} />}
      label={label}
      isPressed={isOn}
      onClick={onToggle}
    />
  );
}
