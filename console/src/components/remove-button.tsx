import { Button, type ButtonProps } from '@mantine/core';
import { useIsPendingRemoval } from '../lib/removals.ts';
import { mayChange } from '../lib/roles.ts';
import { fill, texts } from '../texts/texts.ts';
import { type Removal, removeLater } from './remove-later.tsx';

interface RemoveButtonProps extends ButtonProps {
  /** Id of the resource that it deletes. */
  id: string;
  /** Its label for screen readers, if its text is not specific enough. */
  label?: string | undefined;
  /** Whether the resource is being saved, and cannot be deleted until that has ended. */
  isSaving?: boolean;
  onRemove: () => void;
}

/** A delete button, for users with that right. While the deletion can be undone, it says so and does nothing. */
export function RemoveButton({
  id,
  label,
  isSaving = false,
  onRemove,
  children = texts.common.delete,
  ...rest
}: RemoveButtonProps) {
  const isPendingRemoval = useIsPendingRemoval(id);
  const isDisabled = isPendingRemoval || isSaving;
  if (!mayChange()) return null;
  return (
    <Button
      variant="subtle"
      color="red"
      {...rest}
      aria-label={isPendingRemoval ? undefined : label}
      // Not `disabled`, which would take the focus from keyboard users.
      {...(isDisabled && { 'aria-disabled': true, 'data-disabled': true })}
      data-pending-removal={isPendingRemoval || undefined}
      onClick={() => {
        if (!isDisabled) onRemove();
      }}
    >
      {isPendingRemoval ? texts.removal.deleted : children}
    </Button>
  );
}

/** A delete button in a list; the deletion can be undone for a while. */
export const RemoveLaterButton = ({
  name,
  from,
  usages,
  lossText,
  ...button
}: Omit<RemoveButtonProps, 'onRemove'> & Removal) => (
  <RemoveButton
    size="compact-sm"
    label={button.children ? undefined : fill(texts.common.deleteOf, { name })}
    {...button}
    onRemove={() => void removeLater({ id: button.id, name, from, usages, lossText })}
  />
);
