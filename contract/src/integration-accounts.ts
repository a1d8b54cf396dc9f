/** Accounts as administrators connect, change and remove them. Their capture is in `accounts.ts`. */
import { z } from 'zod'
import { CoverageSummary } from './account-coverage.ts'
import { accountStates } from './account-states.ts'
import { AccountStatus, accountStatuses } from './accounts.ts'
import { changeSchemaOf } from './change-schema.ts'
import { Channel, connectableChannels } from './channels.ts'
import { connectionProblems } from './connection-problems.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion } from './expected-version.ts'
import { AccountId, UserId } from './ids.ts'
import { listQuery, listSpec, page } from './list.ts'
import { LinkStep } from './link-steps.ts'
import { Named } from './named.ts'
import { text } from './text.ts'

export const integrationList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    address: { type: 'text', sort: true },
    status: { type: 'enum', values: accountStatuses, sort: true },
    /** What people see: it distinguishes accounts that wait for what is asked of their provider or owner. */
    state: { type: 'enum', values: accountStates },
    ownerId: { type: 'uuid' },
    hasSource: { type: 'enum', values: ['false', 'true'] },
    /** Distinguishes the accounts of a type with several channels. */
    channelType: { type: 'enum', values: connectableChannels },
    lastEventAt: { type: 'date', sort: true },
    created: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})

export const integrationLimits = { name: 120, address: 320 } as const

/** What is asked of the provider, and not done yet. */
const connectionRequests = ['connect', 'delete'] as const
export type ConnectionRequest = (typeof connectionRequests)[number]

/** The mail server of the installation. Its certificate is absent while none was made. */
export const MailServer = z.object({
  host: z.string(),
  port: z.int(),
  certificate: z
    .object({
      /** In PEM form. */
      text: z.string(),
      /** Of the whole certificate, as pairs of hexadecimal digits with colons. */
      sha256: z.string(),
      validTo: z.iso.datetime(),
    })
    .optional(),
})
export type MailServer = z.infer<typeof MailServer>

export const IntegrationAccount = z.object({
  id: AccountId,
  channel: Channel,
  name: z.string(),
  /** Its number or address at the provider. */
  address: z.string(),
  owner: Named(UserId).nullable(),
  /** The account through which its messages arrive, such as a bot's. */
  source: Named(AccountId).optional(),
  status: AccountStatus,
  /** Why it is not connected; absent while nothing is wrong. */
  problem: z.enum(connectionProblems).optional(),
  /** Asked for and not done yet. */
  request: z.enum(connectionRequests).optional(),
  /** What its owner does now, so that it is linked: on its own page, for those who may change it. */
  step: LinkStep.optional(),
  /** Where its provider calls us, if people enter that there: on its own page. */
  callbackUrl: z.url().optional(),
  /** Where mail to its address is sent: on its own page, if it receives mail. */
  mailServer: MailServer.optional(),
  /** What was entered, without secrets. */
  details: z.record(z.string(), z.unknown()),
  /** Once it was connected: another address is another account. */
  isAddressFixed: z.boolean(),
  /** The names of the secrets that are set. */
  secrets: z.array(z.string()),
  /** Present if its owner links it: the address that the newest link was mailed to, and when. */
  ownerLink: z.object({ sentTo: z.string(), sentAt: z.iso.datetime() }).partial().optional(),
  lastEventAt: z.iso.datetime().nullable(),
  /** In lists; absent until a day after the first connection is over. */
  coverage: CoverageSummary.optional(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type IntegrationAccount = z.infer<typeof IntegrationAccount>

export const IntegrationDraft = z.strictObject({
  /** One of its type; that of the type's name if absent. */
  channel: z.enum(connectableChannels).optional(),
  name: text({ max: integrationLimits.name, min: 1 }),
  /** Its number or address; left out where Verbatim gives it one. */
  address: text({ max: integrationLimits.address }).optional(),
  /** The person whose account it is; null if it belongs to several. */
  ownerId: UserId.nullable().optional(),
  /** The account through which the messages of this person's account arrive; only for channels with such sources. */
  sourceId: AccountId.optional(),
  /** By the fields of its channel. */
  details: z.record(z.string(), z.unknown()).default({}),
})
export type IntegrationDraft = z.infer<typeof IntegrationDraft>

const IntegrationChange = changeSchemaOf(IntegrationDraft.omit({ channel: true, sourceId: true })).extend(
  expectedVersion,
)
export type IntegrationChange = z.infer<typeof IntegrationChange>

export const integrationAccountsPath = '/external-accounts/api/v1/:type/accounts'
const path = integrationAccountsPath
/** `whatsapp` means both kinds of WhatsApp: see `channelsOfType`. */
export const TypeParams = z.object({ type: z.enum(connectableChannels) })
export const AccountParams = TypeParams.extend({ id: AccountId })

/** The accounts of a type, without removed ones. */
export const listIntegrationAccounts = endpoint({
  method: 'GET',
  path,
  params: TypeParams,
  query: listQuery(integrationList),
  viewed: { as: 'integrations', spec: integrationList },
  response: page(IntegrationAccount),
  access: 'integrations.view',
  failures: ['identity.hidden'],
})

export const getIntegrationAccount = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  params: AccountParams,
  response: IntegrationAccount,
  access: 'integrations.view',
  failures: ['account.not-found'],
})

const refusals = [
  'account.bad-phone',
  'account.bad-address',
  'account.address-taken',
  'account.unknown-owner',
  'account.secret-required',
  'account.bad-pattern',
  'messenger.own-reach',
] as const

/** The account is connected later; its status says how that went. */
export const createIntegrationAccount = endpoint({
  method: 'POST',
  path,
  params: TypeParams,
  body: IntegrationDraft,
  response: IntegrationAccount,
  access: 'integrations.manage',
  failures: [
    ...refusals,
    'account.beyond-scope',
    'account.no-provider',
    'account.other-type',
    'account.unknown-source',
  ],
})

/** An absent field stays as it is. A change of what the provider must know connects the account again. */
export const updateIntegrationAccount = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  params: AccountParams,
  body: IntegrationChange,
  response: IntegrationAccount,
  access: 'integrations.manage',
  failures: [
    'account.not-found',
    'account.changed',
    'account.address-fixed',
    'account.being-removed',
    'account.leaves-policies',
    'account.unseen-conversations',
    ...refusals,
  ],
})

/** The accounts of one channel, without removed ones, by state. */
export const ChannelCounts = z.object({
  channel: z.enum(connectableChannels),
  connected: z.int(),
  /** For a first delivery, a provider's answer or an owner. */
  waiting: z.int(),
  notConnected: z.int(),
  /**
   * Present if its providers list earlier messages or hand them over, which are kept from this day on; without a day, from the one on
   * which an account is added.
   */
  history: z.object({ from: z.iso.date().optional() }).optional(),
})
export type ChannelCounts = z.infer<typeof ChannelCounts>

/** Every channel that can be connected, also those without an account. */
export const countIntegrationAccounts = endpoint({
  method: 'GET',
  path: '/bff/api/v1/integrations',
  response: z.object({ items: z.array(ChannelCounts) }),
  access: 'integrations.view',
})

const OfVersion = z.strictObject(expectedVersion).optional()

/** Capture ends at once. What was set up at the provider is undone afterwards, and the account is removed. Its messages stay. */
export const requestAccountDeletion = endpoint({
  method: 'POST',
  path: `${path}/:id/request-delete`,
  params: AccountParams,
  body: OfVersion,
  response: IntegrationAccount,
  access: 'integrations.manage',
  failures: ['account.not-found', 'account.changed', 'account.has-people'],
})

/** An owner who has to link the account again is mailed a new link, as by `sendAccountLink`. */
export const requestAccountReconnection = endpoint({
  method: 'POST',
  path: `${path}/:id/request-reconnect`,
  params: AccountParams,
  body: OfVersion,
  response: IntegrationAccount,
  access: 'integrations.manage',
  failures: ['account.not-found', 'account.changed', 'account.being-removed', 'account.connects-itself'],
})

/** What a removal takes along, in numbers, for the question before it. */
export const AccountRemoval = z.object({
  /** What stays on record of it, within the caller's access. */
  messages: z.int(),
  conversations: z.int(),
  /** Interruptions that are not over: they end, and no one is notified of them again. */
  openGaps: z.int(),
  /** The text to show if it cannot be removed. */
  refusal: z.string().optional(),
})
export type AccountRemoval = z.infer<typeof AccountRemoval>

export const getAccountRemoval = endpoint({
  method: 'GET',
  path: `${path}/:id/removal`,
  params: AccountParams,
  response: AccountRemoval,
  access: 'integrations.manage',
  failures: ['account.not-found'],
})
