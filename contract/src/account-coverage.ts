/** Whether everything that was sent is here, for each account and day of UTC. Source: docs/rules/channels.md. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ExportRequest, ExportStarted } from './export-request.ts'
import { AccountId } from './ids.ts'
import { keysOf } from './keys-of.ts'
import { day } from './day.ts'

export const coverageLimits = { days: 30 } as const

/** `unknown`: nothing is known to be missing, and no list says that nothing is. */
export const dayStates = ['complete', 'incomplete', 'unknown'] as const
export type DayState = (typeof dayStates)[number]

export const dayStateNames: Readonly<Record<DayState, string>> = {
  complete: 'Complete',
  incomplete: 'Incomplete',
  unknown: 'Can’t be known',
}

/** Why a day is incomplete, and then why it can’t be known. */
export const dayReasonTexts = {
  hours: 'hours not compared with the provider’s list',
  quarantined: 'records in quarantine',
  'source-quarantined':
    'records in quarantine of the account that it receives through, which may have messages of this one',
  files: 'files that could not be fetched',
  undecrypted: 'messages that could not be decrypted',
  'source-undecrypted':
    'messages that could not be decrypted, of the account that it receives through, which may be of this one',
  lost: 'messages lost in a gap',
  'source-lost': 'messages lost in a gap of the account that it receives through',
  disconnected: 'disconnected, and it is not known what was sent meanwhile',
  'source-disconnected':
    'the account that it receives through was disconnected, and it is not known what was sent meanwhile',
  behind: 'capture was behind, and it is not known whether everything was captured',
  'source-behind':
    'capture of the account that it receives through was behind, and it is not known whether everything was captured',
  'no-list': 'the provider has no list to compare with',
  'owner-excludes': 'the owner may exclude chats, and the provider does not say which',
  'not-compared':
    'not compared with the provider’s list, which begins once the account is reconnected under Accounts',
  'list-ended': 'not compared in time, and the provider’s list goes back only a few days',
  'before-history': 'before the history that is compared with the provider’s list',
}
export const dayReasons = keysOf(dayReasonTexts)
export type DayReason = (typeof dayReasons)[number]

/** `received = accepted + duplicate + quarantined + refused`. */
export const CoveredDay = z.object({
  day: z.iso.date(),
  state: z.enum(dayStates),
  /** None if it is complete. */
  reasons: z.array(z.enum(dayReasons)),
  received: z.int(),
  accepted: z.int(),
  /** Null for days on which an earlier release counted none. */
  duplicate: z.int().nullable(),
  quarantined: z.int(),
  refused: z.int(),
  /** Attachments of its messages that will never be fetched. */
  lostFiles: z.int(),
  /** Its hours that are over and since the history begins. */
  hoursDue: z.int(),
  /** Those of them that were not listed to their ends: 0 is the one from midnight. */
  hoursMissing: z.array(z.int()),
  /** The messages that the provider has. */
  listed: z.int(),
  /** Those of them that no delivery had brought, fetched from the list. */
  recovered: z.int(),
  /** Messages of ours that its list lacks, and that it does not have under their IDs either. */
  gone: z.int(),
  /** Messages of ours that its list lacks, and that it is still to be asked about under their IDs. */
  unasked: z.int(),
})
export type CoveredDay = z.infer<typeof CoveredDay>

/** What is known of an account's last days that are over, in a list of accounts. */
export const CoverageSummary = z.object({
  /** The last of them. */
  day: z.iso.date(),
  state: z.enum(dayStates),
  /** How many of `days` are complete. */
  complete: z.int(),
  /** At most `coverageLimits.days`; less of an account that was connected later. */
  days: z.int(),
})
export type CoverageSummary = z.infer<typeof CoverageSummary>

/** The history that a provider hands over once after an account was linked. */
export const LinkedHistory = z.object({
  /** In percent. */
  progress: z.int(),
  /** When the last of it came. */
  at: z.iso.datetime(),
  state: z.enum(['importing', 'done', 'stopped']),
})
export type LinkedHistory = z.infer<typeof LinkedHistory>

/** Whether everything that the provider has is here; newest day first, at most `coverageLimits.days` up to today or `until`. */
export const getAccountCoverage = endpoint({
  method: 'GET',
  path: '/bff/api/v1/accounts/:id/coverage',
  params: z.object({ id: AccountId }),
  query: z.strictObject({ until: day().optional() }),
  response: z.object({
    /** False: the channel has no list to compare with. */
    isListed: z.boolean(),
    /** Its owner may exclude chats, of which nothing is known. */
    mayExclude: z.boolean().optional(),
    /** False: its list is not compared before Verbatim has connected the account. */
    isCompared: z.boolean(),
    comparedUntil: z.iso.datetime().nullable(),
    /** When its history begins. */
    since: z.iso.datetime(),
    /** The history is still being compared, oldest first: how far that has come. Absent once it is done or was stopped. */
    history: z.object({ from: z.iso.datetime(), until: z.iso.datetime(), to: z.iso.datetime() }).optional(),
    /** Present once some of it came. */
    linkedHistory: LinkedHistory.optional(),
    days: z.array(CoveredDay),
  }),
  access: 'integrations.view',
  failures: ['account.not-found'],
})

/** What to do with the comparison of an account's history. */
export const historyActions = ['stop', 'restart'] as const

/**
 * `stop`: only the week before and what is new is compared from now on; other days stay as they are. `restart`: from the beginning. Of a
 * history that is handed over once, `stop` keeps nothing more, and `restart` what still comes.
 */
export const changeAccountHistory = endpoint({
  method: 'POST',
  path: '/bff/api/v1/accounts/:id/history',
  params: z.object({ id: AccountId }),
  body: z.strictObject({ action: z.enum(historyActions) }),
  response: z.object({ action: z.enum(historyActions) }),
  access: 'integrations.manage',
  failures: ['account.not-found', 'account.not-compared'],
})

/** Every day of one account or of all, and each thing that is missing, by its ID and with its reason. */
export const exportCoverage = endpoint({
  method: 'POST',
  path: '/bff/api/v1/coverage/export',
  query: z.strictObject({
    accountId: AccountId.optional(),
    /** The first and the last day; by default the whole history. */
    from: day().optional(),
    until: day().optional(),
  }),
  body: ExportRequest,
  response: ExportStarted,
  access: 'integrations.view',
  failures: ['account.not-found', 'export.too-many'],
})
