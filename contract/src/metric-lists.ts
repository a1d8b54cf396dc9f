/** The lists of Key Metrics: representatives, contacts and conversations behind its figures. */
import { z } from 'zod'
import { dayReasons, dayStates } from './account-coverage.ts'
import { Category, Urgency } from './categories.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { AccountId, ContactId, ConversationId, MessageId, ThemeId, UserId } from './ids.ts'
import { page } from './list.ts'
import { Named } from './named.ts'
import { burstKinds, conversationFields, scopedFields, severalOf, waitingFields } from './rows-of.ts'
import { daysOf, listOf, rowsOfPeriod } from './metric-pages.ts'
import { Drilldown, MetricPeriod } from './metrics.ts'

/** Lists of people, which readers under pseudonyms can neither search nor sort by name. */
const peopleOf = <const P extends 'metrics.sales' | 'metrics.digital'>(access: P) =>
  ({ access, failures: ['identity.hidden'] }) as const

/** Why a representative may not have written. */
export const inactiveCauses = ['not-connected', 'never-wrote', 'paused'] as const
export type InactiveCause = (typeof inactiveCauses)[number]
export const inactiveCauseNames: Readonly<Record<InactiveCause, string>> = {
  'not-connected': 'No connected account',
  'never-wrote': 'Connected, never wrote',
  paused: 'Stopped writing',
}

/** Why, in words: a further cause would be unknown to pages of an earlier release. */
export const inactiveText = ({ cause, hasContacts }: Pick<Representative, 'cause' | 'hasContacts'>) =>
  cause && (hasContacts === false ? 'Connected, no contacts' : inactiveCauseNames[cause])

export const Representative = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  /** Messages to outside contacts in the period, and in the period before. */
  sent: z.int(),
  previous: z.int(),
  /** Outside contacts that they wrote to in the period. */
  contacts: z.int(),
  lastSentAt: z.iso.datetime().nullable(),
  /** Whole days since then; `null` if they never wrote. */
  daysSince: z.int().nullable(),
  /** Of inactive ones. */
  cause: z.enum(inactiveCauses).optional(),
  /** Of those who never wrote: whether they have a contact to write to that the reader may know, in one of their groups or of their own. */
  hasContacts: z.boolean().optional(),
  /** Their messages of the period. */
  drilldown: Drilldown.optional(),
  /** The contacts that they wrote to. */
  contactsDrilldown: Drilldown.optional(),
})
export type Representative = z.infer<typeof Representative>

export const representativeSorts = ['name', 'sent', 'contacts', 'lastSentAt'] as const

export const listActiveRepresentatives = rowsOfPeriod(Representative, {
  path: '/bff/dashboards/sales/active-representatives',
  query: listOf(representativeSorts),
  ...peopleOf('metrics.sales'),
})

export const listInactiveRepresentatives = rowsOfPeriod(Representative, {
  path: '/bff/dashboards/sales/inactive-representatives',
  query: listOf(representativeSorts),
  ...peopleOf('metrics.sales'),
})

/** Which representatives: all, or those who wrote for the first time. */
export const representativeKinds = ['all', 'new'] as const

export const listRepresentatives = rowsOfPeriod(Representative, {
  path: '/bff/dashboards/sales/representatives',
  query: listOf(representativeSorts, { kind: z.enum(representativeKinds).default('all') }),
  ...peopleOf('metrics.sales'),
})

export const adoptionSorts = ['day', 'active', 'rate'] as const

/** By day: the active representatives of the 30 days up to it, and the share that they are. */
export const getAdoptionRate = endpoint({
  method: 'GET',
  path: '/bff/dashboards/sales/adoption-rate',
  query: daysOf(adoptionSorts),
  response: MetricPeriod.extend({
    representatives: z.int(),
    active: z.int(),
    rate: z.number().nullable(),
    ...page(z.object({ day: z.iso.date(), active: z.int(), rate: z.number().nullable() })).shape,
  }),
  access: 'metrics.sales',
})

/** An outside contact in a conversation of the period. */
export const DigitalContact = z.object({
  /** Absent for a person who is in no contact list. */
  id: ContactId.optional(),
  name: z.string(),
  /** Of a person who is in no contact list. */
  address: z.string().optional(),
  received: z.int(),
  sent: z.int(),
  channels: z.array(Channel),
  lastAt: z.iso.datetime(),
  isReached: z.boolean(),
  isEngaged: z.boolean(),
  /**
   * The messages that were captured from the contact in the period; of one who became a contact since, those after that, unless no one
   * else wrote in their conversations. A stranger has none otherwise.
   */
  drilldown: Drilldown.optional(),
  /** The messages that were sent to the contact, if all that were sent in their conversations are. */
  sentDrilldown: Drilldown.optional(),
})
export type DigitalContact = z.infer<typeof DigitalContact>

export const contactSorts = ['name', 'received', 'sent', 'lastAt'] as const
/** Which contacts: all, those written to, those who wrote, or those who did not. */
export const contactKinds = ['all', 'reached', 'engaged', 'silent'] as const

/** The contacts of a period, or those that a representative wrote to. Of some channels or groups, only what was said in these counts. */
export const listDigitalContacts = rowsOfPeriod(DigitalContact, {
  path: '/bff/dashboards/digital/contacts',
  query: listOf(contactSorts, {
    kind: z.enum(contactKinds).default('all'),
    ...scopedFields,
    representative: UserId.optional(),
  }),
  ...peopleOf('metrics.digital'),
})

export const engagementSorts = ['day', 'contacts', 'engaged', 'rate'] as const

/** By day: the contacts of that day, and the share that took part. */
export const getOverallEngagement = endpoint({
  method: 'GET',
  path: '/bff/dashboards/digital/overall-engagement',
  query: daysOf(engagementSorts),
  response: MetricPeriod.extend({
    contacts: z.int(),
    engaged: z.int(),
    rate: z.number().nullable(),
    ...page(
      z.object({
        day: z.iso.date(),
        contacts: z.int(),
        engaged: z.int(),
        rate: z.number().nullable(),
        /** Those who took part. */
        drilldown: Drilldown,
      }),
    ).shape,
  }),
  access: 'metrics.digital',
})

/** A stretch of a conversation without a pause of more than 24 hours. */
export const MetricConversation = z.object({
  conversationId: ConversationId,
  channel: Channel,
  title: z.string(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  messages: z.int(),
  /** What it is mostly about, of what the reader sees of it. Absent if that is no theme, and for readers who may not see themes. */
  theme: Named(ThemeId).optional(),
})
export type MetricConversation = z.infer<typeof MetricConversation>

export const conversationSorts = ['firstAt', 'messages'] as const

/** The conversations of a period: all, or those of some channels, with a message of some groups, or about a theme. */
export const listMetricConversations = rowsOfPeriod(MetricConversation, {
  path: '/bff/dashboards/digital/conversations',
  query: listOf(conversationSorts, conversationFields),
  ...peopleOf('metrics.digital'),
})

/** A conversation in which a question, request or complaint from outside was not answered. */
export const WaitingClient = z.object({
  conversationId: ConversationId,
  /** The oldest message that was not answered. */
  messageId: MessageId,
  channel: Channel,
  title: z.string(),
  category: Category,
  urgency: Urgency,
  since: z.iso.datetime(),
  hours: z.int(),
  /** The representatives in the conversation. */
  representatives: z.array(Named(UserId)),
})
export type WaitingClient = z.infer<typeof WaitingClient>

export const waitingSorts = ['since', 'urgency'] as const

/** A representative with clients who wait. */
export const WaitingOwner = z.object({
  /** Absent for the clients without a representative in their conversation. */
  id: UserId.optional(),
  /** Empty for those. */
  name: z.string(),
  /** Conversations in which a client waits. One with several representatives counts for each. */
  waiting: z.int(),
  /** Of the one that has waited longest. */
  since: z.iso.datetime(),
  hours: z.int(),
  /** Their waiting clients. */
  drilldown: Drilldown,
})
export type WaitingOwner = z.infer<typeof WaitingOwner>

export const waitingOwnerSorts = ['waiting', 'since', 'name'] as const

/** Who has clients that wait now; the period does not matter. */
export const listWaitingOwners = rowsOfPeriod(WaitingOwner, {
  path: '/bff/dashboards/sales/waiting-owners',
  query: listOf(waitingOwnerSorts),
  ...peopleOf('metrics.sales'),
})

/** Clients who wait now: of all, of a representative, or of some channels, groups, categories or urgencies; the period does not matter. */
export const listWaitingClients = rowsOfPeriod(WaitingClient, {
  path: '/bff/dashboards/sales/waiting-clients',
  query: listOf(waitingSorts, waitingFields),
  ...peopleOf('metrics.sales'),
})

/** A burst of received messages that counts for the response figures. */
export const Burst = z.object({
  conversationId: ConversationId,
  /** The first message of the burst, and who wrote it when. */
  messageId: MessageId,
  channel: Channel,
  title: z.string(),
  from: z.string(),
  postedAt: z.iso.datetime(),
  /** `null` without an answer within 7 days; then it took no time either. */
  answeredAt: z.iso.datetime().nullable(),
  minutes: z.int().nullable(),
  businessMinutes: z.int().nullable(),
  /** The representatives in the conversation. */
  representatives: z.array(Named(UserId)),
})
export type Burst = z.infer<typeof Burst>

export const burstSorts = ['postedAt', 'minutes', 'businessMinutes'] as const
/** The bursts of a period: all, or those of a kind, of some channels or of some groups. */
export const listBursts = rowsOfPeriod(Burst, {
  path: '/bff/dashboards/sales/bursts',
  query: listOf(burstSorts, { kind: z.enum(burstKinds).default('all'), ...scopedFields }),
  ...peopleOf('metrics.sales'),
})

/** An account on a day that is over, from its connection to its removal. */
export const AccountDay = z.object({
  accountId: AccountId,
  name: z.string(),
  address: z.string(),
  channel: Channel,
  /** Absent for an account that several share. */
  owner: Named(UserId).optional(),
  /** Of the organization's zone. */
  day: z.iso.date(),
  state: z.enum(dayStates),
  /** None if it is complete. */
  reasons: z.array(z.enum(dayReasons)),
  /** Hours to compare with the provider's list, and how many of them were not compared. */
  hoursDue: z.int(),
  hoursMissing: z.int(),
})
export type AccountDay = z.infer<typeof AccountDay>

export const accountDaySorts = ['day', 'account', 'state'] as const

/** The account days behind *Capture completeness*: all, or those of a state, of some channels or of an account. */
export const listAccountDays = rowsOfPeriod(AccountDay, {
  path: '/bff/dashboards/capture/account-days',
  query: listOf(accountDaySorts, {
    state: z.enum(dayStates).optional(),
    channel: severalOf(Channel).optional(),
    account: AccountId.optional(),
  }),
  access: 'integrations.view',
})
