import { askedPassages } from './question-set.ts';

/** A passage, and questions that have hardly a word in common with it. */
export interface RephrasedPassage {
  language: string;
  text: string;
  title?: string;
  questions: string[];
}

/** Questions about the English passages of `askedPassages`, by their number. */
const ENGLISH = `
0 is there a limit on what I can take home from the shelves
1 do I have to pay something when I bring a novel back too late
2 at what time does the library close in the evening
3 does the device make a lot of noise
7 our son is ill, can he attend
8 our daughter must not eat peanuts
9 I cannot come on that evening, can I go on another date
10 my mother cannot climb stairs
11 may I take pictures of the actors
12 how much vacation do I get
13 will the firm refund my car trip to the client
14 someone stole my notebook computer
15 how much time in advance must I resign
16 what is wrong with my houseplant
18 looking after dough for bread
19 where can I throw away old newspapers
20 what must I pay to leave my car in front of my house
21 I am flying in five days and have no travel document
24 how should I keep the accumulator during the cold months
27 I need my medicine again
28 do I have to be sober for the laboratory
30 why does the server refuse my calls
32 can you bring back data that was lost
33 I want to remove my profile
34 I am expecting a baby, can I interrupt the membership
36 we land at midnight, how do we get into the room`;

const OTHERS = `
de Kinder unter sechs Jahren fahren kostenlos, wenn ein Erwachsener mit gültigem Fahrschein dabei ist.
? Muss ich für meine kleine Tochter ein Ticket kaufen? | Ab welchem Alter braucht der Nachwuchs eine Karte?
de Der Müll wird donnerstags ab sechs Uhr abgeholt; stellen Sie die Tonne am Vorabend an die Straße.
? Wann kommt die Abfallentsorgung? | Wohin mit dem Eimer, damit er geleert wird?
de Hunde sind im Restaurant willkommen, müssen aber an der Leine bleiben.
? Darf ich mein Haustier mitbringen? | Sind Vierbeiner bei Ihnen erlaubt?
de Die Praxis ist mittwochs geschlossen. In dringenden Fällen wählen Sie die Nummer des Bereitschaftsdienstes.
? Ist der Arzt Mitte der Woche da? | An wen wende ich mich in einem Notfall?
de Wer kündigen möchte, schreibt bis zum 15. eines Monats; der Vertrag endet dann am Monatsende.
? Wie komme ich aus dem Abonnement heraus? | Ich will nicht länger Mitglied sein
de Das Gerät lässt sich nicht einschalten, solange der Akku leer ist: Laden Sie es zwanzig Minuten.
? Nichts passiert, wenn ich auf Start drücke | Der Bildschirm bleibt schwarz
fr Les enfants de moins de six ans voyagent gratuitement s’ils sont accompagnés d’un adulte muni d’un billet.
? Dois-je payer pour ma petite fille ? | À partir de quel âge faut-il un ticket ?
fr Les ordures sont ramassées le jeudi dès six heures ; sortez le bac la veille au soir.
? Quand passe le camion des déchets ? | Où mettre la poubelle pour qu’elle soit vidée ?
fr Les chiens sont les bienvenus au restaurant mais restent en laisse.
? Puis-je amener mon animal ? | Acceptez-vous les bêtes à table ?
fr Le cabinet est fermé le mercredi. En cas d’urgence, composez le numéro de garde.
? Le médecin est-il là en milieu de semaine ? | Qui appeler si c’est grave ?
fr Pour résilier, écrivez avant le 15 du mois ; le contrat prend fin le dernier jour.
? Comment arrêter mon abonnement ? | Je ne veux plus être membre
fr L’appareil ne s’allume pas tant que la batterie est vide : chargez-le vingt minutes.
? Rien ne se passe quand j’appuie sur le bouton | L’écran reste noir
es Los niños menores de seis años viajan gratis si van con un adulto que tenga billete.
? ¿Tengo que pagar por mi hija pequeña? | ¿Desde qué edad hace falta un tique?
es La basura se recoge los jueves desde las seis; saque el cubo la noche anterior.
? ¿Cuándo pasa el camión de los residuos? | ¿Dónde pongo los desechos para que se los lleven?
es Los perros son bienvenidos en el restaurante, pero deben llevar correa.
? ¿Puedo traer a mi mascota? | ¿Aceptan animales?
es La consulta cierra los miércoles. En caso de urgencia, marque el número de guardia.
? ¿Está el médico a mitad de semana? | ¿A quién llamo si es grave?
es Para darse de baja, escriba antes del día 15; el contrato termina a fin de mes.
? ¿Cómo cancelo mi suscripción? | Ya no quiero ser socio
es El aparato no se enciende mientras la batería esté vacía: cárguelo veinte minutos.
? No pasa nada cuando pulso el botón | La pantalla sigue negra
`;

export const rephrasedPassages: RephrasedPassage[] = [
  ...ENGLISH.trim()
    .split('\n')
    .map((line) => {
      const [place, ...words] = line.split(' ');
      const { text, title } = askedPassages[Number(place)]!;
      return { language: 'en', text, ...(title && { title }), questions: [words.join(' ')] };
    }),
  ...[...OTHERS.matchAll(/^(?<language>..) (?<text>.+)\n\? (?<questions>.+)$/gm)].map(({ groups }) => {
    const { language, text, questions } = groups as { language: string; text: string; questions: string };
    return { language, text, questions: questions.split(' | ') };
  }),
];
