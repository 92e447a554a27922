import type { Role } from '@visavis/contracts';
import type { Organization } from '../organizations/organization.ts';
import type { PageRequest, RowsOf } from '../owned.ts';

/** A person who signs in to the console. */
export interface Member {
  id: string;
  organizationId: string;
  name: string;
  role: Role;
  lastSignedInAt: Date | null;
  createdAt: Date;
}

/** A link with which one person can become a member. */
export interface MemberInvitation {
  id: string;
  organizationId: string;
  /** SHA-256 of the secret in the link. The secret itself is not stored. */
  hash: string;
  name: string;
  role: Role;
  expiresAt: Date;
  createdAt: Date;
}

export interface Passkey {
  /** As assigned by the authenticator, in Base64url. */
  id: string;
  organizationId: string;
  memberId: string;
  /** COSE key in Base64url. */
  publicKey: string;
  /** Signature counter of the authenticator; 0 if it does not count. */
  counter: number;
  createdAt: Date;
}

/** A member's identity at an OpenID Connect provider; it belongs to one member of one organization. */
export interface Identity {
  issuer: string;
  /** The issuer's id of the person. */
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
  /** SHA-256 of the token in the cookie. The token itself is not stored. */
  hash: string;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** Latest end; an unused session ends earlier. */
  expiresAt: Date;
}

/** The hash of an answered challenge, kept until the challenge expires. */
export interface AnsweredChallenge {
  hash: string;
  expiresAt: Date;
}

/** `last_owner`: the change would leave the organization without an owner. */
export type MemberChange = Member | 'last_owner' | undefined;

export interface MemberStore {
  find(organizationId: string, id: string): Promise<Member | undefined>;
  list(organizationId: string, page: PageRequest): Promise<RowsOf<Member>>;
  update(
    organizationId: string,
    id: string,
    patch: Partial<Pick<Member, 'name' | 'role'>>,
  ): Promise<MemberChange>;
  /** Also removes passkeys, sessions and, as for a role change of an owner, the organization's open invitations. */
  remove(organizationId: string, id: string): Promise<MemberChange>;
  /** Sessions of one member, newest first; `undefined` if there is no such member. */
  sessions(organizationId: string, memberId: string): Promise<MemberSession[] | undefined>;
  endSession(organizationId: string, memberId: string, id: string): Promise<MemberSession | undefined>;
}

export interface MemberInvitationStore {
  /**
   * Deletes expired ones first. `full`: the organization still has `maxInvitations`; `no_owner`: the member who
   * invites is no longer an owner.
   */
  insert(
    invitation: MemberInvitation,
    limits: { maxInvitations: number; inviterId?: string | undefined },
  ): Promise<'inserted' | 'full' | 'no_owner'>;
  list(organizationId: string, page: PageRequest): Promise<RowsOf<MemberInvitation>>;
  remove(organizationId: string, id: string): Promise<MemberInvitation | undefined>;
  findByHash(hash: string): Promise<{ invitation: MemberInvitation; organization: Organization } | undefined>;
  /**
   * Atomically removes the invitation and stores member, session, and passkey or identity. `gone`: it was used or
   * removed meanwhile, or the challenge was answered before; `full`: the organization has `maxMembers`.
   * @throws DomainError `conflict` if the passkey or the identity is already known
   */
  accept(
    invitation: MemberInvitation,
    records: {
      member: Member;
      session: MemberSession;
      challenge: AnsweredChallenge;
      passkey?: Passkey;
      identity?: Identity;
    },
    maxMembers: number,
  ): Promise<'accepted' | 'gone' | 'full'>;
}

/** Stores how members prove who they are, and their sessions. */
export interface SignInStore {
  findPasskey(
    id: string,
  ): Promise<{ passkey: Passkey; member: Member; organization: Organization } | undefined>;
  findIdentity(
    issuer: string,
    subject: string,
  ): Promise<{ member: Member; organization: Organization } | undefined>;
  /**
   * Atomically marks the challenge as answered, updates the counter of the passkey, if any, and stores the session.
   * Deletes the member's ended sessions, and the oldest beyond `maxSessions`.
   * @returns false if the challenge was answered before, the stored counter is higher, or the passkey or member is gone
   */
  signIn(
    records: { session: MemberSession; challenge: AnsweredChallenge; passkey?: Passkey },
    maxSessions: number,
  ): Promise<boolean>;
  findSession(
    hash: string,
  ): Promise<{ session: MemberSession; member: Member; organization: Organization } | undefined>;
  touchSession(organizationId: string, id: string, at: Date): Promise<void>;
  /** @returns the organization, if the session existed */
  endSession(hash: string): Promise<string | undefined>;
}
