import type { Emotion } from '../../../faces/face.ts';
import { introduce, type Persona } from './persona.ts';

/** What small talk may draw on. */
export interface TalkContext {
  persona: Persona;
  hasKnowledge: boolean;
  userName: string | undefined;
  /** Milliseconds since the epoch. */
  nowMs: number;
}

interface Topic {
  name: string;
  /** Matches the whole utterance, in lower case, without punctuation. */
  pattern: RegExp;
  emotion: Emotion;
  ends?: boolean;
  says: (context: TalkContext, match: RegExpExecArray) => string[];
}

const whole = (source: string) => new RegExp(`^(?:${source})$`, 'u');
const to = (context: TalkContext) => (context.userName === undefined ? '' : `, ${context.userName}`);

const DEMO = 'I am an offline demo voice, with no language model behind me';

const TOPICS: Topic[] = [
  {
    name: 'goodbye',
    pattern: whole(
      '(?:(?:ok(?:ay)?|well|alright|thanks|thank you|great|so|no) )*(?:good ?bye|bye|bye bye|see you(?: (?:later|soon|tomorrow|around))?|farewell|take care|(?:please )?(?:hang up|end (?:the |this )?(?:call|conversation|session))|have a (?:nice|good|great) (?:day|evening|weekend|one)|good night|i (?:have to|must|need to|gotta) go(?: now)?|talk to you later)(?: (?:bye|now|then|and thank(?:s| you)|thanks|for now))*',
    ),
    emotion: 'happy',
    ends: true,
    says: (context) => [
      `Goodbye${to(context)}! It was nice talking to you.`,
      `Bye${to(context)}! Come back any time.`,
      `Take care${to(context)}. Goodbye!`,
    ],
  },
  {
    name: 'hello',
    pattern: whole(
      '(?:hello|hi|hey|hiya|howdy|greetings|hallo|good (?:morning|afternoon|evening|day)|yo|hola|bonjour|ciao|moin|servus)(?: (?:there|again|you|everyone|friend|my friend))?(?: (?:hello|hi|hey|hiya|howdy|greetings|hallo|good (?:morning|afternoon|evening|day)|yo|hola|bonjour|ciao|moin|servus))*',
    ),
    emotion: 'happy',
    says: (context) => [
      `Hello${to(context)}! What would you like to know?`,
      `Hi${to(context)}! How can I help?`,
      `Hello again${to(context)}. Ask me anything you like.`,
      `Nice to hear from you${to(context)}. What can I do for you?`,
    ],
  },
  {
    name: 'how are you',
    pattern: whole(
      "(?:(?:hello|hi|hey) )?(?:how are you(?: (?:doing|feeling|today|doing today))?|how(?:'s| is) it going|how do you do|what(?:'s| is) up|are you (?:ok|okay|well|fine)|how was your day|how(?:'s| is) your day)(?: today)?",
    ),
    emotion: 'happy',
    says: () => [
      'I am doing well, thank you. And you?',
      'Very well, thanks for asking. How are you?',
      'All my clockwork is running smoothly, thank you. How about you?',
    ],
  },
  {
    name: 'user is well',
    pattern: whole(
      "(?:(?:and )?(?:i'm|i am|im|i feel|me too i'm) )?(?:doing |feeling )?(?:also |very |pretty |really |quite |just )?(?:fine|well|good|great|ok|okay|alright|fantastic|wonderful|excellent|happy|not bad)(?: too| thanks| thank you| as well)*",
    ),
    emotion: 'happy',
    says: (context) => [
      'Glad to hear that! What shall we talk about?',
      `That is good to hear${to(context)}. What can I do for you?`,
      'Lovely. Ask me something, if you like.',
    ],
  },
  {
    name: 'user is unwell',
    pattern: whole(
      "(?:i'm|i am|im|i feel|i'm feeling|i am feeling|feeling)(?: (?:so|very|really|a bit|quite|not|a little|pretty|too))*(?: (?:sad|bad|tired|lonely|down|depressed|stressed|anxious|sick|ill|unhappy|exhausted|good|well|great|worried|scared|upset|angry|frustrated|bored))(?: today| now| lately)*|not (?:so |very |too )?(?:good|well|great)",
    ),
    emotion: 'concerned',
    says: (context) => [
      `I am sorry to hear that${to(context)}. Would it help to talk about something else?`,
      'That does not sound easy. Take your time; I am here.',
      `I am sorry${to(context)}. I cannot do much, but I can listen and look things up.`,
    ],
  },
  {
    name: 'thanks',
    pattern: whole(
      "(?:(?:ok(?:ay)?|great|perfect|wonderful|no|super|cool|nice|alright|good) )*(?:thanks|thank you|thx|cheers|many thanks|much appreciated|that(?:'s| is| was) (?:very |really )?(?:helpful|kind|nice of you)|that helps|that(?:'s| is) all)(?: (?:a lot|so much|very much|you|again|for (?:your|the) (?:help|answer|information|time)|that(?:'s| is| was) all|that(?:'s| was) (?:very |really )?helpful|ada|thanks|thank you))*",
    ),
    emotion: 'happy',
    says: (context) => [
      `You are welcome${to(context)}!`,
      'My pleasure. Anything else?',
      `Happy to help${to(context)}.`,
      'Any time!',
    ],
  },
  {
    name: 'who are you',
    pattern: whole(
      "(?:(?:and|so) )?(?:who are you|who is this|who am i (?:talking|speaking) (?:to|with)|what(?:'s| is) your name|your name|introduce yourself|tell me (?:about yourself|who you are|your name)|what should i call you|do you have a name|what do you do|what(?:'s| is) your (?:job|role))(?: please)?",
    ),
    emotion: 'happy',
    says: ({ persona, hasKnowledge }) => {
      const me = introduce(persona);
      const able = hasKnowledge
        ? 'I can look things up in my documents for you'
        : 'I know only a few things by myself';
      return me === undefined
        ? [`${DEMO}. ${able}.`, `I have no name of my own: ${DEMO.replace('I am', 'I am just')}. ${able}.`]
        : [
            `I am ${me}. To be honest with you: ${DEMO}. ${able}.`,
            `My name is easily told: I am ${me}, here as an offline demo voice. ${able}.`,
          ];
    },
  },
  {
    name: 'what are you',
    pattern: whole(
      '(?:so )?(?:what are you|are you (?:a |an )?(?:real|human|robot|bot|machine|person|computer|ai|a\\.i|real person|human being|alive|language model|chatgpt|gpt|llm|chatbot)(?: person)?(?: or (?:a |an )?(?:human|robot|bot|machine|person|real|ai))?|am i (?:talking|speaking) to (?:a |an )?(?:human|robot|bot|machine|person|ai|real person)|which (?:language )?model are you|what (?:language )?model (?:are you|do you use)|how do you work|are you (?:intelligent|smart|conscious|sentient))',
    ),
    emotion: 'neutral',
    says: ({ hasKnowledge }) => [
      `I am a program, not a person: an offline demo voice without a language model. ${hasKnowledge ? 'I answer by finding the right sentence in my documents.' : 'With documents or a model connected I could tell you much more.'}`,
      `No person, only a program. ${DEMO}; I ${hasKnowledge ? 'search documents and quote them' : 'follow simple rules'}.`,
    ],
  },
  {
    name: 'what can you do',
    pattern: whole(
      '(?:(?:and|so|hello|hi) )?(?:what can (?:you do|i ask(?: you)?|you (?:help (?:me )?with|tell me|talk about|answer))|what do you know|what are you able to do|how can you help(?: me)?|can you help(?: me)?|help(?: me)?(?: please)?|i need (?:some )?help|what (?:can we|shall we|should we) talk about|what now|what else can you do|what topics do you know|what should i ask(?: you)?|what (?:can|should|do) i do(?: now)?|how does (?:this|it|that) work)(?: about)?(?: (?:for )?me)?(?: here)?(?: please)?',
    ),
    emotion: 'happy',
    says: ({ hasKnowledge }) =>
      hasKnowledge
        ? [
            'Ask me a question about my documents and I will quote the passage that answers it. You can also say "tell me more", "repeat that" or "go on".',
            'I look up answers in my documents and read them to you. I can also tell you the time, repeat myself, or go on where you stopped me.',
          ]
        : [
            'Without documents I can chat a little, tell you the time and date, work out a sum, or tell a joke. With a knowledge base I answer questions from it.',
            'A few things: small talk, the time, the date, a bit of arithmetic. Give me a knowledge base and I will answer from your documents.',
          ],
  },
  {
    name: 'hearing',
    pattern: whole(
      '(?:(?:hello|hey|hi) )?(?:can you (?:hear|understand|see) me|are you (?:there|still there|listening)|is (?:this|it) (?:working|on)|test(?:ing)?(?: (?:test|one|two|three|1|2|3))*|anybody there|mic check)(?: now)?',
    ),
    emotion: 'happy',
    says: () => [
      'Yes, I am here. Go ahead.',
      'Loud and clear. What would you like to know?',
      'I am with you.',
    ],
  },
  {
    name: 'time',
    pattern: whole(
      "(?:(?:and|so|please) )*(?:(?:can|could) you )?(?:tell me )?(?:what(?:'s| is)? the time(?: is it)?|what time is it|what time it is|the time|time|do you have the time|how late is it)(?: is it)?(?: now| right now| please)*",
    ),
    emotion: 'neutral',
    says: ({ nowMs }) => {
      const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit' }).format(nowMs);
      return [`By my clock it is ${time}.`, `It is ${time} where I run.`];
    },
  },
  {
    name: 'date',
    pattern: whole(
      "(?:(?:and|so|please) )*(?:(?:can|could) you )?(?:tell me )?(?:what(?:'s| is)? (?:the |today's )?date(?: is it)?(?: today)?|what day is (?:it|today)(?: today)?|what day it is|which day is (?:it|today)|what(?:'s| is) today|today's date|the date|what (?:year|month) is (?:it|this))(?: today| now| please)*",
    ),
    emotion: 'neutral',
    says: ({ nowMs }) => {
      const date = new Intl.DateTimeFormat('en-GB', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
      }).format(nowMs);
      return [`Today is ${date}.`, `It is ${date} today.`];
    },
  },
  {
    name: 'joke',
    pattern: whole(
      '(?:(?:please|can you|could you|and) )*(?:tell|say|know|do you know)(?: me| us)?(?: (?:a|another|one more|some|any))? (?:(?:good|funny|short) )?(?:jokes?|something funny)(?: please)?|make me laugh|(?:another|one more)(?: (?:joke|one))?(?: please)?',
    ),
    emotion: 'happy',
    says: () => [
      'Why did the avatar cross the room? To get to the other side of the call.',
      'I would tell you a joke about UDP, but you might not get it.',
      'There are ten kinds of people: those who read binary and those who do not.',
      'My memory is excellent. Well, until somebody restarts me.',
    ],
  },
  {
    name: 'compliment',
    pattern: whole(
      "(?:you(?:'re| are)|that(?:'s| is| was)|this is)(?: (?:so|very|really|quite|pretty|such|a))*(?: (?:great|good|nice|awesome|amazing|cool|smart|clever|funny|beautiful|lovely|cute|impressive|helpful|wonderful|pretty|fantastic|brilliant))(?: (?:job|work|answer|avatar|person))?|(?:good|great|nice|well) (?:job|work|done|answer)|i (?:like|love) (?:you|it|this)|wow|cool|nice|awesome|amazing|great|impressive|perfect|excellent",
    ),
    emotion: 'happy',
    says: (context) => [
      `Thank you${to(context)}, that is kind.`,
      'You are making me blush, and my face really can.',
      'I am glad you like it.',
    ],
  },
  {
    name: 'laughter',
    pattern: whole(
      "(?:(?:ha|he|hi){2,}h?|lol|rofl|lmao|that(?:'s| is| was) (?:very |so |really )?funny)(?: (?:ha|lol|haha)+)*",
    ),
    emotion: 'happy',
    says: () => ['I am glad that made you laugh.', 'It is good to hear you laugh.'],
  },
  {
    name: 'insult',
    pattern: whole(
      "(?:you(?:'re| are)|you|that(?:'s| is| was)|this is)(?: (?:so|very|really|such|a|an|all|just|totally))*(?: (?:stupid|dumb|idiot|useless|bad|terrible|awful|boring|annoying|ugly|wrong|horrible|slow|suck|nonsense|rubbish))(?: (?:bot|robot|machine|answer|thing|avatar))?|i hate you|shut up|go away|stupid|idiot|nonsense|wrong",
    ),
    emotion: 'concerned',
    says: () => [
      'I am sorry that I am not more useful. Try asking in other words.',
      'Fair enough: I am only a simple demo voice. Would you put it differently?',
      'Sorry about that. Let us try another question.',
    ],
  },
  {
    name: 'sorry',
    pattern: whole(
      "(?:oh )?(?:(?:i'm|i am) )?(?:so |very )?(?:sorry|my apologies|excuse me|pardon me|apologies|my mistake|my bad)(?: about that| for that)?",
    ),
    emotion: 'happy',
    says: () => ['No harm done.', 'That is quite all right.', 'Not at all.'],
  },
  {
    name: 'stop',
    pattern: whole(
      '(?:(?:ok(?:ay)?|please|no|oh) )*(?:stop(?: (?:it|that|talking|please))?|wait(?: a (?:moment|second|minute))?|hold on|one moment|just a (?:moment|second|minute)|quiet|be quiet|silence|enough|pause|never ?mind|forget it|cancel)(?: please| that| it)*',
    ),
    emotion: 'neutral',
    says: () => ['All right.', 'Of course. Say "go on" when you want me to continue.', 'I am listening.'],
  },
  {
    name: 'agreement',
    pattern: whole(
      '(?:(?:yes|yeah|yep|sure|ok|okay|right|exactly|correct|true|indeed|of course|i see|got it|understood|alright|fine|hm+|mm+|uh huh|aha|ah|oh|i understand|makes sense|interesting|good to know|really)(?: |$))+',
    ),
    emotion: 'neutral',
    says: () => ['Good. What else would you like to know?', 'All right. Go on.', 'I am listening.'],
  },
  {
    name: 'refusal',
    pattern: whole(
      "(?:(?:no|nope|nah|not really|not now|nothing|no thanks|no thank you|nothing else|i don't think so|don't)(?: |$))+",
    ),
    emotion: 'neutral',
    says: () => ['All right. I am here if something comes to mind.', 'No problem.', 'As you like.'],
  },
  {
    name: 'weather',
    pattern: whole(
      "(?:and )?(?:what(?:'s| is|s) the weather(?: (?:like|today|now|tomorrow|outside|here|in [\\p{L} ]+))*|how(?:'s| is) the weather(?: [\\p{L} ]+)?|(?:is it|will it|does it)(?: going to)? (?:rain|snow|raining|sunny|cold|warm|hot)(?:ing)?(?: (?:today|tomorrow|outside|now))*)",
    ),
    emotion: 'neutral',
    says: () => [
      'I work offline, so I cannot see the weather. A window knows more than I do.',
      'No forecast reaches me here: I run without the internet.',
    ],
  },
  {
    name: 'age',
    pattern: whole(
      "how old are you|what(?:'s| is) your age|when (?:were you (?:born|made|built)|is your birthday)|where (?:are you(?: from)?|do you (?:live|come from))|who (?:made|built|created|programmed) you|what is visavis|what(?:'s| is) this|where am i",
    ),
    emotion: 'happy',
    says: () => [
      'I was made as part of Visavis, a self-hosted platform for live conversational avatars, and I live on the machine that runs it.',
      'I belong to Visavis, which puts talking avatars on your own machine. My age is counted in releases.',
    ],
  },
  {
    name: 'languages',
    pattern: whole(
      '(?:(?:do|can|could|please) )?(?:you )?(?:please )?(?:speak|understand|talk(?: in)?|sprechen sie|parlez vous|habla|answer in|switch to)(?: (?:you|me|to me|any|other|another|a|in|another))*(?: (?:german|french|spanish|italian|portuguese|dutch|polish|turkish|russian|chinese|japanese|arabic|hindi|english|languages?|deutsch|français|español|usted español))+(?: please)?|what languages do you (?:speak|know|understand)|which languages do you (?:speak|know|understand)',
    ),
    emotion: 'neutral',
    says: () => [
      'My built-in voice speaks English only. Other engines can be connected for other languages.',
      'English is all that I speak by myself, I am afraid.',
    ],
  },
  {
    name: 'user name',
    pattern: whole("(?:do you (?:know|remember) my name|what(?:'s| is) my name|who am i|say my name)"),
    emotion: 'happy',
    says: ({ userName }) =>
      userName === undefined
        ? [
            'You have not told me your name yet. What is it?',
            'I do not know your name. Tell me, and I will remember it.',
          ]
        : [`You are ${userName}.`, `Your name is ${userName}, of course.`],
  },
];

export interface SmallTalk {
  name: string;
  variants: string[];
  emotion: Emotion;
  ends: boolean;
}

/** Recognises an utterance that is nothing but small talk; a longer one, or one that also asks something, is not. */
export function findSmallTalk(plain: string, context: TalkContext): SmallTalk | undefined {
  if (plain === '' || plain.length > 120) return undefined;
  const { name } = context.persona;
  // "Hello Ada" is "hello".
  const bare =
    name === undefined
      ? plain
      : plain
          .replace(new RegExp(`\\b${name.split(' ')[0]!.toLowerCase()}\\b`, 'u'), '')
          .replace(/\s+/g, ' ')
          .trim();
  if (bare === '')
    return {
      name: 'called',
      variants: ['Yes?', 'I am listening.', 'Yes, I am here.'],
      emotion: 'happy',
      ends: false,
    };
  for (const topic of TOPICS) {
    const match = topic.pattern.exec(bare);
    if (match !== null)
      return {
        name: topic.name,
        variants: topic.says(context, match),
        emotion: topic.emotion,
        ends: topic.ends ?? false,
      };
  }
  return undefined;
}
