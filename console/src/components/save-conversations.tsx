import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { allInOrder } from '../lib/all-in-order.ts';
import { toRow } from '../lib/conversation-rows.ts';
import { toCsv } from '../lib/csv.ts';
import { download } from '../lib/download.ts';
import { readNames } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { TaskProgress } from './task-progress.tsx';

const words = texts.conversations;

/** The maximum number of conversations: pages are read one after the other, which takes time and loads the service. */
const MAX_CONVERSATIONS = 10_000;
const TAKE = 50;

/** Saves a list of conversations as a table. Returns the button that starts it, and its progress. */
export function useSaveConversations(filter: object, search: string, total: number) {
  const [readCount, setReadCount] = useState(0);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const save = useMutation({
    mutationFn: async (all: number) => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      setReadCount(0);
      try {
        const nameMaps = await allInOrder([readNames('character'), readNames('agent')]);
        const names = new Map(nameMaps.flatMap((names) => [...names]));
        const query = { ...filter, take: TAKE };
        const rows: ReturnType<typeof toRow>[] = [];
        for await (const conversation of api.list('/v3/conversations', { query, signal })) {
          rows.push(toRow(conversation, names, search));
          if (rows.length % TAKE === 0) setReadCount(rows.length);
          if (rows.length === MAX_CONVERSATIONS) break;
        }
        signal.throwIfAborted();
        const table = rows.map((row) => Object.values(row));
        download(
          `conversations-${new Date().toISOString().slice(0, 10)}.csv`,
          'text/csv',
          toCsv([Object.keys(rows[0] ?? {}), ...table]),
        );
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      return all;
    },
  });
  const all = save.variables ?? 0;
  const toSave = Math.min(all, MAX_CONVERSATIONS);
  return {
    button: (
      <Button variant="default" disabled={total === 0 || save.isPending} onClick={() => save.mutate(total)}>
        {texts.usage.csv}
      </Button>
    ),
    progress: (
      <>
        {save.isPending && (
          <TaskProgress share={readCount / toSave} onCancel={() => abort.current?.abort()}>
            {fill(words.saving, { read: readCount, count: toSave })}
          </TaskProgress>
        )}
        {!save.isIdle && all > MAX_CONVERSATIONS && (
          <Alert role="status">{fill(words.newestSaved, { most: MAX_CONVERSATIONS, all })}</Alert>
        )}
        <Problem error={save.error} />
      </>
    ),
  };
}
