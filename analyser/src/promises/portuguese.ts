import type { PromiseLanguage } from './language.ts'

const verb =
  '(?:envi|mand|lig|confirm|pass|respond|retorn|encaminh|entreg|prepar|revis|termin|resolv|comunic|avis|inform|devolv|transfer|compartilh|partilh|verific|trat|cuid|agend|marc|contact|contat|atualiz|dou|dar|fac|far|ter|consult|fech|finaliz|apresent|trag|traz|escrev|dir|dig)[a-z]*'
const month = '(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)'
const weekday = '(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)(?:-feira)?'

export const portuguese: PromiseLanguage = {
  promises: new RegExp(
    `\\b(?:vou|vamos) (?:lhe |te |la )?${verb}\\b|\\b(?:eu|nos|ja|lhe|te|e) (?:lhe |te |o |a )?(?:envio|enviamos|mando|mandamos|ligo|ligamos|confirmo|confirmamos|passo|passamos|respondo|respondemos|retorno|retornamos|encaminho|encaminhamos|entrego|entregamos|aviso|avisamos|informo|dou|damos|digo|preparo|faco|mantenho)\\b|` +
      `\\b(?:amanha|hoje|semana|feira|segunda|terca|quarta|quinta|sexta) (?:ja |lhe |te )?(?:envio|mando|ligo|retorno|encaminho|confirmo|respondo|dou|passo|aviso)\\b|` +
      `^(?:[a-z]+, )?(?:envio|mando|ligo|retorno|encaminho|confirmo|respondo|dou|passo|aviso|ligo-lhe|envio-lhe|mando-lhe|envio-te|ligo-te)\\b|\\b(?:envio|mando|ligo|confirmo|passo|respondo|entrego|enviamos|ligamos|dou|damos|digo)-(?:lhe|te|lhes|vos)\\b|` +
      `\\b${verb}(?<=(?:arei|erei|irei|aremos|eremos|iremos|farei|faremos|direi|terei))\\b|\\b${verb}-(?:lhe|te)-(?:ei|emos)\\b|\\b(?:recebera|tera|vai receber|vai ter)\\b`,
  ),
  unless:
    /\b(?:nao|nunca|se|caso|talvez|tento|tentarei|tentar|espero|poderia|ontem|ja enviei|ja (?:lhe |te |o |a )?[a-z]+mos|enviamos ontem|quando voce|quando o senhor|assim que me|assim que voce|valid[ao]|foi|foram|recebemos|(?:confirm|inform|comunic)[a-z]*\b.{0,20}\bque|juros\b.*\bate)\b/,
  aside: /[,;-] ?(?:avise|qualquer coisa|por favor|me avise|diga-me)\b.*$/,
  until:
    /\b(?:ate|antes de|antes da|antes do|para|no maximo|na|no|nesta|neste) (?:a |o |esta |este |proxima |proximo |dia |ao |as )*$/,
  past: /\b(?:passada|passado|desde|(?<!antes )d[ae]|ultima|ultimo) (?:a )?$/,
  days: {
    numbers: {
      um: 1,
      uma: 1,
      dois: 2,
      duas: 2,
      tres: 3,
      quatro: 4,
      cinco: 5,
      seis: 6,
      sete: 7,
      dez: 10,
      alguns: 3,
    },
    today: /\b(?:hoje|esta (?:tarde|noite|manha)|final do dia|fim do dia|ate as \d{1,2})(?! de amanha)\b/,
    tomorrow: /(?<!depois de )\bamanha\b/,
    dayAfterTomorrow: /\bdepois de amanha\b/,
    within:
      /\b(?:em|dentro de|daqui a|nas proximas|nos proximos)(?: ate)? (?<n>\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|sete|dez|alguns) (?<unit>minutos?|horas?|dias?|semanas?)(?<working> uteis)?\b/,
    units: { minutes: /^m/, hours: /^h/, weeks: /^s/ },
    weekday: new RegExp(
      `\\b(?<weekday>${weekday})\\b(?! passad)(?<next> (?:da semana que vem|da proxima semana))?`,
    ),
    weekdays: [/^seg/, /^ter/, /^qua/, /^qui/, /^sex/, /^sab/, /^dom/],
    thisWeek: /\b(?:(?:fim|final) d(?:a|esta) semana|esta semana)(?! que vem)\b/,
    nextWeek: /\b(?:proxima semana|semana que vem)\b/,
    thisMonth: /\b(?:(?:fim|final) d(?:o|este) mes|este mes)(?! que vem)\b/,
    nextMonth: /\b(?:proximo mes|mes que vem)\b/,
    date: new RegExp(
      `\\b(?<d>\\d{1,2}) de (?<m>${month})\\b(?: de (?<y>\\d{4}))?|\\b(?<d2>\\d{1,2})/(?<m2>\\d{1,2})(?:/(?<y2>\\d{4}))?\\b`,
    ),
    months: [/^jan/, /^fev/, /^mar/, /^abr/, /^mai/, /^jun/, /^jul/, /^ago/, /^set/, /^out/, /^nov/, /^dez/],
    dayOfMonth: /\b(?:dia|ate o dia) (?<d>\d{1,2})\b(?! de)/,
  },
}
