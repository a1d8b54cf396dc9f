/** Every scene there is. A new file of scenes is a new line here. */
import { type Scene, type Script, parseScript } from '#scene.ts'
import { arabic } from '#scenes/ar/daily.ts'
import { germanDaily } from '#scenes/de/daily.ts'
import { germanIncidents } from '#scenes/de/incidents.ts'
import { complaints } from '#scenes/en/complaints.ts'
import { compliments } from '#scenes/en/compliments.ts'
import { everyday } from '#scenes/en/everyday.ts'
import { family } from '#scenes/en/family.ts'
import { groupWork } from '#scenes/en/group-work.ts'
import { life } from '#scenes/en/life.ts'
import { markets } from '#scenes/en/markets.ts'
import { meetings } from '#scenes/en/meetings.ts'
import { moneyMatters } from '#scenes/en/money-matters.ts'
import { onboarding } from '#scenes/en/onboarding.ts'
import { orders } from '#scenes/en/orders.ts'
import { payments } from '#scenes/en/payments.ts'
import { planning } from '#scenes/en/planning.ts'
import { portal } from '#scenes/en/portal.ts'
import { reviews } from '#scenes/en/reviews.ts'
import { smallTalk } from '#scenes/en/small-talk.ts'
import { team } from '#scenes/en/team.ts'
import { spanishDaily } from '#scenes/es/daily.ts'
import { spanishIncidents } from '#scenes/es/incidents.ts'
import { frenchDaily } from '#scenes/fr/daily.ts'
import { frenchIncidents } from '#scenes/fr/incidents.ts'
import { guarantees } from '#scenes/incidents/guarantees.ts'
import { gifts } from '#scenes/incidents/gifts.ts'
import { insideInformation } from '#scenes/incidents/inside-information.ts'
import { marketAbuse } from '#scenes/incidents/market-abuse.ts'
import { mixed } from '#scenes/incidents/mixed.ts'
import { offChannel } from '#scenes/incidents/off-channel.ts'
import { orderHandling } from '#scenes/incidents/order-handling.ts'
import { paymentsAndCoins } from '#scenes/incidents/payments-and-coins.ts'
import { personalData } from '#scenes/incidents/personal-data.ts'
import { staffConduct } from '#scenes/incidents/staff-conduct.ts'
import { japanese } from '#scenes/ja/daily.ts'
import { chineseMails } from '#scenes/mail/chinese.ts'
import { clientMails } from '#scenes/mail/clients.ts'
import { frenchMails } from '#scenes/mail/french.ts'
import { germanMails } from '#scenes/mail/german.ts'
import { houseMails } from '#scenes/mail/house.ts'
import { incidentMails } from '#scenes/mail/incidents.ts'
import { portugueseMails } from '#scenes/mail/portuguese.ts'
import { spanishMails } from '#scenes/mail/spanish.ts'
import { portugueseDaily } from '#scenes/pt/daily.ts'
import { portugueseIncidents } from '#scenes/pt/incidents.ts'
import { chineseDaily } from '#scenes/zh/daily.ts'
import { chineseIncidents } from '#scenes/zh/incidents.ts'

const scripts: readonly Script[] = [
  onboarding,
  reviews,
  payments,
  moneyMatters,
  meetings,
  markets,
  portal,
  life,
  orders,
  complaints,
  compliments,
  smallTalk,
  planning,
  everyday,
  family,
  team,
  groupWork,
  marketAbuse,
  insideInformation,
  guarantees,
  offChannel,
  gifts,
  personalData,
  orderHandling,
  paymentsAndCoins,
  staffConduct,
  mixed,
  chineseDaily,
  chineseIncidents,
  spanishDaily,
  spanishIncidents,
  frenchDaily,
  frenchIncidents,
  germanDaily,
  germanIncidents,
  portugueseDaily,
  portugueseIncidents,
  japanese,
  arabic,
  clientMails,
  houseMails,
  incidentMails,
  spanishMails,
  frenchMails,
  germanMails,
  chineseMails,
  portugueseMails,
]

/** Reads all scripts. @throws Error where one is not written as `scene.ts` says */
export function readScenes(): Scene[] {
  return scripts.flatMap(parseScript)
}
