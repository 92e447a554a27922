import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { Collection } from '../lib/collections.ts';
import { endRemoval, startRemoval } from '../lib/removals.ts';
import { fill, texts } from '../texts/texts.ts';
import { Reason } from './problem.tsx';
import { SmallButton } from './small-button.tsx';

const words = texts.removal;
const UNDO_MS = 10_000;
const REFUSAL_MS = 8_000;

const refusals = new Set<string>();

/** Hides refusals when another page is opened, where nobody can do what they ask for. */
export function hideRefusals(): void {
  for (const id of refusals) notifications.hide(id);
  refusals.clear();
}

/** Shows why something is not deleted. The message goes by itself, but not under the pointer nor with the focus in it. */
function refuse(what: string, message: ReactNode): void {
  const keep = (autoClose: number | false) => notifications.update({ ...refusal, id, autoClose });
  const refusal = {
    title: fill(words.failed, { what }),
    message,
    color: 'red',
    autoClose: REFUSAL_MS,
    onFocusCapture: () => keep(false),
    onBlurCapture: () => keep(REFUSAL_MS),
  };
  const id = notifications.show(refusal);
  refusals.add(id);
}

/** Something that somebody wants to delete. */
export interface Removal {
  id: string;
  /** Its name. */
  what: string;
  /** Reloaded when it is deleted, or was refused. */
  of: Pick<Collection<unknown>, 'remove' | 'reload'>;
  /** Returns the names of what uses it: the API does not delete it then, and the reader learns at once what must be changed before. */
  users?: (() => Promise<string[]>) | undefined;
  /** A sentence that says what is lost with it. */
  goesWith?: string | undefined;
}

/**
 * Deletes after ten seconds, in which it can be undone: the API cannot restore what it deletes. Whoever leaves the console
 * before that deletes it at once. What is going already goes once.
 * @returns whether it will be deleted
 */
export async function removeLater({ id, what, of, users, goesWith }: Removal): Promise<boolean> {
  if (users && !(await isUnused(what, users))) return false;
  let removed: Promise<void> | undefined;
  const finish = () => {
    removed ??= run();
    return removed;
  };
  if (!startRemoval(id, finish)) return true;
  const timer = setTimeout(() => void finish(), UNDO_MS);
  const undo = () => {
    clearTimeout(timer);
    notifications.hide(message);
    endRemoval(id);
  };
  const message = notifications.show({
    title: fill(words.soon, { what }),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{goesWith}</span>
        <SmallButton aria-label={fill(words.undoOf, { what })} onClick={undo}>
          {words.undo}
        </SmallButton>
      </Group>
    ),
    autoClose: false,
    allowClose: false,
  });
  return true;

  async function run(): Promise<void> {
    clearTimeout(timer);
    // From here on it cannot be undone.
    notifications.hide(message);
    try {
      await of.remove(id);
    } catch (error) {
      refuse(what, <Reason error={error as Error} />);
    }
    // Until it is out of the list, it is not deleted once more.
    await of.reload();
    endRemoval(id);
  }
}

async function isUnused(what: string, users: () => Promise<string[]>): Promise<boolean> {
  try {
    const found = await users();
    if (found.length > 0) refuse(what, fill(words.usedBy, { users: found }));
    return found.length === 0;
  } catch (error) {
    refuse(what, <Reason error={error as Error} />);
    return false;
  }
}
