/** Every scene there is. A new file of scenes is a new line here. */
import { type Scene, type Script, parseScript } from '#flows/demo/scene.ts'
import { arabic } from './ar/daily.ts'
import { germanDaily } from './de/daily.ts'
import { germanIncidents } from './de/incidents.ts'
import { complaints } from './en/complaints.ts'
import { compliments } from './en/compliments.ts'
import { everyday } from './en/everyday.ts'
import { family } from './en/family.ts'
import { groupWork } from './en/group-work.ts'
import { life } from './en/life.ts'
import { markets } from './en/markets.ts'
import { meetings } from './en/meetings.ts'
import { moneyMatters } from './en/money-matters.ts'
import { onboarding } from './en/onboarding.ts'
import { orders } from './en/orders.ts'
import { payments } from './en/payments.ts'
import { planning } from './en/planning.ts'
import { portal } from './en/portal.ts'
import { reviews } from './en/reviews.ts'
import { smallTalk } from './en/small-talk.ts'
import { team } from './en/team.ts'
import { spanishDaily } from './es/daily.ts'
import { spanishIncidents } from './es/incidents.ts'
import { frenchDaily } from './fr/daily.ts'
import { frenchIncidents } from './fr/incidents.ts'
import { guarantees } from './incidents/guarantees.ts'
import { gifts } from './incidents/gifts.ts'
import { insideInformation } from './incidents/inside-information.ts'
import { marketAbuse } from './incidents/market-abuse.ts'
import { mixed } from './incidents/mixed.ts'
import { offChannel } from './incidents/off-channel.ts'
import { orderHandling } from './incidents/order-handling.ts'
import { paymentsAndCoins } from './incidents/payments-and-coins.ts'
import { personalData } from './incidents/personal-data.ts'
import { staffConduct } from './incidents/staff-conduct.ts'
import { japanese } from './ja/daily.ts'
import { chineseMails } from './mail/chinese.ts'
import { clientMails } from './mail/clients.ts'
import { frenchMails } from './mail/french.ts'
import { germanMails } from './mail/german.ts'
import { houseMails } from './mail/house.ts'
import { incidentMails } from './mail/incidents.ts'
import { portugueseMails } from './mail/portuguese.ts'
import { spanishMails } from './mail/spanish.ts'
import { portugueseDaily } from './pt/daily.ts'
import { portugueseIncidents } from './pt/incidents.ts'
import { chineseDaily } from './zh/daily.ts'
import { chineseIncidents } from './zh/incidents.ts'

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
