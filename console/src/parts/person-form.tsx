import {
  Button,
  Card,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { limitsOf } from '../lib/limits.ts';
import type { PersonFields } from '../lib/person-fields.ts';
import { listKnowledgeBases, listTools } from '../lib/queries.ts';
import { useUnsaved } from '../lib/use-unsaved.ts';
import { texts } from '../texts/texts.ts';
import { FacePicker } from './face-picker.tsx';
import { SaveProblem } from './save-problem.tsx';

const { personForm: words, common } = texts;

/** Avatars and characters have the same. */
const limits = {
  name: limitsOf('avatar', 'name'),
  description: limitsOf('avatar', 'description'),
  instructions: limitsOf('agent', 'instructions'),
  greeting: limitsOf('agent', 'greetingMsg'),
};

interface FieldsOf<T> {
  fields: T;
  change: (part: Partial<PersonFields>) => void;
}

/** The fields of a form, and whether they were changed since they were read or saved. */
export function usePersonFields<T extends PersonFields>(read: () => T) {
  const [fields, setFields] = useState(read);
  const [isDirty, setDirty] = useState(false);
  useUnsaved(isDirty);
  const change = (part: Partial<T>) => {
    setDirty(true);
    setFields((now) => ({ ...now, ...part }));
  };
  return { fields, change, isDirty, setSaved: () => setDirty(false) };
}

export function NameAndFace({
  fields,
  change,
  current,
  descriptionHelp,
}: FieldsOf<PersonFields> & { current: string | undefined; descriptionHelp?: string }) {
  return (
    <>
      <TextInput
        label={common.name}
        required
        {...limits.name}
        value={fields.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <FacePicker
        identity={fields.identity}
        picture={fields.picture}
        current={current}
        voice={fields.voice}
        onChange={(face) => change(face)}
      />
      <TextInput
        label={words.description}
        {...limits.description}
        description={descriptionHelp}
        value={fields.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </>
  );
}

export function InstructionsAndGreeting({
  fields,
  change,
  required = false,
}: FieldsOf<PersonFields> & { required?: boolean }) {
  return (
    <>
      <Textarea
        label={words.instructions}
        placeholder={words.instructionsExample}
        description={words.instructionsHelp}
        autosize
        minRows={4}
        {...limits.instructions}
        required={required}
        value={fields.instructions}
        onChange={(event) => change({ instructions: event.currentTarget.value })}
      />
      <Textarea
        label={words.greeting}
        {...limits.greeting}
        description={words.greetingHelp}
        autosize
        value={fields.greeting}
        onChange={(event) => change({ greeting: event.currentTarget.value })}
      />
    </>
  );
}

export function KnowledgeAndTools({
  fields,
  change,
  knowledgeHelp,
}: FieldsOf<PersonFields> & { knowledgeHelp?: string }) {
  const knowledge = useQuery({ queryKey: ['knowledge'], queryFn: listKnowledgeBases });
  const tools = useQuery({ queryKey: ['tools'], queryFn: listTools });
  return (
    <>
      <Select
        label={words.knowledge}
        description={knowledgeHelp}
        placeholder={words.noKnowledge}
        clearable
        data={(knowledge.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
        value={fields.knowledgeBaseId || null}
        onChange={(value) => change({ knowledgeBaseId: value ?? '' })}
      />
      {(tools.data?.length ?? 0) > 0 && (
        <MultiSelect
          label={words.tools}
          data={(tools.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          value={fields.toolIds}
          onChange={(toolIds) => change({ toolIds })}
        />
      )}
    </>
  );
}

/** The frame of the form: its fields, what saves and deletes it, and beside them a conversation with what is saved. */
export function PersonForm(props: {
  fields: PersonFields;
  isDirty: boolean;
  save: { error: Error | null; isPending: boolean; mutate: (force: boolean) => void };
  /** On the button that saves. */
  saveLabel: string;
  /** What is saved cannot be judged yet. */
  isWaiting?: boolean;
  onReload: () => void;
  onDelete: (() => void) | undefined;
  /** Absent until there is something to talk with. */
  tryIt: ReactNode | undefined;
  children: ReactNode;
}) {
  const { fields, isDirty, save, saveLabel, isWaiting = false, onReload, onDelete, tryIt, children } = props;
  const hasFace = fields.identity !== '' || fields.picture !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(false);
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <form onSubmit={submit}>
        <Stack>
          {children}
          <SaveProblem error={save.error} onForce={() => save.mutate(true)} onReload={onReload} />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!hasFace || isWaiting}>
              {saveLabel}
            </Button>
            {!hasFace && (
              <Text size="sm" c="dimmed">
                {words.faceFirst}
              </Text>
            )}
            {onDelete && (
              <Button variant="subtle" color="red" onClick={onDelete}>
                {common.delete}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <Card withBorder style={{ alignSelf: 'start', position: 'sticky', top: 72 }}>
        <Title order={2} mb="sm">
          {words.try}
        </Title>
        {tryIt ? (
          <>
            {isDirty && (
              <Text size="sm" c="dimmed" mb="sm">
                {words.saveFirst}
              </Text>
            )}
            {tryIt}
          </>
        ) : (
          <Text c="dimmed">{words.tryLater}</Text>
        )}
      </Card>
    </SimpleGrid>
  );
}
