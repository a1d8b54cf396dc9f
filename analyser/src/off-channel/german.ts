import { type ElsewhereLanguage, elsewhere } from './language.ts'

const write = '(?:schreib|meld|ruf|text|kontaktier|erreich|schick|send|antwort|leit|chatt|add|fug)[a-z]*'
const talk = '(?:weiter|red|mach|besprech|sprech|klar|wechsel|umsteig|umzu|geh|verschieb)[a-z]*'
const device = '(?:handy|handynummer|nummer|telefon|telefonnummer|mobilnummer|mobiltelefon|mobil|APP)'
const own = '(?:mein|sein|ihr|dein|unser)[a-z]*'

const my = '(?:mein[a-z]* |dein[a-z]* )?'
/** A word that leaves open what is written: not "die Analyse", "etwas". */
const light =
  '(?:(?!(?:ein|eine|einen|die|den|das|der|etwas|was|mehr|optionen|calls?|puts?|stops?|order|orders|limit|analysen?)\\b)[a-z]+ )'
/** Words beside a verb of talking or moving: not "Gewinne". */
const aside =
  '(?:(?:wir|uns|das|es|dies|sie|du|ich|doch|lieber|besser|bitte|dann|jetzt|spater|heute|morgen|mal|kurz|daruber|davon|alles|mir|dir|ihnen|euch|mit) )'
/** The application and no company: not "Signal Iduna", "Telegram-Anleihen". */
const noCompany =
  '\\b(?!-| (?:iduna|aktien?|anleihen?|optionen|calls?|puts?|positionen|position|zahlen|ergebnisse)\\b| (?:und|oder) [a-z]+(?:END))'
/** Not "Optionen auf Facebook". */
const noPaper =
  '(?<!\\b(?:optionen|calls?|puts?|stops?|orders?|limit|analysen?|blick|auge|bericht|studie|notiz|kommentar|research|note) )'
const asked = '\\b(?=\\s*$|\\s*[.;!?)]| (?:auch|schon|eigentlich|installiert)\\b)'

export const german: ElsewhereLanguage = {
  app: elsewhere(
    `\\b${write} ${light}{0,6}?(?:auf|uber) ${my}APP${noCompany}`,
    `\\b${write} (?:[a-z]+ ){0,6}?(?:per|via) ${my}APP${noCompany}`,
    `\\b${write}(?:'s)? (?:[a-z]+ ){0,6}?auf ${my}ONLY${noCompany}`,
    `\\b${talk} ${aside}{0,4}?(?:auf|zu|via|per) ${my}CHAT(?:END| (?:weiter|um|heute|morgen|spater)\\b)`,
    `${noPaper}\\b(?:auf|per|via) ${my}APP (?:[a-z]+ ){0,3}?(?:${write}|weiterschreib[a-z]*|ge(?:schrieben|schickt|sendet|antwortet)|weitergeleitet)`,
    `${noPaper}\\b(?:auf|zu|per|via) ${my}CHAT (?:[a-z]+ ){0,1}?${talk}`,
    `\\b(?:es|das|dir|dich|ihnen|mir|mich|euch|sich) (?:lieber |besser )?uber ${my}APP (?:[a-z]+ )?(?:${write}|ge(?:schrieben|schickt|sendet|antwortet)|weitergeleitet)`,
    `\\b(?:lieber|besser) uber ${my}CHAT (?:${write}|${talk})`,
    `\\b(?:nutzt du|nutzen sie|verwenden sie|benutzt du) (?:auch |schon |eigentlich )?APP${asked}`,
    `\\b(?:hast du|haben sie) (?:auch |schon |eigentlich )?CHAT${asked}`,
    `\\b(?:bist du|sind sie) (?:auch |schon )?(?:auf|bei) APP${asked}`,
    '\\bmein[a-z]* APP(?:-| )?(?:nummer|name|kontakt|id)\\b',
    '\\bmein[a-z]* CHAT(?:-| )?(?:ist|lautet)\\b',
  ),
  private: elsewhere(
    `\\b(?:auf|uber|unter|von|an|per|mit|uber|nutz[a-z]*|nimm|nehmen sie|hier(?: ist)?|das ist) ${own} (?:privat|personlich)[a-z]* ${device}\\b`,
    `\\b(?:auf|uber|unter|von|an|per|mit|nutz[a-z]*|nimm|nehmen sie|hier(?: ist)?|das ist) ${own} privat(?:handy|nummer|telefon|anschluss)\\b`,
    `\\bmein[a-z]* privat[a-z]* ?(?:handy|nummer|telefon)(?: ist|:| lautet)`,
    '\\b(?:schreib|ruf|meld|kontaktier|text)[a-z]* (?:[a-z]+ ){0,3}?privat(?: an)?(?=[\\s,.;:!?]*$|[,.;:])',
    '\\b(?:ich melde mich|wir reden|lass uns) (?:[a-z]+ ){0,3}?privat\\b(?! ?kund)',
  ),
  mail: elsewhere(
    '\\b(?:an|von|auf|uber|per) (?:mein|sein)[a-z]* (?:privat|personlich)[a-z]* (?:e-?mail|mail|postfach|HOST)',
    '\\b(?:an|von|auf|uber|per) (?:mein|sein)[a-z]* privat(?:mail|postfach)',
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
