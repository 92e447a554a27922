import { Card, Group, JsonInput, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf, Operation } from '@visavis/client';
import { bodyOf, readFields, type Values } from '../lib/forms.ts';
import { listTools } from '../lib/queries.ts';
import { reloading } from '../lib/query-client.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { usersOfTool } from '../lib/users-of.ts';
import { AddForm } from '../parts/add-form.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { RemoveButton } from '../parts/remove-button.tsx';
import { removeUnused } from '../parts/remove-later.tsx';
import { SchemaFields } from '../parts/schema-fields.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { texts } from '../texts/texts.ts';

const words = texts.tools;
const reload = reloading('tools');

const NOTHING: Values = { ...readFields('tool'), parameters: '' };

export function Tools() {
  const tools = useQuery({ queryKey: ['tools'], queryFn: listTools });
  const { fields, change, setSaved } = useFields(() => NOTHING);
  const create = useMutation({
    mutationFn: () => {
      const parameters = String(fields.parameters).trim();
      const body = { ...bodyOf('tool', fields), ...(parameters && { parameters: JSON.parse(parameters) }) };
      return api.post('/v3/tools', { body: body as BodyOf<Operation<'post', '/v3/tools'>> });
    },
    onSuccess: () => {
      setSaved(NOTHING);
      return reload();
    },
  });
  return (
    <Page title={words.title} about={words.about} error={tools.error} loading={tools.isPending}>
      <AddForm form="tool" create={create}>
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
        <Card key={tool.id} withBorder>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text fw={600} ff="monospace">
                {tool.name}
              </Text>
              <Text size="sm">{tool.description}</Text>
              <Text size="sm" c="dimmed">
                {tool.url}
              </Text>
            </div>
            <RemoveButton
              size="compact-sm"
              id={tool.id}
              onRemove={() =>
                void removeUnused({
                  id: tool.id,
                  what: tool.name,
                  users: () => usersOfTool(tool.id),
                  remove: () => api.delete('/v3/tools/{id}', { path: { id: tool.id } }),
                  onDone: reload,
                })
              }
            />
          </Group>
        </Card>
      ))}
    </Page>
  );
}
