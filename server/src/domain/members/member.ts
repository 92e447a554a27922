import type { Role } from '@visavis/contracts';
import type { Organization } from '../organizations/organization.ts';
import type { PageRequest, RowsOf } from '../owned.ts';

/** Somebody who signs in to the console. */
export interface Member {
  id: string;
  organizationId: string;
  name: string;
  role: Role;
  lastSignedInAt: Date | null;
  createdAt: Date;
}

/** A link with which somebody becomes a member, once. */
export interface MemberInvitation {
  id: string;
  organizationId: string;
  /** SHA-256 of the secret in the link. The secret itself is not kept. */
  hash: string;
  name: string;
  role: Role;
  expiresAt: Date;
  createdAt: Date;
}

export interface Passkey {
  /** As the authenticator names it, in Base64url. */
  id: string;
  organizationId: string;
  memberId: string;
  /** COSE, in Base64url. */
  publicKey: string;
  /** How often it was used, as far as it counts; 0 where it does not. */
  counter: number;
  createdAt: Date;
}

/** Who a member is at a provider of OpenID Connect: one member of one organization. */
export interface Identity {
  issuer: string;
  /** As the issuer names them. */
  subject: string;
  organizationId: string;
  memberId: string;
  createdAt: Date;
}

/** A browser in which a member is signed in. */
export interface MemberSession {
  id: string;
  organizationId: string;
  memberId: string;
  /** SHA-256 of the token in the cookie. The token itself is not kept. */
  hash: string;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** The latest end; a session that nobody uses ends before. */
  expiresAt: Date;
}

/** A challenge that was answered: its hash, until it could not be answered anyway. */
export interface AnsweredChallenge {
  hash: string;
  expiresAt: Date;
}

/** `last_owner`: without them the organization would have no owner. */
export type MemberChange = Member | 'last_owner' | undefined;

export interface MemberStore {
  find(organizationId: string, id: string): Promise<Member | undefined>;
  list(organizationId: string, page: PageRequest): Promise<RowsOf<Member>>;
  update(
    organizationId: string,
    id: string,
    patch: Partial<Pick<Member, 'name' | 'role'>>,
  ): Promise<MemberChange>;
  /** With their passkeys and sessions. As with a change of role: of an owner, with all open invitations of the organization. */
  remove(organizationId: string, id: string): Promise<MemberChange>;
  /** Of one member, the newest first; `undefined` where there is no such member. */
  sessions(organizationId: string, memberId: string): Promise<MemberSession[] | undefined>;
  endSession(organizationId: string, memberId: string, id: string): Promise<MemberSession | undefined>;
}

export interface MemberInvitationStore {
  /** Deletes those that have expired. False where the organization has `most` of them nevertheless. */
  insert(invitation: MemberInvitation, most: number): Promise<boolean>;
  list(organizationId: string, page: PageRequest): Promise<RowsOf<MemberInvitation>>;
  remove(organizationId: string, id: string): Promise<MemberInvitation | undefined>;
  findByHash(hash: string): Promise<{ invitation: MemberInvitation; organization: Organization } | undefined>;
  /**
   * All or nothing: the invitation goes, and member, session, and passkey or identity are there. `gone`: it was used or
   * removed meanwhile, or the challenge was answered before; `full`: the organization has `most` members.
   * @throws DomainError `conflict` where the passkey or the identity is known already
   */
  accept(
    invitation: MemberInvitation,
    made: {
      member: Member;
      session: MemberSession;
      challenge: AnsweredChallenge;
      passkey?: Passkey;
      identity?: Identity;
    },
    most: number,
  ): Promise<'accepted' | 'gone' | 'full'>;
}

/** How members prove who they are, and what they have then. */
export interface SignInStore {
  findPasskey(
    id: string,
  ): Promise<{ passkey: Passkey; member: Member; organization: Organization } | undefined>;
  findIdentity(
    issuer: string,
    subject: string,
  ): Promise<{ member: Member; organization: Organization } | undefined>;
  /**
   * All or nothing: the challenge is answered, the passkey, if any, counts, and the session is there. Of the member's
   * other sessions those that have ended go, and the oldest where they are more than `most`.
   * @returns false where the challenge was answered before, the passkey has counted further, or it or the member is gone
   */
  signIn(
    made: { session: MemberSession; challenge: AnsweredChallenge; passkey?: Passkey },
    most: number,
  ): Promise<boolean>;
  findSession(
    hash: string,
  ): Promise<{ session: MemberSession; member: Member; organization: Organization } | undefined>;
  touchSession(organizationId: string, id: string, at: Date): Promise<void>;
  /** @returns the organization, where there was such a session */
  endSession(hash: string): Promise<string | undefined>;
}
