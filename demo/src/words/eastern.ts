import { type Lexicon, grouped, marketNames, pad2 } from './lexicon.ts'

const list = (text: string) => text.split(' / ')

export const japanese: Lexicon = {
  weekdays: list('日曜日 / 月曜日 / 火曜日 / 水曜日 / 木曜日 / 金曜日 / 土曜日'),
  months: Array.from({ length: 12 }, (_, at) => `${at + 1}月`),
  date: (day, month) => `${month}${day}日`,
  time: (hour, minute) => `${hour}時${minute === 0 ? '' : `${pad2(minute)}分`}`,
  money: (amount) => `${grouped(Math.round(amount / 100) || 1, ',')}万円`,
  percent: (value) => `${value}%`,
  quarter: (number) => `第${number}四半期`,
  formal: ({ lastName }) => `${lastName}様`,
  familiar: ({ lastName }) => `${lastName}様`,
  lists: {
    ...marketNames,
    child: list('娘 / 息子 / 孫'),
    place: list('ホテルのラウンジ / 御社 / 弊社の会議室'),
    sector: list('医療 / エネルギー / 半導体 / 銀行'),
    city: list('東京 / 大阪 / ホノルル / 京都'),
    document: list('パスポートの写し / 住民票 / 納税証明書'),
    portal: list('お客様サイト / アプリ'),
  },
}

export const arabic: Lexicon = {
  weekdays: list('الأحد / الاثنين / الثلاثاء / الأربعاء / الخميس / الجمعة / السبت'),
  months: list(
    'يناير / فبراير / مارس / أبريل / مايو / يونيو / يوليو / أغسطس / سبتمبر / أكتوبر / نوفمبر / ديسمبر',
  ),
  date: (day, month) => `${day} ${month}`,
  time: (hour, minute) => `${hour % 12 || 12}:${pad2(minute)}`,
  money: (amount) => `${grouped(amount, ',')} دولار`,
  percent: (value) => `${value}٪`,
  quarter: (number) => `الربع ${['الأول', 'الثاني', 'الثالث', 'الرابع'][number - 1] ?? 'الأول'}`,
  formal: ({ gender, firstName }) => `${gender === 'f' ? 'أستاذة' : 'أستاذ'} ${firstName}`,
  familiar: ({ gender, firstName }) => `${gender === 'f' ? 'أستاذة' : 'أستاذ'} ${firstName}`,
  lists: {
    ...marketNames,
    child: list('سارة / خالد / مريم'),
    place: list('المكتب / الفندق / المقهى المعتاد'),
    sector: list('الطاقة / الصحة / التقنية / البنوك'),
    city: list('دبي / الرياض / بيروت / لندن'),
    document: list('صورة جواز السفر / إثبات العنوان / كشف الحساب'),
    portal: list('المنصة / التطبيق / الموقع'),
  },
}
