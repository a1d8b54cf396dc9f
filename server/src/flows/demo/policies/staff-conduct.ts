import type { DemoPolicy } from '#flows/demo/organization.ts'
import { phrases, regex } from './rules.ts'

/** What representatives may not do beside their work, and where they may not do it. */
export const staffConduct: readonly DemoPolicy[] = [
  {
    key: 'off-channel',
    name: 'Off-channel communication',
    severity: 'high',
    scope: 'global',
    groupKeys: [],
    action: 'raise',
    enabled: true,
    rules: [
      ...phrases(`
        take this offline / my other phone / my other number / my personal number / my private number /
        personal email / private email / delete this chat / delete this message / delete that message /
        not in writing / nothing in writing / off the record / disappearing messages / this line is recorded /
        私人微信 / 私下聊 / 删掉记录 / número personal / numéro perso / private Nummer / número pessoal /
        رقمي الخاص
      `),
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
    scope: 'global',
    groupKeys: [],
    action: 'raise',
    enabled: true,
    rules: [
      ...phrases(`
        box seats / hospitality box / a little gift / small gift / a token of / case of wine / bottle of champagne /
        hamper / my treat / dinner on us / on the house / tickets for you / two tickets / spa voucher /
        gift card / villa for the week / un regalo / un petit cadeau / ein kleines Geschenk / uma lembrança /
        小礼物 / 红包 / 购物卡 / 粗品
      `),
    ],
  },
  {
    key: 'outside-business',
    name: 'Outside business and personal dealings with clients',
    severity: 'medium',
    scope: 'global',
    groupKeys: [],
    action: 'raise',
    enabled: true,
    rules: [
      ...phrases(`
        side business / on the side / lend me / loan me / borrow from you / a stake in my / invest in my /
        my brother’s company / my wife’s fund / my own venture / executor of your will / in your will /
        finder’s fee / a cut of / split the commission / kickback
      `),
    ],
  },
  {
    key: 'profanity',
    name: 'Profanity and harassment',
    severity: 'low',
    scope: 'global',
    groupKeys: [],
    action: 'raise',
    enabled: true,
    rules: [
      ...phrases(
        'damn / bloody hell / bullshit / crap / idiot / idiots / moron / shut up / arse / merde / mierda / Scheiße / merda / 混蛋 / 他妈',
      ),
    ],
  },
  {
    key: 'sanctions-draft',
    name: 'Sanctioned places (draft)',
    severity: 'medium',
    scope: 'global',
    groupKeys: [],
    action: 'raise',
    enabled: false,
    rules: [...phrases('sanctions list / sanctioned bank / embargo')],
  },
]
