import { Button, type ButtonProps } from '@mantine/core';
import { useIsGoing } from '../lib/removals.ts';
import { mayChange } from '../lib/roles.ts';
import { fill, texts } from '../texts/texts.ts';
import { type Removal, removeLater } from './remove-later.tsx';

interface RemoveButtonProps extends ButtonProps {
  /** Id of what it deletes. */
  id: string;
  /** Its name for screen readers, where its text does not say enough. */
  label?: string | undefined;
  /** Whether that is being saved, and cannot be deleted until the saving has ended. */
  isSaving?: boolean;
  onRemove: () => void;
}

/** A button that deletes, for those who may. While the deletion can be taken back it says that it is done, and does nothing. */
export function RemoveButton({
  id,
  label,
  isSaving = false,
  onRemove,
  children = texts.common.delete,
  ...rest
}: RemoveButtonProps) {
  const isGoing = useIsGoing(id);
  const isDisabled = isGoing || isSaving;
  if (!mayChange()) return null;
  return (
    <Button
      variant="subtle"
      color="red"
      {...rest}
      aria-label={isGoing ? undefined : label}
      // Not `disabled`: whoever works by keyboard would lose their place.
      {...(isDisabled && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => {
        if (!isDisabled) onRemove();
      }}
    >
      {isGoing ? texts.removal.going : children}
    </Button>
  );
}

/** A button in a list, whose deletion can be taken back for a while. */
export const RemoveLaterButton = ({
  what,
  of,
  users,
  goesWith,
  ...button
}: Omit<RemoveButtonProps, 'onRemove'> & Removal) => (
  <RemoveButton
    size="compact-sm"
    label={button.children ? undefined : fill(texts.common.deleteOf, { name: what })}
    {...button}
    onRemove={() => void removeLater({ id: button.id, what, of, users, goesWith })}
  />
);
