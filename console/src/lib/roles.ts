import { texts } from '../texts/texts.ts';
import { type Role, signedInMember } from './member.ts';
import { signedInKey } from './session.ts';

/** A key grants everything. The service enforces roles; pages only hide what it would refuse. */
const role = () => (signedInKey() === undefined ? signedInMember()?.member.role : 'owner');

/** Whether the user may manage members, keys and tokens. */
export const mayAdminister = (): boolean => role() === 'owner';
/** Whether the user may change anything. Starting conversations needs the same right. */
export const mayChange = (): boolean => mayRead() && role() !== 'viewer';
/** Whether the user may read more than conversations. */
export const mayRead = (): boolean => role() !== 'listener';

/** Names of the roles in the language of the page. */
export const ROLE_NAMES: Record<Role, string> = texts.fields.invitation.role.options;
