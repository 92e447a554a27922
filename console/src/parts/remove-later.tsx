import { notifications } from '@mantine/notifications';
import { texts } from '../texts/texts.ts';
import { Reason } from './problem.tsx';

const words = texts.removal;
const UNDO_MS = 10_000;

const fail = (what: string, error: unknown) =>
  notifications.show({
    title: words.failed(what),
    message: <Reason error={error as Error} />,
    color: 'red',
    autoClose: false,
  });

/**
 * Deletes after ten seconds, in which closing the message keeps it: the API cannot restore what it deletes. Leaving the
 * console before that deletes nothing.
 * @param goesWith what is lost with it, as a sentence
 */
export function removeLater(
  what: string,
  remove: () => Promise<unknown>,
  onDone: () => void,
  goesWith?: string,
): void {
  const timer = setTimeout(() => void run(), UNDO_MS);
  const id = notifications.show({
    title: words.soon(what),
    message: [goesWith, words.undo].filter(Boolean).join(' '),
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
      fail(what, error);
    }
    notifications.hide(id);
    onDone();
  }
}

/**
 * The same, unless something uses it: the API does not delete that, and whoever wants to reads at once what must be
 * changed before.
 * @param users what uses it, each by its name
 * @returns whether it will go
 */
export async function removeUnused(
  what: string,
  users: () => Promise<string[]>,
  remove: () => Promise<unknown>,
  onDone: () => void,
): Promise<boolean> {
  try {
    const found = await users();
    if (found.length === 0) {
      removeLater(what, remove, onDone);
      return true;
    }
    notifications.show({
      title: words.failed(what),
      message: words.usedBy(found),
      color: 'orange',
      autoClose: false,
    });
  } catch (error) {
    fail(what, error);
  }
  return false;
}
