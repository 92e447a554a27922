import type { KnowledgeBase } from '../knowledge-bases/knowledge-bases.ts';
import type { Agent } from '../personas/agents.ts';
import type { Avatar } from '../personas/avatars.ts';
import type { Brain } from '../personas/brains.ts';
import type { Character } from '../personas/characters.ts';
import type { Face } from '../personas/faces.ts';
import type { Voice } from '../personas/voices.ts';

/** The persona that a conversation was started with, as it was then: later changes and deletions do not affect it. */
export interface PersonaSnapshot {
  avatar?: Avatar | undefined;
  /** The agent that is linked with the avatar. */
  linkedAgent?: Agent | undefined;
  /** The agent that speaks. */
  agent?: Agent | undefined;
  character?: Character | undefined;
  /** The pieces of the character. */
  face?: Face | undefined;
  voice?: Voice | undefined;
  brain?: Brain | undefined;
  knowledgeBase?: KnowledgeBase | undefined;
}
