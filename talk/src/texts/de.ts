import type { Texts } from './en.ts';

export const de: Texts = {
  wait: 'Einen Augenblick…',
  title: 'Mit einem Avatar sprechen',
  enterKey:
    'Geben Sie einen API-Schlüssel Ihrer Organisation ein. Er bleibt in diesem Tab. Oder führen Sie {command} aus, wo der Dienst läuft: Das gibt einen Link aus, der diese Seite fertig öffnet.',
  key: 'API-Schlüssel {field}',
  continue: 'Weiter',
  whom: 'Mit wem möchten Sie sprechen?',
  how: 'Sie werden begrüßt, und Sie sprechen oder tippen. Ihr Browser fragt nach dem Mikrofon; ohne Mikrofon können Sie tippen.',
  answersFrom: 'Antworten aus {field}',
  ownDocuments: 'den Dokumenten des Agenten',
  makeOwn:
    'Ein eigenes Gesicht, eigene Dokumente, Stimme oder Modell: Legen Sie sie in der {console} oder mit der {api} an, und sie erscheinen hier.',
  console: 'Konsole',
  others: 'Mit jemand anderem sprechen',
  noRecognition:
    'Der Betreiber dieses Dienstes kann Spracherkennung und eine natürliche Stimme mit {command} hinzufügen.',
  noAnswer: 'Der Dienst antwortet nicht',
  tryAgain: 'Noch einmal versuchen',
  language: 'Sprache',
  replaceKey:
    'Mit dem Schlüssel dieses Links anmelden, {key}…? Er ersetzt {before}… und gehört vielleicht zu einer anderen Organisation: Fahren Sie nur fort, wenn Sie wissen, wer den Link gemacht hat.',
  keyRefused: 'Dieser Schlüssel ist ungültig. Er ist vielleicht abgelaufen oder wurde gelöscht.',
  noAgent: 'Noch spricht niemand für ihn: Verknüpfen Sie einen Agenten mit ihm (agentId).',
  noAvatar: 'Es gibt noch keinen Avatar. Legen Sie einen mit POST /v1/avatars an.',
  speechHere: 'Sprache auf diesem Rechner',
  downloaded: 'Heruntergeladen',
  doesNotHear:
    'Ohne Schlüssel hört der Avatar Sie noch nicht. Sie sind als Betreiber dieses Dienstes angemeldet.',
  plainVoice:
    'Ohne Schlüssel spricht der Avatar noch mit einer schlichten Stimme. Sie sind als Betreiber dieses Dienstes angemeldet.',
  downloadModels: 'Herunterladen: {names} ({size})',
  voice: 'eine natürliche Stimme',
  recognition: 'Spracherkennung',
  licences: 'Lizenzen: {names}',
  modelsHere: 'Spracherkennung und Stimme sind da: Das nächste Gespräch hat sie.',
  downloadStopped: 'Das Herunterladen wurde angehalten; auf Wunsch geht es weiter.',
  progress: '{name}: {size} von {total}',
};
