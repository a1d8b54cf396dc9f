import { z } from 'zod'
import { CoverageSummary } from './account-coverage.ts'
import { AccountGap } from './account-gaps.ts'
import { Canary } from './canaries.ts'
import { Channel, channels } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { AccountId, RecordId, UserId, uuid } from './ids.ts'
import { listQuery, page, listSpec } from './list.ts'
import { Redrive } from './redrive.ts'
import { wholeNumber } from './whole-number.ts'

/** Whether an account captures. Source: docs/rules/channels.md. */
export const accountStatuses = ['active', 'inactive', 'available', 'not-available'] as const

export const accountList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    channelType: { type: 'enum', values: channels, sort: true },
    status: { type: 'enum', values: accountStatuses, sort: true },
    ownerId: { type: 'uuid' },
    lastEventAt: { type: 'date', sort: true },
    received: { type: 'number', sort: true },
    quarantined: { type: 'number', sort: true },
    refused: { type: 'number', sort: true },
    isSilent: { type: 'enum', values: ['false', 'true'] },
  },
  defaultSort: 'name',
  search: ['name'],
})

/** From an hour to a year. */
export const expectedHoursLimits = { from: 1, to: 8760 } as const

export const AccountStatus = z.enum(accountStatuses)
export type AccountStatus = z.infer<typeof AccountStatus>

export const accountStatusNames: Record<AccountStatus, string> = {
  active: 'Connected',
  inactive: 'Inactive',
  available: 'Available',
  'not-available': 'Not available',
}

/** The kind of address of an account, on each channel. */
export const accountAddressNames: Record<Channel, string> = {
  imessage: 'Number or address',
  proofpoint: 'Delivers to',
  signal: 'Number',
  sms: 'Number',
  telegram: 'Telegram account',
  wecom: 'WeCom account',
  whatsapp: 'Number',
  whatsappnative: 'Number',
}

/** A connected account and the state of its capture: `received = accepted + duplicate + quarantined + refused`. */
export const AccountHealth = z.object({
  id: AccountId,
  channel: Channel,
  name: z.string(),
  /** Its own number or address. */
  address: z.string(),
  owner: z.object({ id: UserId, name: z.string() }).nullable(),
  status: AccountStatus,
  received: z.int(),
  accepted: z.int(),
  duplicate: z.int(),
  quarantined: z.int(),
  refused: z.int(),
  /** Records that are stored, but not ingested yet. */
  waiting: z.int(),
  /** Attachments of its messages that are not examined, because their bytes are not available. */
  absentFiles: z.int(),
  lastEventAt: z.iso.datetime().nullable(),
  /** In lists; absent until a day after the first connection is over. */
  coverage: CoverageSummary.optional(),
  /** It should receive something at least once in so many hours; null if nothing is expected. */
  expectedHours: z.int().nullable(),
  /** After so many hours it is unusually silent, if nothing else is expected; null until that is learnt. */
  usualHours: z.int().nullable(),
  /** It has received nothing for longer than expected, or than usual. */
  isSilent: z.boolean(),
  /** The address the provider delivers to; absent for mail, which goes to `address`. */
  webhookUrl: z.string().nullable(),
  /** Verbatim fetches its messages, although the provider could deliver them. */
  isFetched: z.boolean(),
})
export type AccountHealth = z.infer<typeof AccountHealth>

/** Capture health: every account of the organization. */
export const listChannelAccounts = endpoint({
  method: 'GET',
  path: '/bff/api/v1/accounts',
  query: listQuery(accountList),
  viewed: { as: 'accounts', spec: accountList },
  response: page(AccountHealth),
  access: 'integrations.view',
  failures: ['identity.hidden'],
})

/** A record that could not be read, stored with its bytes. */
export const QuarantinedRecord = z.object({
  recordId: RecordId,
  quarantinedAt: z.iso.datetime(),
  receivedAt: z.iso.datetime(),
  attempts: z.int(),
  reason: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
})
export type QuarantinedRecord = z.infer<typeof QuarantinedRecord>

/** A refused delivery: counted, and listed if it was among the first of its minute. Its bytes are not kept. */
export const RefusedDelivery = z.object({
  id: uuid(),
  at: z.iso.datetime(),
  remote: z.string().nullable(),
  reason: z.string(),
  sizeBytes: z.int(),
  /** How many were refused for this reason in this minute. */
  timesInMinute: z.int(),
})
export type RefusedDelivery = z.infer<typeof RefusedDelivery>

export const getChannelAccount = endpoint({
  method: 'GET',
  path: '/bff/api/v1/accounts/:id',
  params: z.object({ id: AccountId }),
  /** At most the newest hundred of each, `shownGaps` and `shownRedrives`. */
  response: AccountHealth.extend({
    gaps: z.array(AccountGap),
    /** Verbatim holds the connection: what the provider had then is captured. */
    capturedUntil: z.iso.datetime().optional(),
    /** Present if the owner's phone has been away for long: the provider then ends the link. */
    absentPhone: z.object({ seenAt: z.iso.datetime(), endsAt: z.iso.datetime() }).optional(),
    canary: Canary,
    redrives: z.array(Redrive),
    quarantinedRecords: z.array(QuarantinedRecord),
    refusedDeliveries: z.array(RefusedDelivery),
  }),
  access: 'integrations.view',
  failures: ['account.not-found'],
})

/** What is expected of an account. */
export const updateChannelAccount = endpoint({
  method: 'PUT',
  path: '/bff/api/v1/accounts/:id',
  params: z.object({ id: AccountId }),
  body: z.strictObject({ expectedHours: wholeNumber({ ...expectedHoursLimits, unit: 'hours' }).nullable() }),
  response: z.object({ id: AccountId, expectedHours: z.int().nullable() }),
  access: 'integrations.manage',
  failures: ['account.not-found'],
})
