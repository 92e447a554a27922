/**
 * What the stand-in understands and says in one language. Each pattern matches a whole utterance, in lower case without
 * punctuation. A single last word may be a name.
 */
export interface Talk {
  goodbye: RegExp;
  hello: RegExp;
  howAreYou: RegExp;
  thanks: RegExp;
  aboutItself: RegExp;
  /** `me` names it; `quotes` and `nothing` say what it is, with and without documents; `{what}` was asked. */
  says: Readonly<
    Record<
      'goodbye' | 'hello' | 'well' | 'welcome' | 'me' | 'quotes' | 'nothing' | 'notFound' | 'none' | 'that',
      string
    >
  >;
}

/** By ISO 639-1 code. */
export const TALKS: Readonly<Record<string, Talk>> = {
  en: {
    goodbye:
      /^(?:good ?bye|bye|bye bye|see you(?: later| soon| tomorrow)?|farewell|take care|hang up|end (?:the |this )?(?:call|conversation|session)|have a (?:nice|good|great) (?:day|evening|weekend)|good night|i (?:have|need) to go|i must go)(?: (?:for now|and thank you|\p{L}+))?$/u,
    hello: /^(?:hello|hi|hey|good (?:morning|afternoon|evening|day))(?: there| again)?(?: \p{L}+)?$/u,
    howAreYou:
      /^(?:(?:hello|hi|hey)(?: \p{L}+)? )?(?:and )?how (?:are you(?: doing)?|is it going|do you do)(?: today)?(?: \p{L}+)?$/u,
    thanks:
      /^(?:(?:no|many|ok|okay|great) )*(?:thanks|thank you|thx|cheers)(?: (?:a lot|so much|very much|again|that is all))?(?: for [\p{L} ]{1,40}|(?: \p{L}+)?)$/u,
    aboutItself:
      /^(?:(?:who|what|how old) are you|what is your name|introduce yourself|what (?:can|do) you (?:do|know)|what can i ask(?: you)?|(?:can you )?help(?: me)?|how does (?:this|it) work|are you (?:a |an )?(?:real|human|robot|bot|ai|machine|person)(?: person)?)(?: for me| here)?(?: please)?$/u,
    says: {
      goodbye: 'Goodbye! Thank you for talking with me.',
      hello: 'Hello! What would you like to know?',
      well: 'I am well, thank you. What would you like to know?',
      welcome: 'You are welcome.',
      me: 'I am {name}. ',
      quotes: 'I am only a stand-in without a language model: I answer questions by quoting my documents.',
      nothing: 'I am only a stand-in without a language model: I have no documents to quote.',
      notFound:
        'I found nothing in my documents on {what}, and I am only a stand-in without a language model.',
      none: 'I have no answer to {what}: I have no documents, and I am only a stand-in without a language model.',
      that: 'that',
    },
  },
  de: {
    goodbye:
      /^(?:tsch(?:üss?|üß|au)|auf wieder(?:sehen|hören)|bis (?:bald|dann|später|morgen)|gute nacht|schönen (?:tag|abend)(?: noch)?|ich muss (?:los|gehen))(?: \p{L}+)?$/u,
    hello: /^(?:hallo|hi|hey|moin|servus|grüß (?:gott|dich)|guten (?:morgen|tag|abend))(?: \p{L}+)?$/u,
    howAreYou:
      /^(?:(?:hallo|hi|hey) )?(?:und )?wie geht(?: ?e?s| is)?(?: (?:dir|ihnen))?(?: heute)?(?: \p{L}+)?$/u,
    thanks:
      /^(?:(?:nein|ok|okay|super) )*(?:(?:vielen|herzlichen|besten) dank|danke(?:schön)?)(?: \p{L}+){0,2}$/u,
    aboutItself:
      /^(?:wer (?:bist du|sind sie)|wie (?:hei(?:ß|ss)t du|hei(?:ß|ss)en sie)|wie ist (?:dein|ihr) name|was (?:bist du|sind sie|kannst du|können sie)|stell dich vor|stellen sie sich vor|(?:bist du|sind sie) (?:eine? )?(?:echter? )?(?:echt|mensch|roboter|bot|ki|maschine))(?: bitte)?$/u,
    says: {
      goodbye: 'Auf Wiedersehen! Danke für das Gespräch.',
      hello: 'Hallo! Was möchten Sie wissen?',
      well: 'Mir geht es gut, danke. Was möchten Sie wissen?',
      welcome: 'Gern geschehen.',
      me: 'Ich bin {name}. ',
      quotes:
        'Ich bin nur ein Ersatz ohne Sprachmodell: Ich beantworte Fragen, indem ich meine Dokumente zitiere.',
      nothing: 'Ich bin nur ein Ersatz ohne Sprachmodell: Ich habe keine Dokumente, die ich zitieren könnte.',
      notFound: 'Zu {what} steht nichts in meinen Dokumenten, und ich bin nur ein Ersatz ohne Sprachmodell.',
      none: 'Auf {what} habe ich keine Antwort: Ich habe keine Dokumente und bin nur ein Ersatz ohne Sprachmodell.',
      that: 'Ihrer Frage',
    },
  },
  fr: {
    goodbye:
      /^(?:au revoir|adieu|à (?:bientôt|plus(?: tard)?|demain)|bonne (?:journée|soirée|nuit)|je dois (?:y aller|partir))(?: \p{L}+)?$/u,
    hello: /^(?:bonjour|bonsoir|salut|coucou)(?: \p{L}+)?$/u,
    howAreYou:
      /^(?:(?:bonjour|salut) )?(?:comment (?:ça va|allez vous|vas tu|tu vas)|ça va(?: bien)?)(?: \p{L}+)?$/u,
    thanks:
      /^(?:(?:non|ok|super) )*merci(?: (?:beaucoup|bien|infiniment))?(?: pour [\p{L} ]{1,40}| \p{L}+)?$/u,
    aboutItself:
      /^(?:qui (?:es tu|êtes vous)|(?:tu es|vous êtes) qui|comment (?:t appelles tu|tu t appelles|vous appelez vous|vous vous appelez)|quel est (?:ton|votre) nom|que (?:sais tu|savez vous|peux tu|pouvez vous) faire|présente toi|présentez vous|(?:es tu|êtes vous) (?:une? )?(?:vraie? )?(?:robot|humaine?|machine|ia|personne))(?: s il (?:te|vous) plaît)?$/u,
    says: {
      goodbye: 'Au revoir ! Merci pour cette conversation.',
      hello: 'Bonjour ! Que voulez-vous savoir ?',
      well: 'Je vais bien, merci. Que voulez-vous savoir ?',
      welcome: 'Je vous en prie.',
      me: 'Je suis {name}. ',
      quotes: 'Je ne suis qu’un remplaçant sans modèle de langage : je réponds en citant mes documents.',
      nothing: 'Je ne suis qu’un remplaçant sans modèle de langage : je n’ai aucun document à citer.',
      notFound:
        'Mes documents ne disent rien sur {what}, et je ne suis qu’un remplaçant sans modèle de langage.',
      none: 'Je n’ai pas de réponse à {what} : je n’ai aucun document et ne suis qu’un remplaçant sans modèle de langage.',
      that: 'cela',
    },
  },
  es: {
    goodbye:
      /^(?:adi[óo]s|hasta (?:luego|pronto|mañana|la vista)|nos vemos|chao|tengo que irme)(?: \p{L}+)?$/u,
    hello: /^(?:hola|buenos d[íi]as|buenas(?: tardes| noches)?)(?: \p{L}+)?$/u,
    howAreYou: /^(?:hola )?(?:y )?(?:c[óo]mo (?:est[áa]s?|te va|le va)|qu[ée] tal)(?: hoy)?(?: \p{L}+)?$/u,
    thanks: /^(?:(?:no|vale|ok) )*(?:muchas |mil )?gracias(?: por [\p{L} ]{1,40}| \p{L}+)?$/u,
    aboutItself:
      /^(?:qui[ée]n (?:eres|es usted)|c[óo]mo (?:te llamas|se llama(?: usted)?)|cu[áa]l es (?:tu|su) nombre|qu[ée] (?:sabes?|puedes?)(?: usted)? hacer|pres[ée]nt(?:ate|ese)|(?:eres|es usted) (?:una? )?(?:robot|human[oa]|persona|máquina|ia)(?: real)?)(?: por favor)?$/u,
    says: {
      goodbye: '¡Adiós! Gracias por la conversación.',
      hello: '¡Hola! ¿Qué le gustaría saber?',
      well: 'Estoy bien, gracias. ¿Qué le gustaría saber?',
      welcome: 'De nada.',
      me: 'Soy {name}. ',
      quotes: 'Solo soy un sustituto sin modelo de lenguaje: respondo citando mis documentos.',
      nothing: 'Solo soy un sustituto sin modelo de lenguaje: no tengo documentos que citar.',
      notFound: 'Mis documentos no dicen nada sobre {what}, y solo soy un sustituto sin modelo de lenguaje.',
      none: 'No tengo respuesta a {what}: no tengo documentos y solo soy un sustituto sin modelo de lenguaje.',
      that: 'eso',
    },
  },
  pt: {
    goodbye: /^(?:tchau|adeus|até (?:logo|mais|breve|amanhã)|tenho que ir|preciso ir)(?: \p{L}+)?$/u,
    hello: /^(?:ol[áa]|oi|bom dia|boa (?:tarde|noite))(?: \p{L}+)?$/u,
    howAreYou:
      /^(?:(?:olá|oi) )?(?:e )?(?:como (?:vai|está|você está|estás)(?: você)?|tudo bem)(?: hoje)?(?: \p{L}+)?$/u,
    thanks: /^(?:(?:não|ok) )*(?:muito )?obrigad[oa](?: por [\p{L} ]{1,40}| \p{L}+)?$/u,
    aboutItself:
      /^(?:quem (?:é você|és tu)|como (?:você se chama|te chamas|se chama)|qual (?:é )?(?:o )?(?:seu|teu) nome|o que (?:você )?(?:sabe|pode) fazer|apresente se|(?:você é|és) (?:uma? )?(?:robô|human[oa]|pessoa|máquina|ia)(?: real)?)(?: por favor)?$/u,
    says: {
      goodbye: 'Tchau! Obrigado pela conversa.',
      hello: 'Olá! O que gostaria de saber?',
      well: 'Estou bem, obrigado. O que gostaria de saber?',
      welcome: 'De nada.',
      me: 'Eu sou {name}. ',
      quotes: 'Sou apenas um substituto sem modelo de linguagem: respondo citando os meus documentos.',
      nothing: 'Sou apenas um substituto sem modelo de linguagem: não tenho documentos para citar.',
      notFound:
        'Os meus documentos não dizem nada sobre {what}, e sou apenas um substituto sem modelo de linguagem.',
      none: 'Não tenho resposta para {what}: não tenho documentos e sou apenas um substituto sem modelo de linguagem.',
      that: 'isso',
    },
  },
  ja: {
    goodbye:
      /^(?:さよう?なら|じゃあね|では?また|またね|またあとで|バイバイ|おやすみ(?:なさい)?|失礼します)$/u,
    hello: /^(?:こんにちは|こんばんは|おはよう(?:ございます)?|はじめまして|もしもし)(?:\p{L}+さん)?$/u,
    howAreYou: /^(?:お?元気(?:ですか)?|調子はどう(?:ですか)?|ご機嫌いかがですか)$/u,
    thanks: /^(?:どうも)?ありがとう(?:ございま(?:す|した))?$/u,
    aboutItself:
      /^(?:(?:あなた|君|きみ)[はの])?(?:お?名前(?:は|を教えて(?:ください)?)?(?:何|なん)?(?:ですか)?|(?:誰|だれ|どなた|何者)(?:ですか)?|(?:何|なに)ができますか|自己紹介(?:して(?:ください)?)?|(?:人間|ロボット|ai)ですか)$/u,
    says: {
      goodbye: 'さようなら。お話しできてうれしかったです。',
      hello: 'こんにちは。何をお知りになりたいですか。',
      well: '元気です。ありがとうございます。何をお知りになりたいですか。',
      welcome: 'どういたしまして。',
      me: '私は{name}です。',
      quotes: '私は言語モデルのない代役にすぎません。資料を引用してお答えします。',
      nothing: '私は言語モデルのない代役にすぎません。引用できる資料もありません。',
      notFound: '{what}については資料に何もありません。私は言語モデルのない代役にすぎません。',
      none: '{what}にはお答えできません。資料がなく、私は言語モデルのない代役にすぎません。',
      that: 'そのこと',
    },
  },
};
