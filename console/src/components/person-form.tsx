import {
  Anchor,
  Button,
  Card,
  Group,
  Input,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import type { KnowledgeBase } from '@visavis/client';
import type { ReactNode } from 'react';
import { KNOWLEDGE, TOOLS } from '../lib/collections.ts';
import { documentsRefetchInterval } from '../lib/describe-document.ts';
import type { Form } from '../lib/forms.ts';
import { asOptions } from '../lib/people.ts';
import type { ChangedPerson, PersonFields } from '../lib/person-fields.ts';
import { mayChange } from '../lib/roles.ts';
import { texts } from '../texts/texts.ts';
import { DocumentsState } from './documents-state.tsx';
import { ListProblem } from './load-problem.tsx';
import { NewKnowledge } from './new-knowledge.tsx';
import { Note } from './note.tsx';
import { RemoveButton } from './remove-button.tsx';
import { SaveForm } from './save-form.tsx';
import { SaveProblem } from './save-problem.tsx';

const words = texts.personForm;

export function KnowledgeField({ fields, change }: ChangedPerson) {
  const chosen = (bases: readonly KnowledgeBase[] | undefined) =>
    bases?.find(({ id }) => id === fields.knowledgeBaseId);
  const knowledge = useQuery({
    ...KNOWLEDGE.all,
    refetchInterval: (query) => documentsRefetchInterval(chosen(query.state.data), query),
  });
  const base = chosen(knowledge.data);
  return (
    <Stack gap="xs">
      <Select
        label={words.knowledge}
        description={words.knowledgeHelp}
        placeholder={words.noKnowledge}
        clearable
        data={asOptions(knowledge.data)}
        value={fields.knowledgeBaseId || null}
        onChange={(value) => change({ knowledgeBaseId: value ?? '' })}
      />
      {base && <DocumentsState base={base} />}
      {knowledge.data?.length === 0 && <Note>{words.noneToAnswerFrom}</Note>}
      {mayChange() && <NewKnowledge onCreated={(knowledgeBaseId) => change({ knowledgeBaseId })} />}
      <ListProblem list={knowledge} />
    </Stack>
  );
}

/** Selects tools; renders nothing if the organization has none. */
export function ToolsField({ fields, change }: ChangedPerson) {
  const tools = useQuery(TOOLS.all);
  if (tools.errorUpdateCount > 0 && !tools.data) {
    return (
      <Input.Wrapper label={words.tools} labelElement="div">
        <ListProblem list={tools} />
      </Input.Wrapper>
    );
  }
  if (!tools.data || tools.data.length === 0) return null;
  return (
    <MultiSelect
      label={words.tools}
      data={asOptions(tools.data)}
      value={fields.toolIds}
      onChange={(toolIds) => change({ toolIds })}
    />
  );
}

/** The frame of a person's form: fields, buttons to save and delete, and a conversation with the saved person. */
export function PersonForm(props: {
  /** The contract's forms whose fields it has. */
  forms: readonly Form[];
  fields: PersonFields;
  isDirty: boolean;
  save: { error: Error | null; isPending: boolean; mutate: (force: boolean) => void };
  /** Shows the progress of saving. */
  progress: ReactNode;
  /** Label of the button that saves. */
  saveLabel: string;
  /** Whether data that saving needs is still being loaded. */
  isWaiting?: boolean;
  onReload: () => void;
  removal: { id: string; onRemove: () => void } | undefined;
  /** A conversation with the person; absent if there is none to talk with yet. */
  tryIt: ReactNode | undefined;
  children: ReactNode;
}) {
  const { fields, save, removal } = props;
  const hasFace = fields.identity !== '' || fields.picture !== undefined;
  // Saving earlier would hide the message that there is no face in the picture.
  const isLooking = useIsFetching({ queryKey: ['face preview'], type: 'active' }) > 0;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <SaveForm forms={props.forms} error={save.error} onSubmit={() => save.mutate(false)}>
        <fieldset className="fields" disabled={!mayChange()}>
          <Stack>{props.children}</Stack>
        </fieldset>
        <Stack className="save">
          <SaveProblem error={save.error} onForce={() => save.mutate(true)} onReload={props.onReload} />
          {props.progress}
          {mayChange() && (
            <Group>
              <Button
                type="submit"
                loading={save.isPending || isLooking}
                disabled={!hasFace || props.isWaiting === true}
              >
                {props.saveLabel}
              </Button>
              {(!hasFace || isLooking) && (
                <Note>{isLooking ? texts.pictureEditor.looking : words.faceFirst}</Note>
              )}
              {removal && <RemoveButton {...removal} isSaving={save.isPending} />}
            </Group>
          )}
        </Stack>
      </SaveForm>
      {mayChange() && (
        <Card className="try">
          <Title order={2} mb="sm">
            {words.try}
          </Title>
          {props.tryIt ? (
            <>
              {props.isDirty && <Note mb="sm">{words.saveFirst}</Note>}
              {props.tryIt}
              {removal && (
                <Anchor href={`#/embeds?avatar=${removal.id}`} mt="sm" size="sm">
                  {texts.overview.steps.website}
                </Anchor>
              )}
            </>
          ) : (
            <Text c="dimmed">{words.tryLater}</Text>
          )}
        </Card>
      )}
    </SimpleGrid>
  );
}
