import { SimpleGrid } from '@mantine/core';
import type { BodyOf, Operation, Organization } from '@visavis/client';
import { bodyOf, readFields } from '../lib/forms.ts';
import { operator } from '../lib/operator.ts';
import { useFields } from '../lib/use-fields.ts';
import { ChangeForm, useSaveChange } from './change-form.tsx';
import { SchemaFields } from './schema-fields.tsx';

/** Plan, limits, price and what else an operator says of an organization. The form's name is the organization's id. */
export function OrganizationForm({ before, onSaved }: { before: Organization; onSaved: () => void }) {
  const { fields, change } = useFields(
    () => ({ ...readFields('organization', before), ...readFields('organizationLimits', before.limits) }),
    before.id,
  );
  const path = { id: before.id };
  const save = useSaveChange({
    before,
    nameOf: ({ name }) => name,
    read: () => operator.get('/admin/organizations/{id}', { path }),
    write: () => {
      // An empty field is the default of the installation, which the API calls `null`.
      const body = { ...bodyOf('organization', fields), limits: bodyOf('organizationLimits', fields) };
      return operator.patch('/admin/organizations/{id}', {
        path,
        body: body as BodyOf<Operation<'patch', '/admin/organizations/{id}'>>,
      });
    },
    onSaved,
  });
  const form = { values: fields, change };
  return (
    <ChangeForm forms={['organization', 'organizationLimits']} save={save} onReload={onSaved}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm" style={{ alignItems: 'start' }}>
        <SchemaFields form="organization" group="name" required={{ plan: true }} {...form} />
        <SchemaFields form="organizationLimits" {...form} />
        <SchemaFields form="organization" group="terms" {...form} />
      </SimpleGrid>
      <SchemaFields form="organization" group="access" {...form} />
    </ChangeForm>
  );
}
