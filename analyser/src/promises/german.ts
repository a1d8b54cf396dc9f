import type { PromiseLanguage } from './language.ts'

const verb =
  '(?:schick|send|ubersend|meld|ruf|telefonier|liefer|pruf|klar|geb|reich|mail|leit|bereit|erstell|uberweis|bestatig|bring|informier|antwort|erledig|kummer|buch|lass|ubermittl|stell|teil|aktualisier|besorg|uberarbeit|schreib|komm|vereinbar|such|hol|sag|frag|schau|mach|nenn|erklar|storn)(?:e|en|n|le|eln|el)?'
const month = '(?:januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)'
const weekday = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)'

export const german: PromiseLanguage = {
  promises: new RegExp(
    `\\b(?:ich|wir) (?:[a-z]+ )?${verb}\\b|\\b${verb} (?:ich|wir)\\b|\\b(?:ich|wir) (?:werde|werden)\\b|\\b(?:werde|werden) (?:ich|wir)\\b|` +
      `\\b(?:sie (?:erhalten|bekommen|horen|haben)|du (?:bekommst|erhaltst|horst|hast)|(?:erhalten|bekommen|horen|haben) sie|(?:bekommst|erhaltst) du)\\b`,
  ),
  unless:
    /\b(?:nicht|kein|keine|keinen|nie|wenn|falls|sobald sie|sofern|ob|wurde|wurden|konnte|konnten|vielleicht|eventuell|versuche|versuchen|hoffe|hoffen|gestern|habe ich|haben wir|ich habe|wir haben|sie haben|haben sie (?:schon|bereits|noch)|gultig|(?:bestatig|informier|teil)[a-z]*\b.{0,40}\bdass|(?:zins|zinsen|verzinst)\b.*\bbis)\b/,
  aside: /[,;-] ?(?:bitte|sagen sie|melden sie sich)\b.*$/,
  until:
    /\b(?:bis|spatestens|am|vor|bis zum|bis spatestens) (?:zum |am |kommenden |kommender |diesen |diesem |spatestens |ende )*$/,
  past: /\b(?:per|stand|letzten|letzter|letzte|seit|vom|von|vergangenen) (?:dem |der )?$/,
  days: {
    numbers: {
      ein: 1,
      eine: 1,
      einer: 1,
      einem: 1,
      zwei: 2,
      drei: 3,
      vier: 4,
      funf: 5,
      sechs: 6,
      sieben: 7,
      zehn: 10,
      wenigen: 3,
    },
    today:
      /(?<!\bbis )\bheute\b|\bbis heute (?:abend|mittag|nachmittag)\b|\bbis \d{1,2}(?:[:.]\d\d)? uhr\b|\b(?:bis|zum) (?:feierabend|dienstschluss|tagesende)\b/,
    tomorrow: /(?<!guten )(?<!\bam )(?<!uber)\bmorgen\b/,
    dayAfterTomorrow: /\bubermorgen\b/,
    within:
      /\b(?:in|innerhalb|innerhalb von|binnen)(?: der nachsten| den nachsten)? (?<n>\d{1,3}|ein|eine|einer|einem|zwei|drei|vier|funf|sechs|sieben|zehn|wenigen) (?<working>werk|arbeits)?(?<unit>minuten?|stunden?|tage?n?|wochen?)\b/,
    units: { minutes: /^m/, hours: /^s/, weeks: /^w/ },
    weekday: new RegExp(
      `\\b(?<next>nachsten |nachster )(?<weekday>${weekday})\\b|\\b(?<weekday2>${weekday})(?:abend|vormittag|nachmittag|mittag)?\\b(?<next2> nachster woche| nachste woche| kommender woche)?`,
    ),
    weekdays: [/^mon/, /^die/, /^mit/, /^don/, /^fre/, /^sam|^sonna/, /^sonnt/],
    thisWeek:
      /\b(?:ende (?:der|dieser) woche|diese woche|dieser woche|zum wochenende|bis wochenende|ende woche)\b/,
    nextWeek: /\b(?:nachste|nachster|kommende|kommender) woche\b/,
    thisMonth: /\b(?:ende (?:des|dieses) monats|monatsende|diesen monat|ende monat)\b/,
    nextMonth: /\b(?:nachsten|kommenden) monat\b/,
    date: new RegExp(
      `\\b(?<d>\\d{1,2})\\. ?(?<m>${month})\\b(?: (?<y>\\d{4}))?|\\b(?<d2>\\d{1,2})\\.(?<m2>\\d{1,2})\\.(?<y2>\\d{4})?`,
    ),
    months: [
      /^jan/,
      /^feb/,
      /^mar/,
      /^apr/,
      /^mai/,
      /^juni/,
      /^juli/,
      /^aug/,
      /^sep/,
      /^okt/,
      /^nov/,
      /^dez/,
    ],
    dayOfMonth: /\b(?:bis zum|am|bis) (?<d>\d{1,2})\.(?! ?\d)/,
  },
}
