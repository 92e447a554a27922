import { notifications } from '@mantine/notifications';
import { endRemoval, startRemoval } from '../lib/removals.ts';
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

/** Something that somebody wants to delete. */
export interface Removal {
  id: string;
  /** Its name. */
  what: string;
  remove: () => Promise<unknown>;
  /** It is deleted, or was refused: reads the list again. */
  onDone: () => Promise<unknown>;
  /** What is lost with it, as a sentence. */
  goesWith?: string;
}

/**
 * Deletes after ten seconds, in which closing the message keeps it: the API cannot restore what it deletes. Leaving the
 * console before that deletes nothing. What is going already goes once.
 */
export function removeLater({ id, what, remove, onDone, goesWith }: Removal): void {
  if (!startRemoval(id)) return;
  let isRunning = false;
  const timer = setTimeout(() => void run(), UNDO_MS);
  const message = notifications.show({
    title: words.soon(what),
    message: [goesWith, words.undo].filter(Boolean).join(' '),
    autoClose: false,
    color: 'orange',
    onClose: () => {
      if (isRunning) return;
      clearTimeout(timer);
      endRemoval(id);
    },
    closeButtonProps: { 'aria-label': words.keep(what) },
  });

  async function run(): Promise<void> {
    isRunning = true;
    // From here on it cannot be kept.
    notifications.hide(message);
    try {
      await remove();
      notifications.show({ message: words.done(what), color: 'teal' });
    } catch (error) {
      fail(what, error);
    }
    // Until it is out of the list, it is not deleted once more.
    await onDone();
    endRemoval(id);
  }
}

/**
 * The same, unless something uses it: the API does not delete that, and whoever wants to reads at once what must be
 * changed before.
 * @param users what uses it, each by its name
 * @returns whether it will go
 */
export async function removeUnused(removal: Removal & { users: () => Promise<string[]> }): Promise<boolean> {
  const { what, users } = removal;
  try {
    const found = await users();
    if (found.length === 0) {
      removeLater(removal);
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
