import type { PromiseLanguage } from './language.ts'

const object =
  "(?:vous |te |le |la |les |lui |leur |l'|t'|m'|nous |en |y |vous l'|vous le |vous la |vous les |te le |te l')"
const verb =
  '(?:envoi|enverr|envoy|appell|appel|rappel|transm|fer|fai|tien|revien|reviend|reven|prepar|confirm|adress|repon|repond|contact|recontact|livr|termin|regl|trait|verifi|partag|donn|depos|fini|inform|met|mett|communiqu|procur|organis|planifi|rembours|vir|occup|renvoi|renverr|redig|soumet|soumett|dir|dis|pass|fourni|previen|previend)[a-z]*'
const month = '(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)'
const weekday = '(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)'

export const french: PromiseLanguage = {
  promises: new RegExp(
    `\\b(?:je |j'|nous |on )${object}{0,2}(?:vais |allons |va )?${object}{0,2}${verb}\\b|\\b(?:vous|tu) (?:recevrez|aurez|recevras|auras)\\b|` +
      `\\b(?:vous|te) sera (?:envoye|transmis|adresse|remis)[a-z]*\\b`,
  ),
  unless:
    /\b(?:pas|jamais|si|s'il|s'ils|au cas ou|peut-etre|essaie|essayer|essaierai|espere|pourrais|pourrait|aurais|hier|ai envoye|avons envoye|j'ai|nous avons|quand vous|des que vous|sauf|valable|a ete|ont ete|(?:confirm|inform)[a-z]*\b.{0,30}\bque|interets?\b.*\bjusqu'au)\b/,
  aside: /[,;-] ?(?:n'hesitez|merci de|dites-moi|faites-moi)\b.*$/,
  until: /\b(?:d'ici|avant|pour|au plus tard|jusqu'a|des|sous|d'ici a) (?:le |la |ce |cet |a |au |demain )*$/,
  past: /\b(?:dernier|depuis|(?<!fin |semaine )de|(?<!fin )du) (?:le )?$/,
  days: {
    numbers: { un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, dix: 10, quelques: 3 },
    today:
      /\b(?:aujourd'hui|ce (?:matin|soir|midi)|cet apres-midi|fin de journee|avant (?:midi|ce soir|\d{1,2} ?h(?:eures)?))\b/,
    tomorrow: /(?<!apres[- ])\bdemain\b/,
    dayAfterTomorrow: /\bapres[- ]demain\b/,
    within:
      /\b(?:dans|sous|d'ici)(?: les)?(?: prochaines?| prochains?)? (?<n>\d{1,3}|une?|deux|trois|quatre|cinq|six|sept|dix|quelques) ?(?:prochaines |prochains )?(?<unit>minutes?|heures?|h|jours?|semaines?)(?<working> ouvres?| ouvrables?)?\b/,
    units: { minutes: /^m/, hours: /^h/, weeks: /^s/ },
    weekday: new RegExp(`\\b(?<weekday>${weekday})\\b(?! dernier)(?<next> de la semaine prochaine)?`),
    weekdays: [/^lun/, /^mar/, /^mer/, /^jeu/, /^ven/, /^sam/, /^dim/],
    thisWeek: /\b(?:fin de (?:la )?semaine|cette semaine|ce week-end)(?! prochaine)\b/,
    nextWeek: /\bsemaine prochaine\b/,
    thisMonth: /\b(?:fin (?:du|de) mois|ce mois-ci)\b/,
    nextMonth: /\bmois prochain\b/,
    date: new RegExp(
      `\\b(?<d>\\d{1,2})(?:er)? (?<m>${month})\\b(?: (?<y>\\d{4}))?|\\b(?<d2>\\d{1,2})/(?<m2>\\d{1,2})(?:/(?<y2>\\d{4}))?\\b`,
    ),
    months: [
      /^janv/,
      /^fev/,
      /^mars/,
      /^avr/,
      /^mai/,
      /^juin/,
      /^juil/,
      /^aout/,
      /^sep/,
      /^oct/,
      /^nov/,
      /^dec/,
    ],
    dayOfMonth: /\b(?:le|avant le) (?<d>\d{1,2})\b(?! ?(?:h|%|eur|janv|fev|mars))/,
  },
}
