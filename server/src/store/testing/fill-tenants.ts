import { foldChanges } from '../lists/recount.ts';
import { indexPassages } from '../search/write-passages.ts';
import type { TestDatabase } from './test-database.ts';

/** The embedding of every passage that `fillTenants` adds. */
export const EMBEDDING = { model: 'm', vector: Float32Array.of(1, 2, 3) };

const T = `'2026-05-04T03:02:01Z'`;
/** Returns the statements that add rows with `text` of `org_a` or `org_b`; some tables need more than statements. */
const rowsOf = (owner: 'a' | 'b', text: string) => `
  insert into organizations values ('org_${owner}', '${text}', 'paid', 60, 3, 1000, null, 2, 1, '[]', ${T}, ${T}, 5000, null);
  insert into api_keys values ('key_${owner}', 'org_${owner}', '${text}', 'hash ${text}', null, null, ${T});
  insert into knowledge_bases values ('kb_${owner}', 'org_${owner}', null, '${text}', null, ${T}, ${T});
  insert into documents values ('doc_${owner}', 'org_${owner}', 'kb_${owner}', '${text}', null, 'text/plain', 1, 'indexed', null, 1, null, ${T}, ${T});
  insert into websites values ('site_${owner}', 'org_${owner}', null, 'kb_${owner}', 'https://${owner}.example/', 1, 5, null, 'read', '${text}', 1, 1, null, null, ${T}, ${T});
  insert into document_timeline (document_id, type, content, recorded_at) values ('doc_${owner}', 'created', '${text}', ${T});
  insert into voices values ('voi_${owner}', 'org_${owner}', null, '${text}', null, ${T}, ${T});
  insert into brains values ('brn_${owner}', 'org_${owner}', null, '${text}', null, ${T}, ${T});
  insert into faces (id, organization_id, identity, built_in, created_at, updated_at) values ('face_${owner}', 'org_${owner}', '${text}', true, ${T}, ${T});
  insert into model_servers (id, organization_id, name, use, url, model, created_at, updated_at)
    values ('msrv_${owner}', 'org_${owner}', '${text}', 'llm', 'https://h', 'm', ${T}, ${T});
  insert into provider_keys values ('org_${owner}', 'openai', '${text}', '${text}', ${T});
  insert into members values ('mbr_${owner}', 'org_${owner}', '${text}', 'owner', null, ${T});
  insert into member_invitations values ('inv_${owner}', 'org_${owner}', 'invited ${text}', '${text}', 'viewer', ${T}, ${T});
  insert into member_identities values ('https://h', '${text}', 'org_${owner}', 'mbr_${owner}', ${T});
  insert into passkeys values ('pk_${owner}', 'org_${owner}', 'mbr_${owner}', '${text}', 0, ${T});
  insert into member_sessions values ('ses_${owner}', 'org_${owner}', 'mbr_${owner}', 'session ${text}', '${text}', ${T}, ${T}, ${T});
  insert into agents (id, organization_id, provider, name, search, emotions, memory, voice_id, brain_id, knowledge_base_id, llm_server_id, created_at, updated_at)
    values ('agt_${owner}', 'org_${owner}', 'gemini', '${text}', false, false, false, 'voi_${owner}', 'brn_${owner}', 'kb_${owner}', 'msrv_${owner}', ${T}, ${T});
  insert into avatars values ('avt_${owner}', 'org_${owner}', null, 'x', '${text}', 'd', 'face_${owner}', 'agt_${owner}', ${T}, ${T});
  insert into characters (id, organization_id, name, face_id, created_at, updated_at) values ('chr_${owner}', 'org_${owner}', '${text}', 'face_${owner}', ${T}, ${T});
  insert into tools (id, organization_id, name, description, parameters, url, header_names, timeout_ms, secret, created_at, updated_at)
    values ('tool_${owner}', 'org_${owner}', '${text}', 'd', '{}', 'https://h', '[]', 1, 's', ${T}, ${T});
  insert into agent_tools values ('agt_${owner}', 'tool_${owner}', 0);
  insert into character_tools values ('chr_${owner}', 'tool_${owner}', 0);
  insert into embeds (id, organization_id, name, avatar_id, allowed_origins, max_seconds, concurrent_conversations, seconds_per_day, enabled, look, created_at, updated_at)
    values ('emb_${owner}', 'org_${owner}', '${text}', 'avt_${owner}', '[]', 1, 1, 1, true, '{}', ${T}, ${T});
  insert into webhooks (id, organization_id, url, event_types, enabled, secret, created_at, updated_at) values ('whk_${owner}', 'org_${owner}', '${text}', '[]', true, 's', ${T}, ${T});
  insert into webhook_events values ('evt_${owner}', '${text}');
  insert into webhook_deliveries values ('dlv_${owner}', 'whk_${owner}', 'evt_${owner}', 'conversation.ended', 'conv_${owner}', 'pending', '[]', ${T}, ${T}, ${T});
  insert into conversations (id, organization_id, name, status, end_reason, provider, self_hosted, room, server_url, avatar_id, consumer_identity,
    embed_id, memory, max_seconds, freemium, charge, charge_by_second, service_instance_id, last_heartbeat_at, started_at, joined_at, ended_at, created_at, updated_at, revision, status_revision)
    values ('conv_${owner}', 'org_${owner}', '${text}', 'ended', 'stopped', 'gemini', false, 'r', 'ws://h', 'avt_${owner}', 'uma',
      'emb_${owner}', true, 60, false, true, 2, 'i', ${T}, ${T}, ${T}, ${T}, ${T}, ${T}, 3, 1);
  insert into conversation_personas values ('conv_${owner}', '{"name": "${text}"}');
  insert into transcript_entries values ('conv_${owner}', 'e', 'user', '${text}', ${T}, 2);
  insert into timeline_entries (conversation_id, type, author, content, recorded_at, revision) values ('conv_${owner}', 'created', 'system', '${text}', ${T}, 3);
  insert into memories values ('mem_${owner}', 'org_${owner}', null, 'uma', 'avt_${owner}', '${text}', 'k', 'conv_${owner}', ${T}, ${T});
  insert into memory_erasures (organization_id, any_client, "user", content_key, erased_at) values ('org_${owner}', false, 'ina', '${text}', ${T});
  insert into usage_thresholds values ('org_${owner}', ${T}, 80);
  insert into past_usage (organization_id, day, "user", freemium, conversations, seconds, charge) values ('org_${owner}', ${T}, 'uma', false, 1, 1, 1);
  insert into idempotency_keys (organization_id, key, fingerprint, locked_until, expires_at) values
    ('org_${owner}', 'other', '${text}', ${T}, now() + interval '1 day'), ('org_${owner}/["uma",null,null,null,null]', 'other', '${text}', ${T}, now() + interval '1 day');`;

/** Fills every tenant table for `org_a` and `org_b`; `texts` are the content of their rows. */
export async function fillTenants(database: TestDatabase, texts: Record<'a' | 'b', string>): Promise<void> {
  const owners = Object.entries(texts) as ['a' | 'b', string][];
  for (const [owner, text] of owners) {
    await database.pool.query(rowsOf(owner, text));
    await indexPassages(database.kysely, `kb_${owner}`, `doc_${owner}`, [
      [{ text, embedding: EMBEDDING }, { text }],
    ]);
  }
  await foldChanges(database.kysely);
  // The rows that this call has added up are counted as well.
  await foldChanges(database.kysely);
}
