import type { Language } from './scene.ts'

/** The footer of a representative's first mails. */
export const channelFooters: Record<Language, string> = {
  en: 'Halden & Marsh Wealth. The value of investments can fall as well as rise. This mail is for its addressee; messages are recorded.',
  zh: '瀚马财富。投资有风险，本邮件仅供收件人阅读，通讯内容会被存档。',
  es: 'Halden & Marsh Wealth. El valor de las inversiones puede bajar y subir. Las comunicaciones quedan registradas.',
  fr: 'Halden & Marsh Wealth. La valeur des placements peut baisser comme monter. Les échanges sont enregistrés.',
  de: 'Halden & Marsh Wealth. Der Wert von Anlagen kann steigen und fallen. Nachrichten werden aufgezeichnet.',
  pt: 'Halden & Marsh Wealth. O valor dos investimentos pode descer e subir. As comunicações ficam registadas.',
  ja: 'Halden & Marsh Wealth. 投資の価値は変動します。通信内容は記録されています。',
  ar: 'Halden & Marsh Wealth. قيمة الاستثمارات قد ترتفع أو تنخفض. المراسلات مسجلة.',
}
