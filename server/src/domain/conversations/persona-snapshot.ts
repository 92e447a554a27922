import type { KnowledgeBase } from '../knowledge-bases/knowledge-base.ts';
import type { Agent } from '../personas/agents.ts';
import type { Avatar } from '../personas/avatars.ts';
import type { Brain } from '../personas/brains.ts';
import type { Character } from '../personas/characters.ts';
import type { Face } from '../personas/face.ts';
import type { Voice } from '../personas/voices.ts';

/** The persona that a conversation was started with, as it was then: later changes and deletions do not affect it. */
export interface PersonaSnapshot {
  avatar?: Avatar | undefined;
  linkedAgent?: Agent | undefined;
  agent?: Agent | undefined;
  character?: Character | undefined;
  face?: Face | undefined;
  voice?: Voice | undefined;
  brain?: Brain | undefined;
  knowledgeBase?: KnowledgeBase | undefined;
  /** What the agent may search, whoever named it. */
  searched?: KnowledgeBase | undefined;
}
