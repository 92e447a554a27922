import { Alert, Button, Card, Group, JsonInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { listTools } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { removeLater } from '../parts/remove-later.ts';

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Page
      title="Tools"
      about="What an avatar can do beside talking: its model calls a tool, and the service sends the call to an address of yours."
      error={tools.error}
      loading={tools.isPending}
    >
      <Card withBorder>
        <form onSubmit={submit}>
          <Stack gap="sm">
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
            <Problem error={create.error} />
            <Group>
              <Button type="submit" loading={create.isPending}>
                Add
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      {create.data && (
        <Alert color="teal" title="Keep this secret now: it is shown this once, and verifies the calls">
          <CodeBlock code={create.data.secret} label="The secret" />
        </Alert>
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
