import type { Role } from '@visavis/contracts';

/** What an operation of the API needs. Each route names its own: `permission` in `api/api-app.ts`. */
export type Permission =
  /** Reads conversations, or follows one. */
  | 'listen'
  /** Reads anything else. */
  | 'read'
  | 'change'
  /** Members, API keys, tokens, and what makes or sets a secret that is in use. */
  | 'administer';

/** What each role may do. This is the only place that says so. */
const MAY: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['listen', 'read', 'change', 'administer'],
  editor: ['listen', 'read', 'change'],
  viewer: ['listen', 'read'],
  listener: ['listen'],
};

export const mayAdminister = (role: Role): boolean => hasPermission(role, 'administer');

export const hasPermission = (role: Role, permission: Permission): boolean => MAY[role].includes(permission);
