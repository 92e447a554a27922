import { notifications } from '@mantine/notifications';
import { texts } from '../texts/texts.ts';

const words = texts.removal;
const UNDO_MS = 10_000;

/**
 * Deletes after ten seconds, in which closing the message keeps it: the API cannot restore what it deletes. Leaving the
 * console before that deletes nothing.
 */
export function removeLater(what: string, remove: () => Promise<unknown>, onDone: () => void): void {
  const timer = setTimeout(() => void run(), UNDO_MS);
  const id = notifications.show({
    title: words.soon(what),
    message: words.undo,
    autoClose: false,
    color: 'orange',
    onClose: () => clearTimeout(timer),
    closeButtonProps: { 'aria-label': words.keep(what) },
  });

  async function run(): Promise<void> {
    try {
      await remove();
      notifications.show({ message: words.done(what), color: 'teal' });
    } catch (error) {
      notifications.show({
        title: words.failed(what),
        message: (error as Error).message,
        color: 'red',
      });
    }
    notifications.hide(id);
    onDone();
  }
}
