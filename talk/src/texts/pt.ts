import type { Texts } from './en.ts';

export const pt: Texts = {
  wait: 'Um momento…',
  title: 'Falar com um avatar',
  enterKey:
    'Digite uma chave de API da sua organização. Ela fica nesta aba. Ou execute {command} onde o serviço funciona: aparece um link que abre esta página pronta para usar.',
  key: 'Chave de API {field}',
  continue: 'Continuar',
  whom: 'Com quem você quer falar?',
  how: 'Você recebe uma saudação, e fala ou escreve. O navegador pede o microfone; sem ele pode escrever.',
  answersFrom: 'Respostas de {field}',
  ownDocuments: 'os documentos do seu agente',
  makeOwn:
    'O seu próprio rosto, documentos, voz ou modelo: crie-os no {console} ou com a {api}, e eles aparecem aqui.',
  console: 'console',
  others: 'Falar com outra pessoa',
  noRecognition:
    'Quem opera este serviço pode acrescentar o reconhecimento de fala e uma voz natural com {command}.',
  noAnswer: 'O serviço não responde',
  tryAgain: 'Tentar de novo',
  language: 'Idioma',
  replaceKey:
    'Entrar com a chave deste link, {key}…? Ela toma o lugar de {before}… e pode ser de outra organização: continue só se souber quem fez o link.',
  keyRefused: 'Esta chave não é válida. Pode ter expirado, ou alguém a apagou.',
  noAgent: 'Ninguém fala por ele ainda: ligue um agente a ele (agentId).',
  noAvatar: 'Ainda não há avatar. Crie um com POST /v1/avatars.',
  speechHere: 'A fala nesta máquina',
  downloaded: 'Baixado',
  doesNotHear: 'Sem chave, o avatar ainda não ouve você. Você entrou como quem opera este serviço.',
  plainVoice: 'Sem chave, o avatar ainda fala com uma voz simples. Você entrou como quem opera este serviço.',
  downloadModels: 'Baixar {names} ({size})',
  voice: 'uma voz natural',
  recognition: 'o reconhecimento de fala',
  licences: 'Licenças: {names}',
  modelsHere: 'O reconhecimento de fala e a voz estão aqui: a próxima conversa os terá.',
  downloadStopped: 'O download foi interrompido; continua quando for pedido de novo.',
  progress: '{name}: {size} de {total}',
};
