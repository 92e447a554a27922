import { SimpleGrid } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { BodyOf, Operation, Organization } from '@visavis/client';
import { bodyOf, readFields } from '../lib/forms.ts';
import { operator } from '../lib/operator.ts';
import { useFields } from '../lib/use-fields.ts';
import { fill, texts } from '../texts/texts.ts';
import { ChangeForm } from './change-form.tsx';
import { Outdated } from './save-problem.tsx';
import { SchemaFields } from './schema-fields.tsx';

const { common } = texts;

/** Plan, limits, price and what else an operator says of an organization. The form's name is the organization's id. */
export function OrganizationForm({ before, onSaved }: { before: Organization; onSaved: () => void }) {
  const { fields, change } = useFields(
    () => ({ ...readFields('organization', before), ...readFields('organizationLimits', before.limits) }),
    before.id,
  );
  const save = useMutation({
    mutationFn: async (force: boolean) => {
      const path = { id: before.id };
      const now = await operator.get('/admin/organizations/{id}', { path });
      if (!force && now.updatedAt !== before.updatedAt) throw new Outdated(texts.outdated.organization);
      // An empty field is the default of the installation, which the API calls `null`.
      const body = { ...bodyOf('organization', fields), limits: bodyOf('organizationLimits', fields) };
      return operator.patch('/admin/organizations/{id}', {
        path,
        body: body as BodyOf<Operation<'patch', '/admin/organizations/{id}'>>,
      });
    },
    onSuccess: (saved) => {
      notifications.show({ message: fill(common.saved, { name: saved.name }), color: 'teal' });
      onSaved();
    },
  });
  const form = { values: fields, change };
  return (
    <ChangeForm forms={['organization', 'organizationLimits']} save={save} onReload={onSaved}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm" style={{ alignItems: 'end' }}>
        <SchemaFields form="organization" group="name" required={{ plan: true }} {...form} />
        <SchemaFields form="organizationLimits" {...form} />
        <SchemaFields form="organization" group="terms" {...form} />
      </SimpleGrid>
      <SchemaFields form="organization" group="access" {...form} />
    </ChangeForm>
  );
}
