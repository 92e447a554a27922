import type { Texts } from './en.ts';

export const fr: Texts = {
  wait: 'Un instant…',
  title: 'Parler avec un avatar',
  enterKey:
    'Saisissez une clé d’API de votre organisation. Elle reste dans cet onglet. Ou exécutez {command} là où tourne le service : un lien s’affiche, qui ouvre cette page prête à l’emploi.',
  key: 'Clé d’API {field}',
  continue: 'Continuer',
  whom: 'Avec qui voulez-vous parler ?',
  how: 'Vous êtes accueilli, puis vous parlez ou écrivez. Votre navigateur demande le micro ; sans micro, vous pouvez écrire.',
  answersFrom: 'Réponses tirées de {field}',
  ownDocuments: 'les documents de son agent',
  makeOwn:
    'Votre visage, vos documents, votre voix ou votre modèle : créez-les dans la {console} ou avec l’{api}, et ils apparaîtront ici.',
  console: 'console',
  others: 'Parler avec quelqu’un d’autre',
  noRecognition:
    'L’exploitant de ce service peut ajouter la reconnaissance vocale et une voix naturelle avec {command}.',
  noAnswer: 'Le service ne répond pas',
  tryAgain: 'Réessayer',
  language: 'Langue',
  replaceKey:
    'Se connecter avec la clé de ce lien, {key}… ? Elle remplace {before}… et appartient peut-être à une autre organisation : continuez seulement si vous savez qui a fait le lien.',
  keyRefused: 'Cette clé n’est pas valable. Elle a peut-être expiré, ou quelqu’un l’a supprimée.',
  noAgent: 'Personne ne parle encore pour lui : liez-lui un agent (agentId).',
  noAvatar: 'Il n’y a pas encore d’avatar. Créez-en un avec POST /v1/avatars.',
  speechHere: 'La parole sur cette machine',
  downloaded: 'Téléchargé',
  doesNotHear:
    'Sans clé, l’avatar ne vous entend pas encore. Vous êtes connecté comme exploitant de ce service.',
  plainVoice:
    'Sans clé, l’avatar parle encore avec une voix simple. Vous êtes connecté comme exploitant de ce service.',
  downloadModels: 'Télécharger {names} ({size})',
  voice: 'une voix naturelle',
  recognition: 'la reconnaissance vocale',
  licences: 'Licences : {names}',
  modelsHere: 'La reconnaissance vocale et la voix sont là : la prochaine conversation les aura.',
  downloadStopped: 'Le téléchargement a été arrêté ; il reprend quand on le demande.',
  progress: '{name} : {size} sur {total}',
};
