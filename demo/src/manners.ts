/** The words around a scene: salutations before it, closing words after it, and how mails begin and end. */
import type { Language } from './scene.ts'

export interface Manners {
  /** Before the first message, ending with its own punctuation; `{name}` is the person spoken to. */
  readonly formal: readonly string[]
  readonly casual: readonly string[]
  /** Between one matter and the next, by the person who raises it. */
  readonly bridges: readonly string[]
  /** The client's last words, and the representative's answer. */
  readonly clientCloses: readonly string[]
  readonly representativeCloses: readonly string[]
  readonly mailOpens: readonly string[]
  readonly mailCloses: readonly string[]
}

export const manners: Record<Language, Manners> = {
  en: {
    formal: ['Good {part} {name}.', 'Hello {name}.', 'Dear {name},\n', '{name}, good {part}.'],
    casual: [
      'Hi {name}!',
      'Morning {name}!',
      'Hey {name}.',
      'Hi {name} 👋',
      '{name}, hi.',
      'Hello!',
      'Hi there.',
    ],
    bridges: [
      'Oh, and another thing.',
      'While I have you:',
      'One more thing:',
      'Something else, quickly.',
      'Different subject:',
      'Before I forget.',
      'By the way…',
    ],
    clientCloses: [
      'Thanks, that helps.',
      'Perfect, thank you!',
      'Great, thanks {name}.',
      'Much appreciated.',
      'Thank you, speak soon.',
      'Lovely, thanks.',
      'Brilliant 👍',
      'That’s all for now, thank you.',
      'Super, thanks for the quick reply.',
      'Thank you {name}, have a good evening.',
      'OK, clear now. Thanks.',
      'Cheers',
      'Noted, thank you.',
      '👍',
      'Fab, ta',
    ],
    representativeCloses: [
      'You’re very welcome.',
      'Any time.',
      'My pleasure, {name}.',
      'Happy to help.',
      'Of course. Have a lovely day.',
      'No trouble at all.',
      'Speak soon!',
      'You know where I am if anything else comes up.',
      'Glad that’s sorted.',
      '🙂',
      'Have a good {part}.',
    ],
    mailOpens: ['Dear {name},', 'Dear {title},', 'Hi {name},', 'Hello {name},', 'Good {part} {name},'],
    mailCloses: [
      'Kind regards,',
      'Best wishes,',
      'Many thanks,',
      'Best,',
      'Warm regards,',
      'Yours sincerely,',
    ],
  },
  zh: {
    formal: ['{name}您好！', '{name}，您好。', '您好，{name}。'],
    casual: ['{name}好！', '你好呀', '{name}在吗？', '早！', '{name}～'],
    bridges: ['对了，还有一件事。', '顺便问一下：', '另外，', '差点忘了：'],
    clientCloses: [
      '好的，谢谢！',
      '明白了，谢谢。',
      '辛苦了！',
      '收到',
      '好，麻烦你了。',
      '👌',
      '没问题，先这样。',
      '谢谢{name}',
    ],
    representativeCloses: [
      '不客气！',
      '应该的。',
      '有需要随时找我。',
      '祝您一切顺利。',
      '🙏',
      '好的，保持联系。',
      '周末愉快！',
    ],
    mailOpens: ['{title}，您好：', '尊敬的{title}：'],
    mailCloses: ['此致\n敬礼', '祝好，', '顺祝商祺'],
  },
  es: {
    formal: ['Buenos días, {name}.', 'Buenas tardes, {name}.'],
    casual: ['¡Hola {name}!', 'Hola, buenas.', 'Buenas {name}', '¿Qué tal, {name}?'],
    bridges: ['Por cierto:', 'Otra cosa:', 'Ya que estamos:', 'Antes de que se me olvide:'],
    clientCloses: [
      'Muchas gracias.',
      'Perfecto, gracias.',
      'Genial, mil gracias 🙏',
      'Estupendo, hablamos.',
      'De acuerdo, gracias {name}.',
      'Vale, gracias.',
    ],
    representativeCloses: [
      'A usted.',
      'Un placer.',
      'Para lo que necesite.',
      'Que tenga buen día.',
      'Un abrazo.',
      '¡Hasta pronto!',
    ],
    mailOpens: ['Buenos días, {title}:', 'Hola {name}:', 'Buenos días {name}:'],
    mailCloses: ['Un cordial saludo,', 'Saludos,', 'Atentamente,'],
  },
  fr: {
    formal: ['Bonjour {title}.', 'Bonjour {name}.', 'Bonsoir {name}.'],
    casual: ['Bonjour !', 'Coucou {name}', 'Salut {name} !', 'Hello {name},\n'],
    bridges: ['Au fait,\n', 'Autre chose :', 'Pendant que j’y pense :'],
    clientCloses: [
      'Merci beaucoup.',
      'Parfait, merci !',
      'Très bien, je vous remercie.',
      'Super, à bientôt.',
      'C’est noté, merci {name}.',
    ],
    representativeCloses: [
      'Je vous en prie.',
      'Avec plaisir.',
      'Bonne journée à vous.',
      'Je reste à votre disposition.',
      'À très vite !',
    ],
    mailOpens: ['Bonjour {title},', 'Bonjour {name},', '{title},'],
    mailCloses: ['Bien cordialement,', 'Cordialement,', 'Bien à vous,'],
  },
  de: {
    formal: ['Guten Tag {name}.', 'Guten Morgen {name}.'],
    casual: ['Hallo {name}!', 'Grüß Gott {name}.', 'Hallo zusammen.', 'Moin {name}'],
    bridges: ['Noch etwas:', 'Übrigens:', 'Wo wir gerade dabei sind:'],
    clientCloses: [
      'Vielen Dank.',
      'Danke, das hilft mir.',
      'Prima, danke!',
      'Alles klar, besten Dank.',
      'Wunderbar, bis bald.',
    ],
    representativeCloses: [
      'Sehr gerne.',
      'Gern geschehen.',
      'Ich wünsche Ihnen einen schönen Tag.',
      'Melden Sie sich jederzeit.',
      'Bis bald!',
    ],
    mailOpens: ['Guten Morgen {title},', 'Guten Tag {title},', 'Hallo {title},'],
    mailCloses: ['Mit freundlichen Grüßen', 'Beste Grüße', 'Herzliche Grüße'],
  },
  pt: {
    formal: ['Bom dia, {name}.', 'Boa tarde, {name}.'],
    casual: ['Olá {name}!', 'Oi {name}', 'Viva, {name}.', 'Bom dia!'],
    bridges: ['Já agora:', 'Outra coisa:', 'Antes que me esqueça:'],
    clientCloses: [
      'Muito obrigado.',
      'Perfeito, obrigada!',
      'Ótimo, falamos depois.',
      'Combinado, obrigado.',
    ],
    representativeCloses: [
      'De nada.',
      'Sempre às ordens.',
      'Um bom dia para si.',
      'Abraço!',
      'Qualquer coisa, diga.',
    ],
    mailOpens: ['Bom dia, {title},', 'Olá {name},', 'Bom dia {name},'],
    mailCloses: ['Com os melhores cumprimentos,', 'Cumprimentos,', 'Um abraço,'],
  },
  ja: {
    formal: ['{name}、お世話になっております。', '{name}、こんにちは。'],
    casual: ['{name}、こんにちは！', 'おはようございます。', 'お疲れさまです。'],
    bridges: ['それから、', 'もう一点ございます。'],
    clientCloses: ['ありがとうございます。', '承知しました。', '助かります。', 'よろしくお願いします。'],
    representativeCloses: [
      'とんでもございません。',
      'いつでもご連絡ください。',
      '引き続きよろしくお願いいたします。',
    ],
    mailOpens: ['{title}'],
    mailCloses: ['何卒よろしくお願い申し上げます。'],
  },
  ar: {
    formal: ['السلام عليكم {name}.', 'صباح الخير {name}.', 'مساء الخير {name}.'],
    casual: ['أهلا {name}!', 'مرحبا {name}'],
    bridges: ['بالمناسبة:', 'شيء آخر:'],
    clientCloses: ['شكرا جزيلا.', 'ممتاز، شكرا لك.', 'تمام، بارك الله فيك.'],
    representativeCloses: ['العفو.', 'في الخدمة دائما.', 'على الرحب والسعة.', 'يومك سعيد.'],
    mailOpens: ['تحية طيبة {name}،'],
    mailCloses: ['مع خالص التحية،'],
  },
}
