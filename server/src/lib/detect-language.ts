/**
 * Frequent words of questions and small talk, by ISO 639-1 code. A word of several languages counts for each of them by
 * its share.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the a an is are am was were be been do does did have has had can could will would should may must what which who whose where when why how this that these those there here i you he she it we they me him her us them my your his our their and or but if because so than then not no yes please thanks thank hello hi hey good morning evening night bye goodbye of to in on at for from with without about into up out over as by any some all more much many very too also only just now today tomorrow yesterday need want like know tell show open close help speak english price cost book table time really think thing things work working day days week month year left right way back again first last next new old wrong problem order ordered forgot password arrived delivery account address name number room rooms hotel train station airport ticket buy pay cancel change send sent call later great sounds looking find found check still between before after under down off someone anything something nothing never always often course okay sure well maybe',
  de: 'der die das den dem des ein eine einen einem einer eines ist sind bin bist war waren sein seid wird werden wurde habe hast hat haben hatte kann kannst können könnte könnten muss müssen soll möchte möchten will wollen darf was welche welcher welches wer wem wo wohin woher wann warum wieso wie ich du er sie es wir ihr mich dich mir dir uns euch ihnen mein meine meinen dein deine ihre ihren unser unsere und oder aber wenn weil dass ob nicht kein keine nein ja doch bitte danke hallo guten tag morgen abend nacht tschüss auf wiedersehen von zu zum zur mit ohne für aus bei nach über unter vor am im an in um als auch nur noch schon sehr viel viele mehr hier dort jetzt heute gestern gibt geht gut öffnen geöffnet kostet tisch zimmer uhr brauche bestellen deutsch sprechen hilfe gern gerne etwas alles wurden wäre hätte würde würden sollte wollte mache macht machen finde finden gab komme kommt kommen gehe gehen fährt fahren nimmt nehmen bestellt bestellung lieferung konto adresse name nummer hotel zug bahnhof flughafen fahrkarte kaufen bezahlen stornieren ändern schicken vergessen passwort angekommen später immer wieder nie oft vielleicht genau richtig falsch problem neu alt nächste letzte woche monat jahr tage stunde stunden frei damit dafür davon daran also dann denn mal gegen zwischen während seit klingt wiederholen',
  fr: 'le la les un une des du de au aux est sont suis es êtes était être ai as avons avez ont avoir peux peut pouvez pouvons pourriez voudrais veux veut faut que qui quoi quel quelle quels quelles où quand pourquoi comment combien je tu il elle on nous vous ils elles me te se moi toi lui leur mon ma mes ton ta tes son sa ses notre nos votre vos et ou mais si parce car ne pas plus jamais rien non oui merci bonjour bonsoir salut revoir plaît ce cet cette ces ça cela ici là avec sans pour par dans sur sous chez en y très trop aussi bien beaucoup encore maintenant aujourd hui demain hier fait faire aller ouvert ouvrez ferme coûte prix table chambre heure heures besoin parlez français aide quelque chose tout tous serait ferait irait voir vois viens vient venir prendre prend mettre dire dit savoir sais sait trouver trouve arrive arrivé commande commandé livraison compte adresse nom numéro hôtel train gare aéroport billet acheter payer annuler changer envoyer envoyé oublié passe répéter parfait problème nouveau nouvelle vieux prochain dernière semaine mois année jour jours toujours souvent peut-être exact depuis entre avant après pendant contre donc alors puis même musée café gâteau part',
  es: 'el la los las un una unos unas de del al es son soy eres somos está están estoy estaba ser estar hay he has ha hemos han tener tengo tiene tienen tienes puedo puede puedes pueden podría podrías quiero quiere quisiera quieres necesito debo qué que quién cuál cuáles dónde donde cuándo cuando cómo como cuánto cuánta cuántos cuesta cuestan por para porque yo tú usted ustedes él ella nosotros ellos me te se le lo nos mi mis tu tus su sus nuestro y o pero si no sí gracias hola buenos buenas días tardes noches adiós favor este esta esto ese esa eso aquí allí con sin en sobre muy mucho muchos más también solo ahora hoy mañana ayer hacer abren abre abierto cierran mesa habitación hora horas hablar habla español ayuda algo todo todos otra otro sería haría iría ver veo viene venir ir va voy vamos tomar poner decir dice saber sé sabe encontrar llega llegado pedido entrega cuenta dirección nombre número hotel tren estación aeropuerto billete entrada comprar pagar cancelar cambiar enviar enviado olvidado contraseña repetir perfecto problema nuevo nueva viejo próximo última semana mes año día siempre nunca quizás todavía desde entre antes después hasta luego entonces pues museo tarta trozo dos tres cuatro claro vale',
  pt: 'o a os as um uma uns umas de do da dos das no na nos nas ao à é são sou está estão estou era ser estar há tem têm tenho temos ter posso pode podem poderia quero quer queria gostaria preciso devo que quem qual quais onde quando como quanto quanta quantos custa custam por para porque eu tu você vocês ele ela nós eles elas me te se lhe meu minha meus minhas seu sua seus suas nosso nossa e ou mas não sim obrigado obrigada olá oi bom boa dia tarde noite tchau adeus favor este esta isto esse essa isso aqui ali com sem em sobre muito muitos mais também só agora hoje amanhã ontem fazer abre abrem aberto fecha mesa quarto hora horas falar fala português ajuda algo tudo todos outro outra pelo pela até já seria faria iria ver vejo vem vir ir vai vou vamos tomar pôr dizer diz saber sei sabe encontrar chega chegou pedido encomenda entrega conta endereço nome número hotel comboio trem estação aeroporto bilhete comprar pagar cancelar mudar enviar enviado esqueci senha repetir perfeito problema novo nova velho próximo última semana mês ano dias sempre nunca talvez ainda desde entre antes depois logo então pois museu bolo fatia dois duas três quatro claro',
  it: 'il lo la i gli le un uno una di del dello della dei degli delle a al alla ai alle è sono sei siamo siete era essere sta stai sto ho hai ha abbiamo avete hanno avere posso può puoi possiamo potrebbe voglio vuole vorrei vorremmo devo che chi cosa quale quali dove dov quando perché come quanto quanta quanti costa costano per io tu lei lui noi voi loro mi ti si ci vi mio mia miei tuo tua suo sua nostro vostro e o ma se non no sì grazie ciao buongiorno buonasera arrivederci salve favore prego questo questa questi quello quella qui qua lì con senza in nel nella su sul sulla da dal dalla molto molti più anche solo adesso ora oggi domani ieri fare aprite apre aperto chiude tavolo camera ore parlare parla italiano aiuto qualcosa tutto tutti altro altra c bene sarebbe farebbe vedere vedo viene venire andare va vado vanno andiamo prendere mettere dire dice sapere so sa trovare arriva arrivato ordine ordinato consegna conto indirizzo nome numero albergo treno stazione aeroporto biglietto comprare pagare annullare cambiare mandare inviato dimenticato ripetere perfetto problema nuovo nuova vecchio prossimo ultima settimana mese anno giorno giorni sempre mai forse ancora tra prima dopo poi allora quindi museo torta fetta due tre quattro certo pacco all dell nell dall sull quell',
  nl: 'de het een is zijn ben bent was waren wordt worden heb hebt heeft hebben had kan kunt kunnen kun zou moet moeten mag wil wilt willen graag wat welke wie waar waarom wanneer hoe hoeveel ik jij je u hij zij ze wij we jullie mij me jou hem haar ons hun mijn jouw uw onze en of maar als omdat dat dit deze die niet geen nee ja alstublieft alsjeblieft bedankt dank hallo hoi goedemorgen goedemiddag goedenavond dag goede tot ziens van naar met zonder voor uit bij over onder op in aan om te er ook nog al heel erg veel meer hier daar nu vandaag morgen gisteren gaat gaan doen doet open opent gesloten kost kosten tafel kamer uur nodig bestellen spreekt nederlands hulp iets alles goed weer toe zouden ga maak maakt maken vind vinden komt komen kom neem nemen zien ziet zeggen weet weten rijdt bestelling besteld levering rekening adres naam nummer hotel trein station vliegveld kaartje kopen betalen annuleren veranderen sturen verstuurd vergeten wachtwoord aangekomen straks later altijd nooit vaak misschien precies juist fout probleem nieuw nieuwe oud volgende laatste week maand jaar dagen vrij daarvan dus dan want eens tegen tussen sinds klinkt herhalen pakket steeds laat stuk taart twee drie vier waarmee',
};

/** Letters and endings that few languages have. A word with one counts half for each of them. */
const SIGNS: readonly [RegExp, readonly string[]][] = [
  [/ß|[äö]|ü(?!e)/u, ['de']],
  [/(?:ung|heit|keit|lich|isch|schaft)(?:en|e)?$|sch|^ge.+t$/u, ['de']],
  [/ñ|ción$|ciones$|[íó]a?s?$|^¿|^¡/u, ['es']],
  [/[ãõ]|ção$|ções$|nh|lh/u, ['pt']],
  [/ç/u, ['fr', 'pt']],
  [/[êâ]/u, ['fr', 'pt']],
  [/[œîûë]|eaux?$|oux?$|^[ldjcnsmtq]['’]|[^aeiou]ez$|euse?s?$/u, ['fr']],
  [/[ìò]|zion[ei]$|gli|cch|zz[aoi]|tt[aoie]$|ss[aoie]$|[^aeiou]are$/u, ['it']],
  [/ij|aa|oo[rnt]|uu|ee[nlr]|heid$|lijke?$|tje$|[^s]ch[^aeiouäöüklmnrstwaei]/u, ['nl']],
  [/ing$|tion$|ght|wh|ly$|['’](?:s|t|m|re|ve|ll|d)$/u, ['en']],
];

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
/** Scripts used by a single language; Han without kana is Chinese. */
const SCRIPTS: readonly [RegExp, string][] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [HAN, 'zh'],
];

/** Each word with the languages that have it. */
const KNOWN = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS))
  for (const word of new Set(words.split(' '))) KNOWN.set(word, [...(KNOWN.get(word) ?? []), language]);

/** Minimum score to name a language, and the factor by which it must lead the second. */
const LEAST = 0.9;
const LEAD = 1.3;

/**
 * Returns the ISO 639-1 code of the language that a text is written in: English, German, French, Spanish, Portuguese,
 * Italian, Dutch, or a language with a script of its own. `undefined` if it is another language, or the text is too
 * short or ambiguous ("OK", a name, a number): a wrong language is worse than none. Made for spoken conversation, from
 * one word on; takes less than 0.1 ms.
 */
export function detectLanguage(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const kana = text.match(KANA)?.length ?? 0;
  // Japanese writes nouns in Han, so a question may contain as little as one kana letter.
  if (kana > 0 && kana + (text.match(HAN)?.length ?? 0) > letters / 3) return 'ja';
  for (const [script, language] of SCRIPTS)
    if ((text.match(script)?.length ?? 0) > letters / 3) return language;
  const scores = new Map<string, number>();
  const add = (languages: readonly string[], weight: number) => {
    for (const language of languages)
      scores.set(language, (scores.get(language) ?? 0) + weight / languages.length);
  };
  for (const word of wordsOf(text)) {
    const known = KNOWN.get(word);
    if (known) add(known, 1);
    for (const [sign, languages] of SIGNS) if (sign.test(word)) add(languages, known ? 0.25 : 0.5);
  }
  const [first, second] = [...scores].sort(([, one], [, other]) => other - one);
  if (!first || first[1] < LEAST || first[1] < LEAD * (second?.[1] ?? 0)) return undefined;
  return first[0];
}

/** Returns the words in lower case; one with an apostrophe both whole ("don't") and in its parts ("dov'è"). */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text
    .toLowerCase()
    .normalize('NFC')
    .matchAll(/[¿¡]?[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu)) {
    words.push(word);
    if (/['’]/.test(word)) words.push(...word.split(/['’]/).filter((part) => part.length > 1));
  }
  return words;
}
