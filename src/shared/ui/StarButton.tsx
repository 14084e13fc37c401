import { Star } from 'lucide-react';
import { IconButton } from './IconButton.tsx';

type StarButtonProps = {
  /** Name of the starred item. */
  label: string;
  isOn: boolean;
  onToggle: () => void;
};

/** Adds and removes a favourite. */
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
