import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ModelServer } from '@visavis/client';
import type { ReactNode } from 'react';
import { MODEL_SERVERS } from '../lib/collections.ts';
import type { Values } from '../lib/forms.ts';
import { texts } from '../texts/texts.ts';
import { ListProblem } from './load-problem.tsx';

const words = texts.fields.agent;

type Choice = `${Exclude<ModelServer['use'], 'embeddings'>}ServerId`;
const CHOICES: readonly Choice[] = ['llmServerId', 'ttsServerId', 'sttServerId'];

/** Returns the agent's fields that select the organization's servers; `null` for a use without servers. */
export function useServerChoices(fields: Values, change: (part: Values) => void): Record<Choice, ReactNode> {
  const servers = useQuery(MODEL_SERVERS.all);
  const choose = (choice: Choice) => {
    const data = (servers.data ?? []).flatMap(({ id, use, name }) =>
      choice === `${use}ServerId` ? [{ value: id, label: name }] : [],
    );
    if (data.length === 0) return null;
    return (
      <Select
        label={words[choice].label}
        description={words[choice].help}
        placeholder={texts.modelServers.noServer}
        clearable
        data={data}
        value={(fields[choice] as string) || null}
        onChange={(id) => change({ [choice]: id ?? '' })}
      />
    );
  };
  const [llm, tts, stt] = CHOICES.map(choose);
  return {
    llmServerId: servers.isError ? <ListProblem list={servers} /> : llm,
    ttsServerId: tts,
    sttServerId: stt,
  };
}
