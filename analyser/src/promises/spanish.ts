import type { PromiseLanguage } from './language.ts'

const object = '(?:le |te |lo |la |los |les |os |se |se lo |se la |te lo |te la |me )'
const future =
  '(?:envi|mand|llam|confirm|pas|respond|contest|escrib|contact|entreg|prepar|revis|termin|resuelv|resolv|comunic|avis|inform|hag|har|tendr|dar|digo|dir|devuelv|devolver|remit|remitir|transfier|transferir|compart|encarg|ocup|tramit|busc|trai|facilit|consult|actualiz|reserv|gestion)[a-z]*'
const month = '(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)'
const weekday = '(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)'

export const spanish: PromiseLanguage = {
  promises: new RegExp(
    `\\b${object}(?:lo |la |los |las )?(?:envio|enviamos|mando|mandamos|llamo|llamamos|confirmo|confirmamos|paso|pasamos|respondo|respondemos|contesto|escribo|entrego|entregamos|aviso|avisamos|informo|informamos|digo|doy|damos|remito|remitimos|comunico|devuelvo|hago llegar|hacemos llegar|tengo|preparo)\\b|` +
      `\\b(?:voy|vamos) a ${future}\\b|\\b${future}(?<=(?:re|remos|are|ere|ire|dre|aremos|eremos|iremos|dremos))\\b|\\b(?:tendra|recibira|tendras|recibiras|recibiran)\\b|` +
      `\\b(?:yo|nosotros) (?:me )?(?:encargo|encargamos|ocupo)\\b|\\bme (?:encargo|ocupo|pongo en contacto)\\b|\\bnos (?:ponemos en contacto|encargamos|ocupamos)\\b`,
  ),
  unless:
    /\b(?:no|nunca|si|siempre que|en caso|quizas?|tal vez|intento|intentare|intentar|trato|espero|podria|ayer|he enviado|hemos|ya le|cuando usted|cuando me|en cuanto me|valid[ao]|se hizo|fue|fueron|recibimos|(?:confirm|inform|comunic)[a-z]*\b.{0,20}\bque|interes(?:es)?\b.*\bhasta)\b/,
  aside: /[,;-] ?(?:digame|avise|aviseme|quedo a|no dude)\b.*$/,
  until:
    /\b(?:antes de|antes del|para|hasta|como tarde|a mas tardar|el|este) (?:el |la |este |esta |de |del |proximo )*$/,
  past: /\b(?:pasado|desde|(?<!antes )del?) (?:el )?$/,
  days: {
    numbers: {
      un: 1,
      una: 1,
      dos: 2,
      tres: 3,
      cuatro: 4,
      cinco: 5,
      seis: 6,
      siete: 7,
      diez: 10,
      unos: 3,
      unas: 3,
    },
    today: /\b(?:hoy|esta (?:tarde|noche|manana)|(?:al|a) final(?:es)? del dia|antes de las \d{1,2})\b/,
    tomorrow: /(?<!\b(?:la|esta|pasado|de la) )\bmanana\b/,
    dayAfterTomorrow: /\bpasado manana\b/,
    within:
      /\b(?:en|dentro de)(?: las| los)?(?: proximas| proximos)? (?<n>\d{1,3}|una?|dos|tres|cuatro|cinco|seis|siete|diez|unos|unas) (?<unit>minutos?|horas?|dias?|semanas?)(?<working> habiles| laborables)?\b/,
    units: { minutes: /^m/, hours: /^h/, weeks: /^s/ },
    weekday: new RegExp(
      `\\b(?<weekday>${weekday})\\b(?! pasado)(?<next> (?:de la semana que viene|de la proxima semana))?`,
    ),
    weekdays: [/^lun/, /^mar/, /^mie/, /^jue/, /^vie/, /^sab/, /^dom/],
    thisWeek: /\b(?:(?:final|fin|finales) de (?:la |esta )?semana|esta semana)(?! que viene)\b/,
    nextWeek: /\b(?:proxima semana|semana que viene|semana proxima)\b/,
    thisMonth: /\b(?:(?:fin|final|finales) de(?:l| este)? mes|este mes)(?! que viene)\b/,
    nextMonth: /\b(?:proximo mes|mes que viene)\b/,
    date: new RegExp(
      `\\b(?<d>\\d{1,2}) de (?<m>${month})\\b(?: de (?<y>\\d{4}))?|\\b(?<d2>\\d{1,2})/(?<m2>\\d{1,2})(?:/(?<y2>\\d{4}))?\\b`,
    ),
    months: [/^ene/, /^feb/, /^mar/, /^abr/, /^may/, /^jun/, /^jul/, /^ago/, /^sep/, /^oct/, /^nov/, /^dic/],
    dayOfMonth: /\b(?:el dia|el|antes del) (?<d>\d{1,2})\b(?! ?(?:%|h|de))/,
  },
}
