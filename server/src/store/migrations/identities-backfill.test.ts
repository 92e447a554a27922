import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonaSnapshot } from '../../domain/conversations/persona-snapshot.ts';
import type { Agent } from '../../domain/personas/agents.ts';
import { readPersonas } from '../conversations/persona-snapshots.ts';
import { createStores } from '../create-stores.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { runMigrations } from './run-migrations.ts';

/** The last migration before conversations kept who they were started with. */
const BEFORE = 8;
const NOW = "'2026-05-04T03:02:01.123Z', '2026-05-05T03:02:01.123Z'";
/** A conversation's columns that do not matter here. */
const CONVERSATION = `insert into conversations (id, organization_id, name, status, end_reason, provider, self_hosted, room,
  server_url, avatar_id, agent_id, character_id, max_seconds, freemium, charge, charge_by_second, service_instance_id,
  last_heartbeat_at, started_at, ended_at, created_at, updated_at)`;

function conversation(
  id: string,
  persona: { avatar?: string; agent?: string; character?: string },
  { selfHosted = false } = {},
): string {
  const text = (value: string | undefined) => (value === undefined ? 'null' : `'${value}'`);
  const moments = `now(), now(), now(), ${NOW}`;
  return `${CONVERSATION} values ('${id}', 'org', 'Talk', 'ended', 'stopped', 'gemini', ${selfHosted}, '${id}', 'ws://h',
    ${text(persona.avatar)}, ${text(persona.agent)}, ${text(persona.character)}, 60, true, false, 0, 'i', ${moments});`;
}

/** A store as the release before left it. */
const HELD = `
  insert into organizations (id, name, plan, max_session_seconds, concurrent_sessions, document_bytes, charge_by_second,
    anchor_day, allowed_origins, created_at, updated_at) values ('org', 'O', 'free', 60, 1, 1, 0, 1, '[]', ${NOW});
  insert into tools (id, organization_id, name, description, parameters, url, header_names, timeout_ms, secret, created_at,
    updated_at) values
    ('t1', 'org', 'one', '', '{}', 'https://t', '[]', 1, 's', ${NOW}),
    ('t2', 'org', 'two', '', '{}', 'https://t', '[]', 1, 's', ${NOW});
  insert into voices values ('voice', 'org', null, 'Puck', 'Slow.', ${NOW});
  insert into brains values ('brain', 'org', null, 'Be kind.', null, ${NOW});
  insert into knowledge_bases values ('kb', 'org', null, 'Rules', null, ${NOW});
  insert into faces values
    ('face', 'org', null, 'mira', true, null, null, null, null, ${NOW}),
    ('photo', 'org', 'acme', 'p', false, 'A photo', 'k', 'image/png', '{"leftEye":[0.25,0.5]}', ${NOW});
  insert into agents (id, organization_id, provider, name, search, emotions, memory, voice_id, created_at, updated_at) values
    ('agent', 'org', 'openai', 'Linked', true, false, true, 'voice', ${NOW}),
    ('other', 'org', 'gemini', null, false, true, false, null, ${NOW});
  insert into agent_tools values ('agent', 't2', 0), ('agent', 't1', 1);
  insert into avatars values ('avatar', 'org', 'acme', 'maya', 'Maya', '', 'photo', 'agent', ${NOW});
  insert into characters (id, organization_id, name, face_id, voice_id, brain_id, knowledge_base_id, search, memory,
    created_at, updated_at) values ('character', 'org', 'Ada', 'face', 'voice', 'brain', 'kb', true, false, ${NOW});
  insert into character_tools values ('character', 't1', 0);
  ${conversation('by-avatar', { avatar: 'avatar', agent: 'agent' })}
  ${conversation('by-both', { avatar: 'avatar', agent: 'other' })}
  ${conversation('by-character', { character: 'character' })}
  ${conversation('of-the-deleted', { avatar: 'gone', agent: 'gone', character: 'gone' })}
  ${conversation('their-room', { avatar: 'avatar' }, { selfHosted: true })}`;

describe('a store that holds conversations of the release before, once it is migrated', () => {
  let db: TestDatabase;
  let found: Map<string, PersonaSnapshot>;

  beforeAll(async () => {
    db = await createTestDatabase({ migrate: false });
    await db.pool.query('drop schema public cascade; create schema public');
    await runMigrations(db.pool, { upTo: BEFORE });
    await db.pool.query(HELD);
    await runMigrations(db.pool);
    found = await readPersonas(db.kysely, [
      'by-avatar',
      'by-both',
      'by-character',
      'of-the-deleted',
      'their-room',
    ]);
  });
  afterAll(() => db?.close());

  it('knows under which identity the avatar was in rooms of the service, and not in those of callers', async () => {
    const { rows } = await db.pool.query(
      'select id, avatar_identity as identity from conversations order by id',
    );
    expect(rows).toEqual([
      { id: 'by-avatar', identity: 'avatar-by-avatar' },
      { id: 'by-both', identity: 'avatar-by-both' },
      { id: 'by-character', identity: 'avatar-by-character' },
      { id: 'of-the-deleted', identity: 'avatar-of-the-deleted' },
      { id: 'their-room', identity: null },
    ]);
  });

  it('keeps with each conversation the very rows that there are of who it was started with', async () => {
    const stores = createStores(db.kysely);
    const avatar = await stores.avatars.find('org', 'avatar');
    const linkedAgent = asOfThen(await stores.agents.find('org', 'agent'));
    expect(linkedAgent).toMatchObject({ toolIds: ['t2', 't1'], voiceId: 'voice', name: 'Linked' });
    expect(found.get('by-avatar')).toEqual({ avatar, linkedAgent, agent: linkedAgent });
    const agent = asOfThen(await stores.agents.find('org', 'other'));
    expect(agent).toMatchObject({ toolIds: [] });
    expect(found.get('by-both')).toEqual({ avatar, linkedAgent, agent });
    expect(found.get('their-room')).toEqual({ avatar, linkedAgent });
    const character = await stores.characters.find('org', 'character');
    expect(character).toMatchObject({ toolIds: ['t1'], search: true });
    // Sizes are counted since a later migration; nothing reads the sizes of older conversations.
    const { imageBytes: _, ...face } = (await stores.faces.find('org', 'face'))!;
    expect(found.get('by-character')).toEqual({
      character,
      face,
      voice: await stores.voices.find('org', 'voice'),
      brain: await stores.brains.find('org', 'brain'),
      knowledgeBase: await stores.knowledgeBases.find('org', 'kb'),
    });
  });

  it('keeps nothing where all of it was deleted, and reads such a conversation all the same', () => {
    expect(found.get('of-the-deleted')).toEqual({});
  });
});

/** Without what agents have got since: who reads a conversation of then is told the default of it. */
function asOfThen(agent: Agent | undefined): Partial<Agent> | undefined {
  if (!agent) return undefined;
  const { language: _, onBackchannel: __, ...known } = agent;
  return known;
}
