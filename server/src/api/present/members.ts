import type * as contract from '@visavis/contracts';
import type { SignedInMember } from '../../domain/members/admission.ts';
import type { Member, MemberInvitation, MemberSession } from '../../domain/members/member.ts';
import { withoutEmpty } from './present.ts';

export const presentMember = (member: Member, caller: SignedInMember | undefined): contract.Member =>
  withoutEmpty({
    ...member,
    lastSignedInAt: member.lastSignedInAt?.toISOString(),
    createdAt: member.createdAt.toISOString(),
    current: member.id === caller?.member.id,
  });

/** Presents an invitation without the hash of its secret. */
export const presentInvitation = ({
  id,
  organizationId,
  name,
  role,
  expiresAt,
  createdAt,
}: MemberInvitation): contract.Invitation => ({
  id,
  organizationId,
  name,
  role,
  expiresAt: expiresAt.toISOString(),
  createdAt: createdAt.toISOString(),
});

export const presentSession = (
  { id, device, createdAt, lastSeenAt, expiresAt }: MemberSession,
  caller: SignedInMember | undefined,
): contract.MemberSession => ({
  id,
  device,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  current: id === caller?.session.id,
});

export const presentSignedIn = (signedIn: SignedInMember): contract.SignedIn => ({
  member: presentMember(signedIn.member, signedIn),
  organizationName: signedIn.organization.name,
});
