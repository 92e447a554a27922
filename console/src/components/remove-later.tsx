import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { Collection } from '../lib/collections.ts';
import { endRemoval, startRemoval } from '../lib/removals.ts';
import { fill, texts } from '../texts/texts.ts';
import { ErrorMessage } from './problem.tsx';
import { SmallButton } from './small-button.tsx';

const words = texts.removal;
const UNDO_MS = 10_000;
const REFUSAL_MS = 8_000;

const refusals = new Set<string>();

/** Hides refusals when another page is opened: the changes that they ask for cannot be made there. */
export function hideRefusals(): void {
  for (const id of refusals) notifications.hide(id);
  refusals.clear();
}

/** Shows why something is not deleted. The message closes by itself, except while it has the pointer or the focus. */
function refuse(name: string, message: ReactNode): void {
  const keep = (autoClose: number | false) => notifications.update({ ...refusal, id, autoClose });
  const refusal = {
    title: fill(words.failed, { what: name }),
    message,
    color: 'red',
    autoClose: REFUSAL_MS,
    onFocusCapture: () => keep(false),
    onBlurCapture: () => keep(REFUSAL_MS),
  };
  const id = notifications.show(refusal);
  refusals.add(id);
}

/** A resource to delete. */
export interface Removal {
  id: string;
  name: string;
  /** The collection that it is in, which is reloaded after the deletion or its refusal. */
  from: Pick<Collection<unknown>, 'remove' | 'reload'>;
  /** Returns the names of the resources that use it. The API deletes it only if there are none. */
  usages?: (() => Promise<string[]>) | undefined;
  /** A sentence about what is lost with it. */
  lossText?: string | undefined;
}

/**
 * Deletes after ten seconds, during which it can be undone: the API cannot restore what it deletes. Leaving the console
 * deletes at once. A second call for the same resource does nothing.
 */
export async function removeLater({ id, name, from, usages, lossText }: Removal): Promise<boolean> {
  if (usages && !(await isUnused(name, usages))) return false;
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
    title: fill(words.soon, { what: name }),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{lossText}</span>
        <SmallButton aria-label={fill(words.undoOf, { what: name })} onClick={undo}>
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
    // It cannot be undone any more.
    notifications.hide(message);
    try {
      await from.remove(id);
    } catch (error) {
      refuse(name, <ErrorMessage error={error as Error} />);
    }
    // Ends the removal only once the list is reloaded, so that it is not deleted twice.
    await from.reload();
    endRemoval(id);
  }
}

async function isUnused(name: string, usages: () => Promise<string[]>): Promise<boolean> {
  try {
    const names = await usages();
    if (names.length > 0) refuse(name, fill(words.usedBy, { users: names }));
    return names.length === 0;
  } catch (error) {
    refuse(name, <ErrorMessage error={error as Error} />);
    return false;
  }
}
