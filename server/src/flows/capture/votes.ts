/** Votes in polls arrive sealed, and are opened with their polls, whichever comes first. */
import type { AccountId, RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { findConnector } from '#channels/registry.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { type Recorded, recordMessages } from '#domains/messages/commands.ts'
import { recordEvents } from '#domains/messages/event-commands.ts'
import type { Derivation, MessageFact, ReadEvent } from '#domains/messages/facts.ts'
import type { CapturedMessage, CapturedVote } from '#kernel/captured-event.ts'
import type { TenantTx } from '#platform/db.ts'
import { storable } from '#platform/bulk.ts'
import { isLine } from '#schema/said.ts'
import { toChannelAccount } from './channel-account.ts'
import { withOwners } from './owners.ts'
import { type KeptRecord, type KeptRecordRow, parseRecord, toKeptRecord, withContentTexts } from './parse.ts'

interface Sealed {
  readonly event_key: string
  readonly vote_record: RecordId
  /** Of the poll: its own, and those of its versions. */
  readonly poll_records: readonly RecordId[]
}

interface Given {
  /** Events that have just got their messages. */
  readonly votes: readonly string[]
  /** Messages, for whose lines votes may have waited. */
  readonly arrived: readonly MessageFact[]
}

/** Records votes whose polls are there as lines of their threads, and what has waited for these lines. */
export async function recordVotes(
  tx: TenantTx,
  given: Given,
  derivation: Derivation,
  now: Date,
): Promise<Recorded & Pick<Awaited<ReturnType<typeof recordEvents>>, 'edited' | 'happened'>> {
  const lines = await openVotes(tx, given)
  const recorded = await recordMessages(tx, lines, derivation, now)
  if (lines.length === 0) return { ...recorded, edited: [], happened: [] }
  const { edited, happened } = await recordEvents(tx, { facts: [], arrived: lines }, derivation, now)
  return { ...recorded, edited, happened }
}

/** The lines of votes whose polls are there. One that is not opened stays an event, and is read again with its record. */
async function openVotes(tx: TenantTx, given: Given): Promise<MessageFact[]> {
  const sealed = await findSealed(tx, given)
  if (sealed.length === 0) return []
  const records = await findRecords(
    tx,
    sealed.flatMap((one) => [one.vote_record, ...one.poll_records]),
  )
  const accounts = await findOwners(tx, records)
  // A record may have many votes or polls, and is read once.
  const votesIn = onceEach(records, accounts, readVotes)
  const openerIn = onceEach(records, accounts, readPolls)
  const lines: ReadEvent<CapturedMessage>[] = []
  for (const { event_key: key, vote_record: id, poll_records: polls } of sealed) {
    const vote = (await votesIn(id))?.get(key)
    for (const poll of vote ? polls : []) {
      const line = vote && openerIn(poll)?.(vote.event)
      if (!line) continue
      lines.push({ ...vote, event: withContentTexts(line) })
      break
    }
  }
  return withOwners(tx, lines)
}

/** What is read in a record of these; undefined without it or its account. */
function onceEach<T>(
  records: ReadonlyMap<RecordId, KeptRecord>,
  accounts: ReadonlyMap<AccountId, Account>,
  read: (record: KeptRecord, account: Account) => T,
): (id: RecordId) => T | undefined {
  const found = new Map<RecordId, T>()
  return (id) => {
    const record = records.get(id)
    const account = record && accounts.get(record.accountId)
    if (record && account && !found.has(id)) found.set(id, read(record, account))
    return found.get(id)
  }
}

/** What opens votes in the polls of a record; undefined if its channel has no votes. */
function readPolls({ headers, contentType, bytes: body, receivedAt }: KeptRecord, account: Account) {
  const connector = findConnector(account.channel)
  return connector?.openVotes?.(
    { headers, contentType, body, receivedAt },
    toChannelAccount(account, connector),
  )
}

/** The votes in a record, by their keys. */
async function readVotes(
  record: KeptRecord,
  account: Account,
): Promise<ReadonlyMap<string, ReadEvent<CapturedVote>>> {
  const facts = await parseRecord({ find: findConnector }, record, account)
  const votes = facts.filter((fact): fact is ReadEvent<CapturedVote> => fact.event.kind === 'vote')
  return new Map(votes.map((fact) => [storable(fact.event.eventKey), fact]))
}

/** Votes that have no lines yet. */
async function findSealed(tx: TenantTx, { votes, arrived }: Given): Promise<readonly Sealed[]> {
  const keys = arrived.flatMap(({ event }) =>
    event.contentType === 'poll' ? [event.messageKey, ...(event.aliases ?? [])].map(storable) : [],
  )
  if (votes.length === 0 && keys.length === 0) return []
  const { rows } = await sql<Sealed>`
    select vote.event_key, vote.record_id as vote_record,
      array(select poll.record_id union select version.record_id from message_revision version
        where version.tenant_id = poll.tenant_id and version.message_id = poll.id) as poll_records
    from message_event vote join message poll on poll.tenant_id = vote.tenant_id and poll.id = vote.message_id
    where vote.kind = 'vote' and (vote.id = any(${votes}::uuid[]) or vote.message_id = any(array(
      select id from message where message_key = any(${keys})
      union all select message_id from message_alias where alias = any(${keys}))))
      and not exists (select from message line where line.tenant_id = vote.tenant_id and line.channel = vote.channel
        and line.message_key = vote.payload -> 'line' ->> 'messageKey' and line.record_id = vote.record_id and not ${isLine('line')})
    order by vote.at, vote.event_key`.execute(tx)
  return rows
}

async function findRecords(
  tx: TenantTx,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, KeptRecord>> {
  const { rows } = await sql<KeptRecordRow>`
    select id, account_id, channel, transport, received_at, content_type, headers, bytes from message_record
    where id = any(${[...new Set(ids)]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, toKeptRecord(row)]))
}

async function findOwners(
  tx: TenantTx,
  records: ReadonlyMap<RecordId, KeptRecord>,
): Promise<ReadonlyMap<AccountId, Account>> {
  const accounts = await findAccounts(tx, [
    ...new Set([...records.values()].map(({ accountId }) => accountId)),
  ])
  return new Map(accounts.map((account) => [account.id, account]))
}
