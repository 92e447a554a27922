import { common, outdated, problem, removal, shownOnce, units, unsaved, usedBy } from './common.ts';
import {
  conversation,
  conversations,
  endReasons,
  memories,
  overview,
  statuses,
  usage,
} from './conversations.ts';
import { clientTokens, embedForm, embeds, keys, start, tools, webhooks } from './develop.ts';
import { erasure } from './erasure.ts';
import { faults, fields } from './fields.ts';
import { extractedText, knowledge, knowledgeBase, passageSearch, pasteText } from './knowledge.ts';
import { models, organizations } from './operator.ts';
import {
  avatarForm,
  avatars,
  characterForm,
  characters,
  faceClip,
  facePicker,
  personForm,
  pictureEditor,
  tryIt,
  voiceSample,
} from './people.ts';
import { operatorSignIn, shell, signIn, tour } from './shell.ts';

/** What the console says, in English. Other languages are folders beside this one, of the type `Texts`. */
export const en = {
  avatarForm,
  avatars,
  characterForm,
  characters,
  clientTokens,
  common,
  conversation,
  conversations,
  embedForm,
  embeds,
  endReasons,
  erasure,
  extractedText,
  faceClip,
  facePicker,
  faults,
  fields,
  keys,
  knowledge,
  knowledgeBase,
  memories,
  models,
  operatorSignIn,
  organizations,
  outdated,
  overview,
  passageSearch,
  pasteText,
  personForm,
  pictureEditor,
  problem,
  removal,
  shell,
  shownOnce,
  signIn,
  start,
  statuses,
  tools,
  tour,
  tryIt,
  units,
  unsaved,
  usage,
  usedBy,
  voiceSample,
  webhooks,
};
