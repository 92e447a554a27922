import { type Kysely, sql, type Transaction } from 'kysely';
import { GALLERY_AGENT, type Gallery } from '../../domain/organizations/gallery.ts';
import type { Organization } from '../../domain/organizations/organization.ts';
import type { OrganizationStore } from '../../domain/organizations/organizations.ts';
import type { StoredBytesStore } from '../../domain/organizations/stored-bytes.ts';
import { createRowCodec } from '../columns.ts';
import { readPage } from '../lists/read-page.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import { faceCodec } from '../personas/face-repository.ts';
import type { Schema } from '../schema.ts';
import { createToolUserRepository } from '../tools/tool-user-repository.ts';

export const organizationCodec = createRowCodec<Organization>(['allowedOrigins']);

export function createOrganizationRepository(db: Kysely<Schema>): OrganizationStore & StoredBytesStore {
  return {
    insert(organization, gallery, only) {
      return db.transaction().execute(async (trx) => {
        if (only === 'if_first') {
          // Two services that start at the same time must not both create the first organization.
          await sql`lock table organizations in share row exclusive mode`.execute(trx);
          if (await trx.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) return false;
        }
        await trx
          .insertInto('organizations')
          .values(organizationCodec.toColumns(organization) as never)
          .execute();
        await insertGallery(trx, gallery);
        return true;
      });
    },
    async find(id) {
      const columns = await db
        .selectFrom('organizations')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return columns && organizationCodec.fromColumns(columns);
    },
    async findFirst() {
      const columns = await db
        .selectFrom('organizations')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return columns && organizationCodec.fromColumns(columns);
    },
    list(page) {
      return readPage(db, db.selectFrom('organizations'), page, { codec: organizationCodec });
    },
    async update(id, patch) {
      const columns = await db
        .updateTable('organizations')
        .set(organizationCodec.toColumns(patch))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return columns && organizationCodec.fromColumns(columns);
    },
    async setGallerySpeaker(id, { provider, voice }, insteadOf) {
      await db
        .updateTable('agents')
        .set({ provider, voice })
        .where('organization_id', '=', id)
        .where('client', 'is', null)
        .where('name', '=', GALLERY_AGENT.name)
        .where('instructions', '=', GALLERY_AGENT.instructions)
        .where('provider', 'in', insteadOf)
        // Every change of an agent is noted here; this one is none of its owner's.
        .whereRef('updated_at', '=', 'created_at')
        .execute();
    },
    async storedBytes(id) {
      const documents = db
        .selectFrom('documents')
        .where('organization_id', '=', id)
        .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'));
      const pictures = db
        .selectFrom('faces')
        .where('organization_id', '=', id)
        .select(sql<number>`coalesce(sum(image_bytes), 0)::float8`.as('bytes'));
      const parts = await documents.unionAll(pictures).execute();
      return parts.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    remove(id) {
      return db.transaction().execute(async (trx) => {
        // Referring rows are deleted first: references between an organization's resources do not cascade.
        for (const table of ['characters', 'avatars', 'agents'] as const) {
          await trx.deleteFrom(table).where('organization_id', '=', id).execute();
        }
        const columns = await trx
          .deleteFrom('organizations')
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        return columns && organizationCodec.fromColumns(columns);
      });
    },
  };
}

async function insertGallery(trx: Transaction<Schema>, gallery: Gallery): Promise<void> {
  const faces = createOwnedRepository(trx, 'faces', 'face', faceCodec);
  for (const face of gallery.faces) await faces.insert(face);
  for (const voice of gallery.voices) await createOwnedRepository(trx, 'voices', 'voice').insert(voice);
  for (const brain of gallery.brains) await createOwnedRepository(trx, 'brains', 'brain').insert(brain);
  for (const agent of gallery.agents) await createToolUserRepository(trx, 'agents', 'agent').insert(agent);
  for (const avatar of gallery.avatars) await createOwnedRepository(trx, 'avatars', 'avatar').insert(avatar);
}
