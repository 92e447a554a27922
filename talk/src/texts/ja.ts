import type { Texts } from './en.ts';

export const ja: Texts = {
  wait: 'お待ちください…',
  title: 'アバターと話す',
  enterKey:
    '組織の API キーを入力してください。キーはこのタブだけに残ります。または、サービスが動いているところで {command} を実行すると、すぐに使えるこのページのリンクが表示されます。',
  key: 'API キー {field}',
  continue: '続ける',
  whom: '誰と話しますか？',
  how: 'アバターが挨拶し、あなたは話すか入力します。ブラウザーがマイクの使用許可を求めます。マイクがなくても入力できます。',
  answersFrom: '回答のもと {field}',
  ownDocuments: 'エージェントの文書',
  makeOwn: '自分の顔、文書、声、モデルは{console}か {api} で作ると、ここに現れます。',
  console: 'コンソール',
  others: 'ほかの人と話す',
  noRecognition: 'このサービスの運営者は、{command} で音声認識と自然な声を追加できます。',
  noAnswer: 'サービスが応答しません',
  tryAgain: 'もう一度試す',
  language: '言語',
  replaceKey:
    'このリンクのキー {key}… でサインインしますか？ {before}… と置き換わります。ほかの組織のキーかもしれません。リンクを作った人が分かる場合だけ続けてください。',
  keyRefused: 'このキーは無効です。期限が切れたか、削除された可能性があります。',
  noAgent: 'まだ話し手がいません。エージェントを結び付けてください（agentId）。',
  noAvatar: 'アバターがまだありません。POST /v1/avatars で作成してください。',
  speechHere: 'このマシンの音声',
  downloaded: 'ダウンロード済み',
  doesNotHear:
    'キーがないため、アバターはまだあなたの声を聞き取れません。あなたはこのサービスの運営者としてサインインしています。',
  plainVoice:
    'キーがないため、アバターはまだ簡素な声で話します。あなたはこのサービスの運営者としてサインインしています。',
  downloadModels: '{names}をダウンロード（{size}）',
  voice: '自然な声',
  recognition: '音声認識',
  licences: 'ライセンス：{names}',
  modelsHere: '音声認識と声の準備ができました。次の会話から使われます。',
  downloadStopped: 'ダウンロードは中断されました。もう一度求めると続きから始まります。',
  progress: '{name}：{size} / {total}',
};
