import type { Kysely, Transaction } from 'kysely';
import { type Gallery, SHARED_AGENT } from '../../domain/organizations/gallery.ts';
import type { Agent } from '../../domain/personas/agents.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import { faceCodec } from '../personas/face-repository.ts';
import type { Schema } from '../schema.ts';
import { createAgentRepository } from '../tools/tool-user-repository.ts';

export async function insertGallery(trx: Transaction<Schema>, gallery: Gallery): Promise<void> {
  const faces = createOwnedRepository(trx, 'faces', 'face', faceCodec);
  for (const face of gallery.faces) await faces.insert(face);
  for (const voice of gallery.voices) await createOwnedRepository(trx, 'voices', 'voice').insert(voice);
  for (const brain of gallery.brains) await createOwnedRepository(trx, 'brains', 'brain').insert(brain);
  for (const agent of gallery.agents) await insertAgent(trx, agent);
  for (const avatar of gallery.avatars) await createOwnedRepository(trx, 'avatars', 'avatar').insert(avatar);
}

/** See `OrganizationStore`. */
export function renewGallery(db: Kysely<Schema>, id: string, gallery: Gallery): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await endSharing(trx, id, gallery);
    const { provider } = gallery.agents[0] ?? {};
    if (!provider) return;
    const { created_at: organizationCreatedAt } = await trx
      .selectFrom('organizations')
      .select('created_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const shared = { ...SHARED_AGENT, voice: provider === 'gemini' ? SHARED_AGENT.voice : null };
    for (const { name, instructions, voice } of [shared, ...gallery.agents]) {
      await trx
        .updateTable('agents')
        .set({ provider, voice, any_provider: true })
        .where('organization_id', '=', id)
        .where('client', 'is', null)
        .where('name', '=', name)
        .where('instructions', '=', instructions)
        .where((row) =>
          row.or([
            row.and([row('any_provider', '=', true), row('provider', '<>', provider)]),
            // Earlier versions stored a provider that nobody had chosen. Agents created later belong to somebody.
            row.and([row('any_provider', '=', false), row('created_at', '<=', organizationCreatedAt)]),
          ]),
        )
        // Owners' changes set `updated_at`; this update does not, because it is not theirs.
        .whereRef('updated_at', '=', 'created_at')
        .execute();
    }
  });
}

/** Ends the sharing of one agent by all avatars, as in earlier versions. The agent stays, as others may refer to it. */
async function endSharing(trx: Transaction<Schema>, id: string, gallery: Gallery): Promise<void> {
  const shared = await trx
    .selectFrom('agents')
    .select(['id', 'created_at'])
    .where('organization_id', '=', id)
    .where('client', 'is', null)
    .where('name', '=', SHARED_AGENT.name)
    .where('instructions', '=', SHARED_AGENT.instructions)
    .whereRef('updated_at', '=', 'created_at')
    // If two services start at the same time, the second finds no avatar left.
    .forUpdate()
    .executeTakeFirst();
  if (!shared) return;
  for (const [index, { identity }] of gallery.avatars.entries()) {
    const agent = gallery.agents[index]!;
    const avatar = await trx
      .selectFrom('avatars')
      .select('id')
      .where('organization_id', '=', id)
      .where('identity', '=', identity)
      .where('agent_id', '=', shared.id)
      .whereRef('updated_at', '=', 'created_at')
      // Avatars created later belong to somebody.
      .where('created_at', '<=', shared.created_at)
      .executeTakeFirst();
    if (!avatar) continue;
    await insertAgent(trx, agent);
    await trx
      .updateTable('avatars')
      .set({ agent_id: agent.id })
      .where('organization_id', '=', id)
      .where('id', '=', avatar.id)
      .execute();
  }
}

const insertAgent = (trx: Transaction<Schema>, agent: Agent) => createAgentRepository(trx).insert(agent);
