import type { Kysely } from 'kysely';
import { conflict } from '../../domain/errors.ts';
import type {
  Identity,
  MemberInvitation,
  MemberInvitationStore,
  Passkey,
} from '../../domain/members/member.ts';
import { createRowCodec } from '../columns.ts';
import { isUniqueViolation } from '../database-error.ts';
import { readPage } from '../lists/read-page.ts';
import { organizationCodec } from '../organizations/organization-repository.ts';
import { insertAtMost, lockOrganization, within } from '../owned/insert-at-most.ts';
import { toDeletedReferenceConflict } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';
import { across } from '../tenants/tenant-guard.ts';
import { memberCodec, sessionCodec } from './member-repository.ts';
import { markAnswered } from './sign-in-repository.ts';

const codec = createRowCodec<MemberInvitation>();
const passkeyCodec = createRowCodec<Passkey>();
const identityCodec = createRowCodec<Identity>();

export function createMemberInvitationRepository(db: Kysely<Schema>): MemberInvitationStore {
  const rowsOf = (trx: Kysely<Schema>, organizationId: string) =>
    trx.selectFrom('member_invitations').where('organization_id', '=', organizationId);

  async function remove(trx: Kysely<Schema>, organizationId: string, id: string) {
    const columns = await trx
      .deleteFrom('member_invitations')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return columns && codec.fromColumns(columns);
  }

  return {
    async insert(invitation, maxInvitations) {
      const { organizationId, createdAt } = invitation;
      await db
        .deleteFrom('member_invitations')
        .where('organization_id', '=', organizationId)
        .where('expires_at', '<=', createdAt)
        .execute();
      return insertAtMost(
        db,
        organizationId,
        maxInvitations,
        (trx) => rowsOf(trx, organizationId),
        (trx) =>
          trx
            .insertInto('member_invitations')
            .values(codec.toColumns(invitation) as never)
            .execute()
            .catch((error: unknown) => {
              throw toDeletedReferenceConflict(error);
            }),
      );
    },
    list(organizationId, page) {
      return readPage(db, rowsOf(db, organizationId), page, { codec });
    },
    remove: (organizationId, id) => remove(db, organizationId, id),
    async findByHash(hash) {
      const all = across(db, 'credential');
      const columns = await all
        .selectFrom('member_invitations')
        .selectAll()
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (!columns) return undefined;
      const organization = await db
        .selectFrom('organizations')
        .selectAll()
        .where('id', '=', columns.organization_id)
        .executeTakeFirst();
      return (
        organization && {
          invitation: codec.fromColumns(columns),
          organization: organizationCodec.fromColumns(organization),
        }
      );
    },
    async accept({ organizationId, id }, { member, passkey, identity, session, challenge }, maxMembers) {
      class Undo extends Error {}
      let outcome: 'accepted' | 'gone' | 'full' = 'gone';
      try {
        await within(db, async (trx) => {
          await lockOrganization(trx, organizationId);
          const isOpen = await remove(trx, organizationId, id);
          if (!isOpen || !(await markAnswered(trx, challenge, member.createdAt))) throw new Undo();
          const { count } = await trx
            .selectFrom('members')
            .select((of) => of.fn.countAll<string>().as('count'))
            .where('organization_id', '=', organizationId)
            .executeTakeFirstOrThrow();
          if (Number(count) >= maxMembers) {
            outcome = 'full';
            throw new Undo();
          }
          await trx
            .insertInto('members')
            .values(memberCodec.toColumns(member) as never)
            .execute();
          if (passkey)
            await trx
              .insertInto('passkeys')
              .values(passkeyCodec.toColumns(passkey) as never)
              .execute();
          if (identity)
            await trx
              .insertInto('member_identities')
              .values(identityCodec.toColumns(identity) as never)
              .execute();
          await trx
            .insertInto('member_sessions')
            .values(sessionCodec.toColumns(session) as never)
            .execute();
        });
        return 'accepted';
      } catch (error) {
        if (error instanceof Undo) return outcome;
        if (isUniqueViolation(error))
          throw conflict(
            identity
              ? 'This account is already a member. Sign in again.'
              : 'This passkey is already registered. Create another one.',
          );
        throw error;
      }
    },
  };
}
