import { phrases, regex, type WrittenPolicy } from './rules.ts'

/** Conduct that representatives must avoid outside their work, and use of channels. */
export const staffConduct: readonly WrittenPolicy[] = [
  {
    key: 'off-channel',
    name: 'Off-channel communication',
    severity: 'high',
    rules: [
      phrases(
        'Another number or address',
        'my other phone / my other number / my personal number / my private number / personal email / private email / 私人微信 / número personal / numéro perso / private Nummer / número pessoal / رقمي الخاص',
      ),
      phrases(
        'Leaving no trace',
        'delete this chat / delete this message / delete that message / disappearing messages / 删掉记录 / not in writing / nothing in writing',
      ),
      phrases('Off the record', 'take this offline / off the record / this line is recorded / 私下聊'),
      regex(
        'Moving to another app',
        String.raw`(?i)\b(move|switch|continue|carry on|chat|talk)\b.{0,24}\b(on|to|over on) (my )?(private|personal|other|signal|telegram|whatsapp|wechat)\b`,
      ),
    ],
  },
  {
    key: 'gifts',
    name: 'Gifts and entertainment',
    severity: 'medium',
    rules: [
      phrases(
        'Hospitality',
        'box seats / hospitality box / my treat / dinner on us / on the house / tickets for you / two tickets / villa for the week',
      ),
      phrases(
        'Gifts',
        'a little gift / small gift / a token of / case of wine / bottle of champagne / hamper / spa voucher / gift card',
      ),
      phrases(
        'Other languages',
        'un regalo / un petit cadeau / ein kleines Geschenk / uma lembrança / 小礼物 / 红包 / 购物卡',
      ),
    ],
  },
  {
    key: 'outside-business',
    name: 'Outside business and personal dealings with clients',
    severity: 'medium',
    rules: [
      phrases('Loans between people', 'lend me / loan me / borrow from you'),
      phrases(
        'Ventures',
        'side business / on the side / a stake in my / invest in my / my brother’s company / my wife’s fund / my own venture',
      ),
      phrases(
        'Wills and fees',
        'executor of your will / in your will / finder’s fee / a cut of / split the commission / kickback',
      ),
    ],
  },
  {
    key: 'profanity',
    name: 'Profanity and harassment',
    severity: 'low',
    rules: [
      phrases(
        'Swearing',
        'damn / bloody hell / bullshit / crap / arse / merde / mierda / Scheiße / merda / 他妈',
      ),
      phrases('Insults', 'idiot / idiots / moron / morons / shut up / 混蛋'),
    ],
  },
  {
    key: 'sanctions-draft',
    name: 'Sanctioned places (draft)',
    severity: 'medium',
    enabled: false,
    rules: [phrases('Sanctions', 'sanctions list / sanctioned bank / embargo')],
  },
]
