import type { Role } from '@visavis/contracts';

/** What an API operation requires. Each route states its own: `permission` in `api/api-app.ts`. */
export type Permission =
  /** Reading or following conversations. */
  | 'listen'
  /** Reading anything else. */
  | 'read'
  | 'change'
  /** Members, API keys, tokens, and creating or setting secrets that are in use. */
  | 'administer';

/** What each role may do, defined only here. */
const MAY: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['listen', 'read', 'change', 'administer'],
  editor: ['listen', 'read', 'change'],
  viewer: ['listen', 'read'],
  listener: ['listen'],
};

export const mayAdminister = (role: Role): boolean => hasPermission(role, 'administer');

export const hasPermission = (role: Role, permission: Permission): boolean => MAY[role].includes(permission);
