import { Button, Card, Group, JsonInput, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listTools } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { AddForm } from '../parts/add-form.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { removeLater } from '../parts/remove-later.ts';
import { ShownOnce } from '../parts/shown-once.tsx';

const NOTHING = { name: '', description: '', url: '', parameters: '' };

export function Tools() {
  const tools = useQuery({ queryKey: ['tools'], queryFn: listTools });
  const cache = useQueryClient();
  const [fields, setFields] = useState(NOTHING);
  const change = (part: Partial<typeof NOTHING>) => setFields((now) => ({ ...now, ...part }));
  const reload = () => void cache.invalidateQueries({ queryKey: ['tools'] });
  const create = useMutation({
    mutationFn: () => {
      const { parameters, ...rest } = fields;
      return api.post('/v3/tools', {
        body: { ...rest, ...(parameters.trim() && { parameters: JSON.parse(parameters) }) },
      });
    },
    onSuccess: () => {
      setFields(NOTHING);
      reload();
    },
  });
  return (
    <Page
      title="Tools"
      about="What an avatar can do beside talking: its model calls a tool, and the service sends the call to an address of yours."
      error={tools.error}
      loading={tools.isPending}
    >
      <AddForm create={create}>
        <TextInput
          label="Name"
          description="Letters, digits and underscores."
          placeholder="book_table"
          required
          value={fields.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label="What it does, and when to call it"
          description="The model reads this."
          required
          autosize
          value={fields.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <TextInput
          label="Address"
          type="url"
          required
          placeholder="https://restaurant.example/tools/book-table"
          value={fields.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        <JsonInput
          label="Arguments"
          description="JSON Schema of an object; empty for none."
          placeholder='{ "type": "object", "properties": { "guests": { "type": "integer" } } }'
          autosize
          minRows={2}
          validationError="This is not JSON yet."
          value={fields.parameters}
          onChange={(parameters) => change({ parameters })}
        />
      </AddForm>
      {create.data && (
        <ShownOnce what="secret" label="The secret" purpose="verifies the calls" value={create.data.secret} />
      )}
      {tools.data?.length === 0 && (
        <Empty title="No tool yet">
          Add one above, then choose it in an avatar under “Tools it may use”.
        </Empty>
      )}
      {tools.data?.map((tool) => (
        <Card key={tool.id} withBorder>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text fw={600} ff="monospace">
                {tool.name}
              </Text>
              <Text size="sm">{tool.description}</Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {tool.url}
              </Text>
            </div>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() =>
                removeLater(tool.name, () => api.delete('/v3/tools/{id}', { path: { id: tool.id } }), reload)
              }
            >
              Delete
            </Button>
          </Group>
        </Card>
      ))}
    </Page>
  );
}
