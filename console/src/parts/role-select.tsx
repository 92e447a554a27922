import { Select } from '@mantine/core';
import type { Role } from '../lib/member.ts';
import { ROLE_NAMES } from '../lib/roles.ts';
import { texts } from '../texts/texts.ts';

const DATA = Object.entries(texts.members.roles).map(([value, label]) => ({ value, label }));

/** Chooses a role by its name; what it may is said below, where all of it has place. */
export const RoleSelect = (props: {
  label: string;
  value: Role;
  disabled?: boolean;
  onChange: (role: Role) => void;
}) => (
  <Select
    label={props.label}
    description={ROLE_NAMES[props.value]}
    data={DATA}
    renderOption={({ option }) => ROLE_NAMES[option.value as Role]}
    allowDeselect={false}
    disabled={props.disabled === true}
    value={props.value}
    onChange={(role) => role && props.onChange(role as Role)}
  />
);
