import type { GapOutcome } from '@verbatim/contract/account-gaps.ts'
import type { GapKind } from '@verbatim/contract/gap-kinds.ts'
import type { AccountGapId, AccountId, GroupId, RecordId, RedriveId, UserId } from '@verbatim/contract/ids.ts'
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

export interface ChannelAccountTable extends TenantRow {
  id: AccountId
  channel: Channel
  name: string
  address: string
  owner_id: UserId | null
  status: Generated<'active' | 'inactive' | 'available' | 'not-available'>
  settings: JSONColumnType<Record<string, unknown>, string | undefined, string>
  /** Sealed by `platform/crypto.ts`. */
  secrets: Buffer | null
  /** It should receive something at least once in so many hours. */
  expected_hours: Generated<number | null>
  created_at: Generated<Date>
  version: Generated<number>
  /** Asked of the provider, and not done yet. */
  request: Generated<'connect' | 'delete' | null>
  request_attempts: Generated<number>
  request_after: Generated<Date>
  /** Why it is not connected. */
  problem: Generated<ConnectionProblem | null>
  /** Which secrets were entered; only the server reads their values. */
  secret_names: Generated<string[]>
  /** When it was connected first, since it was added or came back. When it was connected, `schema/connected.ts` says. */
  connected_at: Generated<Date | null>
  /** When it was connected before it was removed and came back, as ranges. */
  connected_before: ColumnType<string, string | undefined, string>
  removed_at: Generated<Date | null>
  /** What the provider has up to then was compared. */
  listed_until: Generated<Date | null>
  /** Where its history began when it was compared. */
  listed_from: Generated<Date | null>
  /** Null if nothing is compared. */
  list_after: Generated<Date | null>
  /** Why the provider refused the list the last time it was asked. */
  list_problem: string | null
  /** The last day on which the week before was compared again. */
  listed_on: Generated<string | null>
  list_attempts: Generated<number>
  /** Up to where what the provider has written down was looked at, whenever it was sent; in the provider's terms. */
  list_mark: Generated<string | null>
  /** Whose list it was compared with the last time, and since when that is so. */
  list_place: Generated<string | null>
  list_place_since: Generated<Date | null>
  /** Its provider lists only what is not older than so many hours; null if it lists everything. */
  list_reach_hours: Generated<number | null>
  /** The hours that were compared to their ends, as ranges; kept by triggers of `coverage_hour`. */
  compared_hours: ColumnType<string, never, never>
  /** The account through which this one's messages arrive, such as a bot's; null if they arrive by themselves. */
  source_id: Generated<AccountId | null>
  /** When it is looked at next: whether it is silent, and whether its provider still delivers. */
  check_after: Generated<Date>
  /** Of the account of a person: when its source is asked about it next. */
  standing_after: Generated<Date>
}

/** The process that holds an account's connection, and what it needs from the owner. */
interface AccountSessionTable extends TenantRow {
  account_id: AccountId
  holder: Generated<string | null>
  /** Another process may take it then. */
  held_until: Generated<Date | null>
  /** Its connection was open since it was linked last. */
  is_linked: Generated<boolean>
  /** Where the connection starts next time; the connector knows its shape. */
  cursor: ColumnType<unknown, string | null | undefined, string | null>
  /** What the owner does now. */
  step: JSONColumnType<LinkStep | null, string | null | undefined, string | null>
  /** Someone waits for a step until then. An account that is not linked is opened only meanwhile. */
  wanted_until: Generated<Date | null>
  /** Which kind of step is wanted, where a channel has several. */
  wanted_kind: Generated<LinkStep['kind'] | null>
  attempts: Generated<number>
  try_after: Generated<Date>
  /** Since then its connection is not open; null while it is. */
  ended_at: Generated<Date | null>
  /** Since when it is open; where it is not, since when it was the last time. Connections with less than a minute between them are one. */
  opened_at: Generated<Date | null>
  /** What its provider had then is captured; null before it was first noted. */
  captured_until: Generated<Date | null>
  /** When its owner's phone was noticed last. */
  phone_seen_at: Generated<Date | null>
  /** The last day without the phone that its owner was warned of; 0 if none. */
  phone_warned_on: Generated<number>
  /** How far its history has come, in percent; null if nothing of it came. */
  history_progress: Generated<number | null>
  /** When the last of it came. */
  history_at: Generated<Date | null>
  /** People stopped it: nothing more of it is kept. */
  history_stopped_at: Generated<Date | null>
}

/** From when to when an account may have missed messages, and when people were notified. */
export interface AccountGapTable extends TenantRow {
  id: AccountGapId
  account_id: AccountId
  kind: GapKind
  /** Null if Verbatim was not running. */
  problem: ConnectionProblem | null
  began_at: Date
  ended_at: Generated<Date | null>
  outcome: Generated<GapOutcome | null>
  /** What was sent before is lost, and the rest was kept by the provider. Null: all of it has the outcome. */
  lost_before: Generated<Date | null>
  /** When to look at it or to notify of it; null: never. */
  notify_at: Date | null
  /** When people were first notified that it began, and why. */
  notified_at: Generated<Date | null>
  notified_problem: Generated<ConnectionProblem | null>
  /** When they were notified that the provider soon drops what it keeps. */
  warned_at: Generated<Date | null>
  /** The last mail about it. */
  mailed_at: Generated<Date | null>
  /** The size of a damaged file with what could not be stored; null if there is none. */
  held_bytes: Generated<string | null>
}

/** A link that was mailed to the owner of an account. */
interface AccountLinkTable extends TenantRow {
  id: string
  account_id: AccountId
  token_hash: Buffer
  sent_to: string
  created_at: Date
  expires_at: Date
  used_at: Generated<Date | null>
  ended_at: Generated<Date | null>
}

/** What a connection must remember, such as the keys of a linked device. Sealed by `platform/crypto.ts`. */
interface AccountKeyTable extends TenantRow {
  /** Account, type and ID: unique in the tenant. */
  name: string
  account_id: AccountId
  sealed: Buffer
}

/** A name under which deliveries of a source mean one of its accounts, besides the account's address. */
interface AccountRouteTable extends TenantRow {
  source_id: AccountId
  route: string
  account_id: AccountId
}

/** Append-only. Whose an account was until then. */
interface AccountFormerOwnerTable extends TenantRow {
  account_id: AccountId
  /** Null if it was no one's. */
  owner_id: UserId | null
  /** Their groups at the end. */
  group_ids: GroupId[]
  until: Date
}

/** Append-only. Through which account a person received until then. */
interface AccountFormerSourceTable extends TenantRow {
  account_id: AccountId
  source_id: AccountId
  /** A `tstzmultirange`. */
  connected: string
  until: Date
}

/** What the deliveries of a source say of the account of a person, who may have none here yet. */
interface AccountStandingTable extends TenantRow {
  source_id: AccountId
  address: string
  is_connected: boolean
  /** Whether that is the link of the person, or their place in the archive of the source. */
  about: Generated<'link' | 'archive'>
  routes: string[]
  said_at: Date
  sequence: ColumnType<string, number, number>
}

/** What the provider has of an hour, and what came by its list alone. */
interface CoverageHourTable extends TenantRow {
  account_id: AccountId
  hour: Date
  listed: number
  recovered: number
  compared_at: Date
}

/** `received = accepted + duplicate + quarantined + refused`. */
interface AccountCountersTable extends TenantRow {
  account_id: AccountId
  accepted: Generated<string>
  duplicate: Generated<string>
  quarantined: Generated<string>
  refused: Generated<string>
  last_event_at: Date | null
  /** The longest time without an event, in seconds: since `learnt_from`, and in the time before. */
  quiet_now: Generated<number>
  quiet_before: Generated<number>
  learnt_from: Generated<Date | null>
  /** After so many hours without an event it is unusually silent; null until that is known. */
  usual_hours: ColumnType<number | null, never, never>
}

/** The bytes of one delivery, as received. Append-only. */
interface MessageRecordTable extends TenantRow {
  id: RecordId
  account_id: AccountId
  channel: Channel
  transport: 'webhook' | 'smtp' | 'poll' | 'list' | 'socket' | 'history'
  source_key: string
  sha256: Buffer
  received_at: Date
  content_type: string
  headers: JSONColumnType<Record<string, string>>
  remote: string | null
  bytes: Buffer
}

interface RecordBacklogTable extends TenantRow {
  record_id: RecordId
  attempts: Generated<number>
  not_before: Generated<Date>
  /** The redrive that brought it back. */
  redrive_id: Generated<RedriveId | null>
}

interface QuarantinedRecordTable extends TenantRow {
  record_id: RecordId
  account_id: AccountId
  quarantined_at: Date
  attempts: number
  reason: string
  /** The last redrive that it failed. */
  redrive_id: Generated<RedriveId | null>
}

interface RefusedDeliveryTable extends TenantRow {
  id: string
  account_id: AccountId
  at: Date
  remote: string | null
  size_bytes: string | number
  sha256: Buffer | null
  reason: string
}

/** How many deliveries an account refused in one minute for one reason; `RefusedDeliveryTable` names the first ones. */
interface RefusalCountTable extends TenantRow {
  account_id: AccountId
  minute: Date
  reason: string
  times: string | number
}

/** The tables of this file, by their SQL names. */
export interface CaptureTables {
  account_gap: AccountGapTable
  account_key: AccountKeyTable
  account_link: AccountLinkTable
  account_route: AccountRouteTable
  account_session: AccountSessionTable
  account_former_owner: AccountFormerOwnerTable
  account_former_source: AccountFormerSourceTable
  account_standing: AccountStandingTable
  account_counters: AccountCountersTable
  coverage_hour: CoverageHourTable
  channel_account: ChannelAccountTable
  message_record: MessageRecordTable
  quarantined_record: QuarantinedRecordTable
  record_backlog: RecordBacklogTable
  refusal_count: RefusalCountTable
  refused_delivery: RefusedDeliveryTable
}
