import { Button, type ButtonProps } from '@mantine/core';
import { useIsGoing } from '../lib/removals.ts';
import { texts } from '../texts/texts.ts';

interface RemoveButtonProps extends ButtonProps {
  /** Of what it deletes. */
  id: string;
  /** Its name for screen readers, where its text does not say enough. */
  label?: string;
  onRemove: () => void;
}

/** A button that deletes. It says so while the deletion can be taken back, and does nothing then. */
export function RemoveButton({ id, label, onRemove, children, ...rest }: RemoveButtonProps) {
  const isGoing = useIsGoing(id);
  return (
    <Button
      variant="subtle"
      color="red"
      {...rest}
      aria-label={label && isGoing ? texts.removal.goingOf(label) : label}
      // Not `disabled`: whoever works by keyboard would lose their place.
      {...(isGoing && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => {
        if (!isGoing) onRemove();
      }}
    >
      {isGoing ? texts.removal.going : children}
    </Button>
  );
}
