import { type ElsewhereLanguage, elsewhere } from './language.ts'

const say =
  '(?:schreib|meld|ruf|text|kontaktier|erreich|add|fug|find|schick|send|antwort|wechsel|weiter|red|mach|besprech|chatt|sprech|geh|verschieb|klar|umsteig|leit)[a-z]*'
const device = '(?:handy|handynummer|nummer|telefon|telefonnummer|mobilnummer|mobiltelefon|mobil|APP)'
const own = '(?:mein|sein|ihr|dein|unser)[a-z]*'

export const german: ElsewhereLanguage = {
  app: elsewhere(
    `\\b${say} (?:[a-z]+ ){0,6}?(?:auf|uber|per|via|zu|in) (?:mein[a-z]* |dein[a-z]* )?APP\\b`,
    `\\b(?:auf|uber|per|via|zu) (?:mein[a-z]* |dein[a-z]* )?APP (?:[a-z]+ ){0,3}?${say}`,
    `\\b(?:auf|uber|per|via|zu) (?:mein[a-z]* |dein[a-z]* )?APP (?:[a-z]+ ){0,2}?(?:ge(?:schrieben|schickt|sendet|antwortet)|weitergeleitet)\\b`,
    '\\b(?:hast du|haben sie|nutzt du|nutzen sie|verwenden sie|benutzt du) (?:auch |schon |eigentlich )?APP\\b',
    '\\b(?:bist du|sind sie) (?:auch |schon )?(?:auf|bei) APP\\b',
    '\\bmein[a-z]* APP(?:-| )?(?:nummer|name|kontakt|id|ist|lautet)\\b',
  ),
  private: elsewhere(
    `\\b(?:auf|uber|unter|von|an|per|mit|uber|nutz[a-z]*|nimm|nehmen sie|hier(?: ist)?|das ist) ${own} (?:privat|personlich)[a-z]* ${device}\\b`,
    `\\b(?:auf|uber|unter|von|an|per|mit|nutz[a-z]*|nimm|nehmen sie|hier(?: ist)?|das ist) ${own} privat(?:handy|nummer|telefon|anschluss)\\b`,
    `\\bmein[a-z]* privat[a-z]* ?(?:handy|nummer|telefon)(?: ist|:| lautet)`,
    '\\b(?:schreib|ruf|meld|kontaktier|text)[a-z]* (?:[a-z]+ ){0,3}?privat(?: an)?(?=[\\s,.;:!?]*$|[,.;:])',
    '\\b(?:ich melde mich|wir reden|lass uns) (?:[a-z]+ ){0,3}?privat\\b(?! ?kund)',
  ),
  mail: elsewhere(
    '\\b(?:an|von|auf|uber|per) (?:mein|sein)[a-z]* (?:privat|personlich)[a-z]* (?:e-?mail|mail|postfach|adresse|HOST)',
    '\\b(?:an|von|auf|uber|per) (?:mein|sein)[a-z]* (?:privat)(?:mail|adresse|postfach)',
    '\\b(?:an|von|auf|uber|per) mein[a-z]* HOST',
    '\\bmein[a-z]* privat[a-z]* (?:e-?mail|mail)[a-z-]*(?: ist|:| lautet)',
  ),
  unwritten: elsewhere(
    '\\b(?:lieber|besser) nicht (?:hier|schriftlich|im chat|per (?:mail|e-mail|nachricht))(?: (?:schreiben|besprechen|diskutieren|klaren))?(?=[\\s,.;:!?]*$|[,.;:])',
    '\\bnicht (?:hier|im chat|schriftlich|uber diesen kanal) (?:schreib|besprech|red|klar|diskut|festhalt|mach)[a-z]*',
    '\\b(?:schreib|besprech|red|diskut|klar)[a-z]* (?:[a-z]+ ){0,4}?(?:nicht|bloss nicht|lieber nicht) (?:hier|im chat|schriftlich)\\b',
    '^(?:nichts|nicht|bitte nichts) (?:hier |davon |dazu )?schriftlich',
  ),
  unless:
    /\b(?:nicht|kein|keine|keinen|keinem|keiner|nie|niemals|ohne|statt|verboten|untersagt|erlaubt|richtlinie|vorschrift|compliance|betrug|betruger|aktie|aktien|storung|stammdaten|formular|hinterlegt|aktualisier[a-z]*|passwort|dienstlich[a-z]*|angebunden[a-z]*)\b/,
  aside: /\bwarum nicht\b|\boder nicht\b|\bnicht wahr\b/,
}
