import type { Kysely } from 'kysely';
import { conflict } from '../../domain/errors.ts';
import type { Identity, MemberInvitation, MemberInvitationStore } from '../../domain/members/member.ts';
import { createRowCodec } from '../columns.ts';
import { isUniqueViolation } from '../database-error.ts';
import { readPage } from '../lists/read-page.ts';
import { findOrganization } from '../organizations/organization-repository.ts';
import { insertAtMost, inTransaction, lockOrganization } from '../owned/insert-at-most.ts';
import { toDeletedReferenceConflict } from '../owned/owned-repository.ts';
import { findRow, insertRow, readFirst, removeRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';
import { memberCodec, passkeyCodec, sessionCodec } from './member-repository.ts';
import { markAnswered } from './sign-in-repository.ts';

const codec = createRowCodec<MemberInvitation>();
const identityCodec = createRowCodec<Identity>();

export function createMemberInvitationRepository(db: Kysely<Schema>): MemberInvitationStore {
  const rowsOf = (trx: Kysely<Schema>, organizationId: string) =>
    trx.selectFrom('member_invitations').where('organization_id', '=', organizationId);

  const isOwner = async (trx: Kysely<Schema>, organizationId: string, id: string) =>
    (await findRow(trx, 'members', memberCodec, organizationId, id))?.role === 'owner';

  const remove = (trx: Kysely<Schema>, organizationId: string, id: string) =>
    removeRow(trx, 'member_invitations', codec, organizationId, id);

  return {
    async insert(invitation, { maxInvitations, inviterId }) {
      const { organizationId, createdAt } = invitation;
      await db
        .deleteFrom('member_invitations')
        .where('organization_id', '=', organizationId)
        .where('expires_at', '<=', createdAt)
        .execute();
      let isRefused = false;
      const isInserted = await insertAtMost(
        db,
        organizationId,
        maxInvitations,
        (trx) => rowsOf(trx, organizationId),
        async (trx) => {
          // Under the lock of whoever demotes an owner: an invitation is stored before that, and deleted, or not at all.
          isRefused = inviterId !== undefined && !(await isOwner(trx, organizationId, inviterId));
          if (isRefused) return;
          await insertRow(trx, 'member_invitations', codec, invitation).catch((error: unknown) => {
            throw toDeletedReferenceConflict(error);
          });
        },
      );
      if (isRefused) return 'no_owner';
      return isInserted ? 'inserted' : 'full';
    },
    list(organizationId, page) {
      return readPage(db, rowsOf(db, organizationId), page, { codec });
    },
    remove: (organizationId, id) => remove(db, organizationId, id),
    async findByHash(hash) {
      const all = crossTenant(db, 'credential');
      const invitation = await readFirst(
        codec,
        all.selectFrom('member_invitations').selectAll().where('hash', '=', hash),
      );
      const organization = invitation && (await findOrganization(db, invitation.organizationId));
      return organization && { invitation, organization };
    },
    async accept({ organizationId, id }, { member, passkey, identity, session, challenge }, maxMembers) {
      class Rollback extends Error {}
      let outcome: 'accepted' | 'gone' | 'full' = 'gone';
      try {
        await inTransaction(db, async (trx) => {
          await lockOrganization(trx, organizationId);
          const removed = await remove(trx, organizationId, id);
          if (!removed || !(await markAnswered(trx, challenge, member.createdAt))) throw new Rollback();
          const { count } = await trx
            .selectFrom('members')
            .select((eb) => eb.fn.countAll<string>().as('count'))
            .where('organization_id', '=', organizationId)
            .executeTakeFirstOrThrow();
          if (Number(count) >= maxMembers) {
            outcome = 'full';
            throw new Rollback();
          }
          await insertRow(trx, 'members', memberCodec, member);
          if (passkey) await insertRow(trx, 'passkeys', passkeyCodec, passkey);
          if (identity) await insertRow(trx, 'member_identities', identityCodec, identity);
          await insertRow(trx, 'member_sessions', sessionCodec, session);
        });
        return 'accepted';
      } catch (error) {
        if (error instanceof Rollback) return outcome;
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
