/** Descriptions of the built-in people in the language of the page: the service describes them in English. */

/** Descriptions by language and face identity. */
const DESCRIPTIONS: Record<string, Record<string, string>> = {
  en: {
    maya: 'Warm and attentive, long dark hair, teal blazer, a bright office',
    daniel: 'Calm and sure, short hair and beard, navy suit, an evening studio',
    ada: 'Experienced and kind, silver hair and glasses, wine cardigan, a library',
    kenji: 'Young and easy-going, swept dark hair, grey sweater, a city at night',
    ines: 'Curious and lively, copper bob and freckles, mustard turtleneck, plants',
    amara: 'Bright and confident, natural curls, emerald blouse, a terracotta wall',
    tomas: 'Dry and patient, grey hair and stubble, a blue shirt, a workshop',
    priya: 'Quick and precise, black hair to the shoulders, thin glasses, plum jacket, a light studio',
    leila: 'Easy to talk to, long dark waves, olive shirt, a living room in the evening',
    mateo: 'Calm and practical, wavy brown hair and a short beard, green sweater, a kitchen',
  },
  de: {
    maya: 'Warm und aufmerksam, langes dunkles Haar, petrolfarbener Blazer, ein helles Büro',
    daniel: 'Ruhig und sicher, kurzes Haar und Bart, marineblauer Anzug, ein Studio am Abend',
    ada: 'Erfahren und freundlich, silbernes Haar und Brille, weinrote Strickjacke, eine Bibliothek',
    kenji: 'Jung und locker, zurückgestrichenes dunkles Haar, grauer Pullover, eine Stadt bei Nacht',
    ines: 'Neugierig und lebhaft, kupferroter Bob und Sommersprossen, senfgelber Rollkragen, Pflanzen',
    amara: 'Fröhlich und selbstbewusst, natürliche Locken, smaragdgrüne Bluse, eine Wand aus Terrakotta',
    tomas: 'Trocken und geduldig, graues Haar und Stoppelbart, ein blaues Hemd, eine Werkstatt',
    priya:
      'Schnell und genau, schwarzes schulterlanges Haar, schmale Brille, pflaumenfarbene Jacke, ein helles Studio',
    leila: 'Offen im Gespräch, lange dunkle Wellen, olivgrünes Hemd, ein Wohnzimmer am Abend',
    mateo: 'Ruhig und praktisch, welliges braunes Haar und kurzer Bart, grüner Pullover, eine Küche',
  },
  fr: {
    maya: 'Chaleureuse et attentive, longs cheveux bruns, blazer bleu canard, un bureau clair',
    daniel: 'Calme et sûr de lui, cheveux courts et barbe, costume bleu marine, un studio le soir',
    ada: 'Expérimentée et bienveillante, cheveux argentés et lunettes, gilet lie-de-vin, une bibliothèque',
    kenji: 'Jeune et décontracté, cheveux bruns ramenés en arrière, pull gris, une ville la nuit',
    ines: 'Curieuse et vive, carré cuivré et taches de rousseur, col roulé moutarde, des plantes',
    amara: 'Rayonnante et sûre d’elle, boucles naturelles, chemisier émeraude, un mur de terre cuite',
    tomas: 'Pince-sans-rire et patient, cheveux gris et barbe naissante, une chemise bleue, un atelier',
    priya: 'Rapide et précise, cheveux noirs aux épaules, fines lunettes, veste prune, un studio clair',
    leila: 'Facile d’abord, longues ondulations brunes, chemise olive, un salon le soir',
    mateo: 'Calme et pratique, cheveux bruns ondulés et barbe courte, pull vert, une cuisine',
  },
  es: {
    maya: 'Cálida y atenta, pelo oscuro y largo, americana verde azulado, una oficina luminosa',
    daniel: 'Tranquilo y seguro, pelo corto y barba, traje azul marino, un estudio al anochecer',
    ada: 'Experimentada y amable, pelo plateado y gafas, chaqueta de punto burdeos, una biblioteca',
    kenji: 'Joven y relajado, pelo oscuro peinado hacia atrás, jersey gris, una ciudad de noche',
    ines: 'Curiosa y vivaz, melena corta cobriza y pecas, cuello alto mostaza, plantas',
    amara: 'Alegre y segura, rizos naturales, blusa esmeralda, una pared de terracota',
    tomas: 'Seco y paciente, pelo gris y barba de unos días, una camisa azul, un taller',
    priya:
      'Rápida y precisa, pelo negro hasta los hombros, gafas finas, chaqueta ciruela, un estudio luminoso',
    leila: 'Fácil de tratar, largas ondas oscuras, camisa oliva, un salón al anochecer',
    mateo: 'Tranquilo y práctico, pelo castaño ondulado y barba corta, jersey verde, una cocina',
  },
  pt: {
    maya: 'Calorosa e atenta, cabelo escuro e longo, blazer azul-petróleo, um escritório claro',
    daniel: 'Calmo e seguro, cabelo curto e barba, terno azul-marinho, um estúdio à noite',
    ada: 'Experiente e gentil, cabelo prateado e óculos, cardigã cor de vinho, uma biblioteca',
    kenji: 'Jovem e descontraído, cabelo escuro penteado para trás, suéter cinza, uma cidade à noite',
    ines: 'Curiosa e animada, cabelo chanel acobreado e sardas, gola alta mostarda, plantas',
    amara: 'Radiante e confiante, cachos naturais, blusa esmeralda, uma parede de terracota',
    tomas: 'Seco e paciente, cabelo grisalho e barba por fazer, uma camisa azul, uma oficina',
    priya:
      'Rápida e precisa, cabelo preto até os ombros, óculos finos, casaco cor de ameixa, um estúdio claro',
    leila: 'Fácil de conversar, longas ondas escuras, camisa oliva, uma sala à noite',
    mateo: 'Calmo e prático, cabelo castanho ondulado e barba curta, suéter verde, uma cozinha',
  },
  ja: {
    maya: '温かく気配りのある人。長い黒髪、青緑のブレザー、明るいオフィス',
    daniel: '落ち着いて頼れる人。短い髪とひげ、紺のスーツ、夜のスタジオ',
    ada: '経験豊かで親切な人。銀髪と眼鏡、ワイン色のカーディガン、図書室',
    kenji: '若くて気さくな人。流した黒髪、グレーのセーター、夜の街',
    ines: '好奇心旺盛で元気な人。赤銅色のボブとそばかす、からし色のタートルネック、植物',
    amara: '明るく自信のある人。自然な巻き髪、エメラルド色のブラウス、テラコッタの壁',
    tomas: '飄々として辛抱強い人。白髪交じりの髪と無精ひげ、青いシャツ、作業場',
    priya: '機敏で正確な人。肩までの黒髪、細い眼鏡、プラム色のジャケット、明るいスタジオ',
    leila: '話しやすい人。長く波打つ黒髪、オリーブ色のシャツ、夜の居間',
    mateo: '穏やかで実際的な人。波打つ茶色の髪と短いひげ、緑のセーター、台所',
  },
};

/**
 * Returns the description in a language, such as `de`, if it is the one that comes with the service. A description that
 * somebody has written is returned as it is.
 */
export function describedIn(language: string, identity: string, description: string): string {
  if (description !== DESCRIPTIONS.en?.[identity]) return description;
  return DESCRIPTIONS[language]?.[identity] ?? description;
}
