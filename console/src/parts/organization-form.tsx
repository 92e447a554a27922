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
import { limitsOf } from '../lib/forms.ts';
import { operator } from '../lib/operator.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { Outdated } from './save-problem.tsx';

const { organizationForm: words, common } = texts;

type Field = keyof typeof words.fields;
const FIELDS = Object.keys(words.fields) as Field[];
/** Fields of the organization itself; the others are its limits. */
const OWN: readonly Field[] = ['chargeBySecond', 'anchorDay', 'retentionDays'];
const rangeOf = (field: Field) =>
  limitsOf('organization', OWN.includes(field) ? (field as 'anchorDay') : `limits.${field}`);

type Numbers = Record<Field, number | ''>;

const PLANS = Object.entries(texts.organizations.plans).map(([value, label]) => ({ value, label }));

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
      if (!force && now.updatedAt !== before.updatedAt) throw new Outdated(texts.outdated.organization);
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
      notifications.show({ message: common.saved(saved.name), color: 'teal' });
      onSaved();
    },
  });

  const number = (field: Field) => (
    <NumberInput
      key={field}
      label={words.fields[field].label}
      description={words.fields[field].help}
      {...rangeOf(field)}
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
            label={common.name}
            {...limitsOf('organization', 'name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={words.plan}
            data={PLANS}
            allowDeselect={false}
            value={plan}
            onChange={(value) => setPlan(value as Organization['plan'])}
          />
          {FIELDS.map(number)}
        </SimpleGrid>
        <Textarea
          label={words.origins}
          description={words.originsHelp}
          autosize
          minRows={2}
          value={origins}
          onChange={(event) => setOrigins(event.currentTarget.value)}
        />
        {save.error instanceof Outdated ? (
          <Alert color="orange" role="alert" title={save.error.message}>
            <Button size="compact-sm" mt="xs" onClick={() => save.mutate(true)}>
              {texts.outdated.mine}
            </Button>
          </Alert>
        ) : (
          <Problem error={save.error} />
        )}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
