import { Card, Group, JsonInput, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf, Operation, Tool } from '@visavis/client';
import { bodyOf, readFields, type Values } from '../lib/forms.ts';
import { listTools } from '../lib/queries.ts';
import { reloading } from '../lib/query-client.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { usersOfTool } from '../lib/users-of.ts';
import { AddForm } from '../parts/add-form.tsx';
import { ChangeButton, ChangeForm, useChange, useSaveChange } from '../parts/change-form.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { RemoveButton } from '../parts/remove-button.tsx';
import { removeUnused } from '../parts/remove-later.tsx';
import { SchemaFields } from '../parts/schema-fields.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { texts } from '../texts/texts.ts';

const words = texts.tools;
const reload = reloading('tools');

const takesArguments = (tool: Tool | undefined): tool is Tool =>
  Object.keys(tool?.parameters.properties ?? {}).length > 0;

/** The fields of its form; its arguments are edited as text. */
const readTool = (tool?: Tool): Values => ({
  ...readFields('tool', tool),
  parameters: takesArguments(tool) ? JSON.stringify(tool.parameters, null, 2) : '',
});

const toolBody = (fields: Values) => {
  const parameters = String(fields.parameters).trim();
  return { ...bodyOf('tool', fields), parameters: parameters ? (JSON.parse(parameters) as object) : null };
};

export function Tools() {
  const tools = useQuery({ queryKey: ['tools'], queryFn: listTools });
  const { fields, change, setSaved } = useFields(readTool);
  const create = useMutation({
    mutationFn: () =>
      api.post('/v3/tools', { body: toolBody(fields) as BodyOf<Operation<'post', '/v3/tools'>> }),
    onSuccess: () => {
      setSaved(readTool());
      return reload();
    },
  });
  return (
    <Page title={words.title} about={words.about} error={tools.error} loading={tools.isPending}>
      <AddForm form="tool" create={create}>
        <ToolFields fields={fields} change={change} />
      </AddForm>
      {create.data && (
        <ShownOnce
          title={texts.shownOnce.toolSecret}
          label={texts.shownOnce.secretLabel}
          value={create.data.secret}
        />
      )}
      {tools.data?.length === 0 && <Empty title={words.none}>{words.noneYet}</Empty>}
      {tools.data?.map((tool) => (
        <ToolCard key={tool.id} tool={tool} />
      ))}
    </Page>
  );
}

const ToolFields = ({ fields, change }: { fields: Values; change: (part: Values) => void }) => (
  <SchemaFields
    form="tool"
    values={fields}
    change={change}
    special={{
      parameters: (
        <JsonInput
          label={words.parameters}
          description={words.parametersHelp}
          placeholder={words.parametersExample}
          autosize
          minRows={2}
          validationError={words.notJson}
          value={fields.parameters as string}
          onChange={(parameters) => change({ parameters })}
        />
      ),
    }}
  />
);

function ToolCard({ tool }: { tool: Tool }) {
  const { id, name, description, url } = tool;
  const { before, button, onSaved } = useChange(tool, reload);
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 16rem' }}>
          <Text fw={600} ff="monospace">
            {name}
          </Text>
          <Text size="sm">{description}</Text>
          <Text size="sm" c="dimmed">
            {url}
          </Text>
        </div>
        <Group gap="xs">
          <ChangeButton name={name} {...button} />
          <RemoveButton
            size="compact-sm"
            id={id}
            onRemove={() =>
              void removeUnused({
                id,
                what: name,
                users: () => usersOfTool(id),
                remove: () => api.delete('/v3/tools/{id}', { path: { id } }),
                onDone: reload,
              })
            }
          />
        </Group>
      </Group>
      {before && <ToolForm before={before} onSaved={onSaved} />}
    </Card>
  );
}

/** The form's name is the tool's id. Its headers, which are never shown, stay as they are. */
function ToolForm({ before, onSaved }: { before: Tool; onSaved: () => void }) {
  const { fields, change } = useFields(() => readTool(before), before.id);
  const path = { id: before.id };
  const save = useSaveChange({
    before,
    nameOf: ({ name }) => name,
    read: () => api.get('/v3/tools/{id}', { path }),
    write: () =>
      api.patch('/v3/tools/{id}', {
        path,
        body: toolBody(fields) as BodyOf<Operation<'patch', '/v3/tools/{id}'>>,
      }),
    onSaved,
  });
  return (
    <ChangeForm forms={['tool']} save={save} onReload={onSaved}>
      <ToolFields fields={fields} change={change} />
    </ChangeForm>
  );
}
