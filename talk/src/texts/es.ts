import type { Texts } from './en.ts';

export const es: Texts = {
  wait: 'Un momento…',
  title: 'Hablar con un avatar',
  enterKey:
    'Introduzca una clave de API de su organización. Se queda en esta pestaña. O ejecute {command} donde funciona el servicio: muestra un enlace que abre esta página lista para usar.',
  key: 'Clave de API {field}',
  continue: 'Continuar',
  whom: '¿Con quién quiere hablar?',
  how: 'Le saluda, y usted habla o escribe. Su navegador pide el micrófono; sin él puede escribir.',
  answersFrom: 'Respuestas de {field}',
  ownDocuments: 'los documentos de su agente',
  makeOwn:
    'Su propia cara, documentos, voz o modelo: créelos en la {console} o con la {api}, y aparecerán aquí.',
  console: 'consola',
  others: 'Hablar con otra persona',
  noRecognition:
    'Quien opera este servicio puede añadir el reconocimiento de voz y una voz natural con {command}.',
  noAnswer: 'El servicio no responde',
  tryAgain: 'Intentar de nuevo',
  language: 'Idioma',
  replaceKey:
    '¿Entrar con la clave de este enlace, {key}…? Sustituye a {before}… y puede ser de otra organización: continúe solo si sabe quién hizo el enlace.',
  keyRefused: 'Esta clave no es válida. Puede haber caducado, o alguien la ha borrado.',
  noAgent: 'Todavía nadie habla por él: enlácele un agente (agentId).',
  noAvatar: 'Todavía no hay ningún avatar. Cree uno con POST /v1/avatars.',
  speechHere: 'La voz en esta máquina',
  downloaded: 'Descargado',
  doesNotHear: 'Sin clave, el avatar todavía no le oye. Ha entrado como quien opera este servicio.',
  plainVoice:
    'Sin clave, el avatar todavía habla con una voz sencilla. Ha entrado como quien opera este servicio.',
  downloadModels: 'Descargar {names} ({size})',
  voice: 'una voz natural',
  recognition: 'el reconocimiento de voz',
  licences: 'Licencias: {names}',
  modelsHere: 'El reconocimiento de voz y la voz ya están: la próxima conversación los tendrá.',
  downloadStopped: 'La descarga se detuvo; sigue cuando se pida de nuevo.',
  progress: '{name}: {size} de {total}',
};
