import { notifications } from '@mantine/notifications';

const UNDO_MS = 10_000;

/**
 * Deletes after ten seconds, in which closing the message keeps it: the API cannot restore what it deletes. Leaving the
 * console before that deletes nothing.
 */
export function removeLater(what: string, remove: () => Promise<unknown>, onDone: () => void): void {
  const timer = setTimeout(() => void run(), UNDO_MS);
  const id = notifications.show({
    title: `${what} will be deleted in ten seconds`,
    message: 'Close this message to keep it.',
    autoClose: false,
    color: 'orange',
    onClose: () => clearTimeout(timer),
    closeButtonProps: { 'aria-label': `Keep ${what}` },
  });

  async function run(): Promise<void> {
    try {
      await remove();
      notifications.show({ message: `${what} is deleted.`, color: 'teal' });
    } catch (error) {
      notifications.show({
        title: `${what} is still there`,
        message: (error as Error).message,
        color: 'red',
      });
    }
    notifications.hide(id);
    onDone();
  }
}
