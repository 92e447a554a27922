import { texts } from '../texts/texts.ts';
import { type Role, signedInMember } from './member.ts';
import { signedInKey } from './session.ts';

/** Whoever has a key may do everything. The service refuses the rest; pages only leave out what would be refused. */
const role = () => (signedInKey() === undefined ? signedInMember()?.member.role : 'owner');

/** Members, keys and tokens. */
export const mayAdminister = (): boolean => role() === 'owner';
/** Whoever may not change anything, may not start conversations either. */
export const mayChange = (): boolean => mayRead() && role() !== 'viewer';
/** Anything but conversations. */
export const mayRead = (): boolean => role() !== 'listener';

/** For people. */
export const ROLE_NAMES: Record<Role, string> = texts.fields.invitation.role.options;
