import type { FilledPorts, Stores } from '../ports.ts';
import { createAdmission } from './admission.ts';
import { createMembers } from './members.ts';
import { createOpenIdSignIn } from './open-id.ts';
import { createSignIn } from './sign-in.ts';

type MemberServicesNeeds = Pick<FilledPorts, 'openId' | 'secret' | 'clock' | 'logger'> & {
  stores: Pick<Stores, 'members' | 'memberInvitations' | 'signIns'>;
};

/** Who may use the console, and how they sign in. */
export function createMemberServices(needs: MemberServicesNeeds) {
  const { stores, openId, secret, clock, logger } = needs;
  const { members, memberInvitations: invitations, signIns } = stores;
  const admission = createAdmission({ signIns, invitations }, clock);
  const ofSignIn = { signIns, admission, secret, clock };
  return {
    members: createMembers({ members, invitations }, clock),
    signIn: createSignIn(ofSignIn),
    openIdSignIn: openId && createOpenIdSignIn({ ...ofSignIn, provider: openId, logger }),
  };
}
