import {
  Alert,
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { Organization } from '@visavis/client';
import { type FormEvent, useState } from 'react';
import { operator } from '../lib/operator.ts';
import { Problem } from './problem.tsx';

/** Somebody else has saved meanwhile. */
class Outdated extends Error {}

const LIMITS = [
  ['concurrentSessions', 'Conversations at a time', ''],
  ['maxSessionSeconds', 'Longest conversation', 'Seconds; a conversation must be shorter.'],
  ['monthlySeconds', 'Seconds a month', 'Empty: as many as it likes.'],
  ['storedBytes', 'Bytes kept', 'Of documents and pictures together.'],
  ['documentBytes', 'Largest document', 'Bytes.'],
] as const;

type Numbers = Record<
  (typeof LIMITS)[number][0] | 'chargeBySecond' | 'anchorDay' | 'retentionDays',
  number | ''
>;

/** An empty field is the default of the installation, which the API calls `null`. */
const given = (value: number | '') => (value === '' ? null : value);

/** Plan, limits, price and what else an operator says of an organization. */
export function OrganizationForm({ before, onSaved }: { before: Organization; onSaved: () => void }) {
  const [name, setName] = useState(before.name);
  const [plan, setPlan] = useState(before.plan);
  const [origins, setOrigins] = useState(before.allowedOrigins.join('\n'));
  const [numbers, setNumbers] = useState<Numbers>({
    ...before.limits,
    monthlySeconds: before.limits.monthlySeconds ?? '',
    chargeBySecond: before.chargeBySecond,
    anchorDay: before.anchorDay,
    retentionDays: before.retentionDays,
  });

  const save = useMutation({
    mutationFn: async (force: boolean) => {
      const path = { id: before.id };
      const now = await operator.get('/admin/organizations/{id}', { path });
      if (!force && now.updatedAt !== before.updatedAt)
        throw new Outdated('Somebody has saved this organization since you opened it.');
      const { chargeBySecond, anchorDay, retentionDays, ...limits } = numbers;
      const body = {
        name: name.trim(),
        plan,
        limits: Object.fromEntries(Object.entries(limits).map(([limit, value]) => [limit, given(value)])),
        chargeBySecond: given(chargeBySecond),
        anchorDay: given(anchorDay),
        retentionDays: given(retentionDays),
        allowedOrigins: origins.split(/\s+/).filter(Boolean),
      };
      return operator.patch('/admin/organizations/{id}', { path, body });
    },
    onSuccess: (saved) => {
      notifications.show({ message: `${saved.name} is saved.`, color: 'teal' });
      onSaved();
    },
  });

  const number = (field: keyof Numbers, label: string, description: string, min = 0, max?: number) => (
    <NumberInput
      key={field}
      label={label}
      description={description}
      min={min}
      {...(max !== undefined && { max })}
      thousandSeparator=" "
      value={numbers[field]}
      onChange={(value) => setNumbers((now) => ({ ...now, [field]: value === '' ? '' : Number(value) }))}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(false);
  };

  return (
    <form onSubmit={submit} style={{ marginTop: '1rem' }}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
          <TextInput
            label="Name"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Plan"
            data={['free', 'paid']}
            allowDeselect={false}
            value={plan}
            onChange={(value) => setPlan(value as Organization['plan'])}
          />
          {LIMITS.map(([field, label, description]) => number(field, label, description))}
          {number('chargeBySecond', 'Price of a second', '')}
          {number('anchorDay', 'Cycle begins on day', 'Of the month, 1 to 28.', 1, 28)}
          {number('retentionDays', 'Days conversations are kept', '0: until somebody deletes them.')}
        </SimpleGrid>
        <Textarea
          label="Origins"
          description="Of pages that may call with a client token, one a line; any where empty."
          autosize
          minRows={2}
          value={origins}
          onChange={(event) => setOrigins(event.currentTarget.value)}
        />
        {save.error instanceof Outdated ? (
          <Alert color="orange" role="alert" title={save.error.message}>
            <Button size="compact-sm" mt="xs" onClick={() => save.mutate(true)}>
              Save mine anyway
            </Button>
          </Alert>
        ) : (
          <Problem error={save.error} />
        )}
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
