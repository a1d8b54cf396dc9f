import { type Lexicon, grouped, marketNames, pad2 } from './lexicon.ts'

const list = (text: string) => text.split(' / ')

export const english: Lexicon = {
  weekdays: list('Sunday / Monday / Tuesday / Wednesday / Thursday / Friday / Saturday'),
  months: list(
    'January / February / March / April / May / June / July / August / September / October / November / December',
  ),
  date: (day, month) => `${day} ${month}`,
  time: (hour, minute) =>
    minute === 0 ? `${hour % 12 || 12}${hour < 12 ? 'am' : 'pm'}` : `${hour % 12 || 12}.${pad2(minute)}`,
  money: (amount, currency) => `${currency}${grouped(amount, ',')}`,
  percent: (value) => `${value}%`,
  quarter: (number) => `Q${number}`,
  formal: ({ gender, lastName }) => `${gender === 'f' ? 'Ms' : 'Mr'} ${lastName}`,
  lists: {
    ...marketNames,
    surname: list(
      'Barraclough / Okafor / Castellano / Lockhart / Rosenthal / Yardley / Goldfarb / Fairbairn / Mansour / Pruitt',
    ),
    child: list('Tilly / Max / Rosie / Arthur / Poppy / Leo / Freya / Sam / Ellie / Noah / Iris / Toby'),
    place: list(
      'The Copper Pot / Bellamy’s / the Harbour Room / Osteria Luna / the Garden Terrace / Number Nine / The Lamplighter / Café Amaro',
    ),
    sector: list(
      'healthcare / energy / technology / consumer staples / banks / utilities / industrials / property',
    ),
    city: list(
      'Lisbon / Edinburgh / Boston / Geneva / Dubai / Dublin / Milan / Copenhagen / Singapore / Vienna',
    ),
    abroad: list('Lisbon / Málaga / Nice / Bologna / Faro / Palma / Lucca'),
    school: list('St Aldhelm’s / Kingsmere / the Maplewood School / Harrowdene / Ashbury College'),
    charity: list(
      'the hospice / a reading charity / the lifeboats / the food bank / the animal shelter / a bursary fund at my old school',
    ),
    holiday: list('Cornwall / Crete / the Lakes / Maine / Sicily / Norway / the Algarve / Vermont / Puglia'),
    hobby: list('sailing / the allotment / golf / choir / cycling / pottery / tennis / the grandchildren'),
    job: list('consultancy work / a board seat / a sabbatical / part-time teaching / early retirement'),
    portal: list('the portal / the client portal / Marsh Online / the website'),
    document: list(
      'a utility bill / a bank statement / a council tax bill / your driving licence / a tenancy agreement',
    ),
    custodian: list('Anchor Custody / Fenwick Trust Bank / Northgate Custody'),
    accountant: list('Pruett & Lane / Marlowe Tax / Dunmore Accounting'),
  },
}
