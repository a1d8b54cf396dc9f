/** Votes in polls arrive sealed, and are opened with their polls, whichever comes first. */
import type { AccountId, RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { findConnector } from '#channels/registry.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import type { Fact, MessageFact } from '#domains/messages/facts.ts'
import type { CapturedVote } from '#kernel/captured-event.ts'
import type { TenantTx } from '#platform/db.ts'
import { storable } from '#platform/bulk.ts'
import { toChannelAccount } from './channel-account.ts'
import { type KeptRecord, type KeptRecordRow, parseRecord, toKeptRecord } from './parse.ts'

interface Sealed {
  readonly event_key: string
  readonly vote_record: RecordId
  /** Of the poll: its own, and those of its versions. */
  readonly poll_records: readonly RecordId[]
}

/**
 * The lines of votes whose polls are there. One that is not opened stays an event, and is read again with its record.
 * @param given `votes`: events that have just got their messages; `arrived`: messages, for whose lines votes may have waited.
 */
export async function openVotes(
  tx: TenantTx,
  given: { readonly votes: readonly string[]; readonly arrived: readonly MessageFact[] },
): Promise<MessageFact[]> {
  const sealed = await findSealed(tx, given)
  if (sealed.length === 0) return []
  const records = await findRecords(
    tx,
    sealed.flatMap((one) => [one.vote_record, ...one.poll_records]),
  )
  const accounts = await findOwners(tx, records)
  const lines: MessageFact[] = []
  for (const { event_key: key, vote_record: id, poll_records: polls } of sealed) {
    const record = records.get(id)
    const account = record && accounts.get(record.accountId)
    const vote = record && account && (await findVote(record, account, key))
    for (const poll of polls.flatMap((one) => records.get(one) ?? [])) {
      const line = vote && account && lineOf(vote.event, poll, account)
      if (!line) continue
      lines.push({ ...vote, event: line })
      break
    }
  }
  return lines
}

function lineOf(vote: CapturedVote, poll: KeptRecord, account: Account) {
  const connector = findConnector(account.channel)
  if (!connector?.openVote) return undefined
  const delivery = {
    headers: poll.headers,
    contentType: poll.contentType,
    body: poll.bytes,
    receivedAt: poll.receivedAt,
  }
  return connector.openVote(vote, delivery, toChannelAccount(account, connector))
}

async function findVote(
  record: KeptRecord,
  account: Account,
  key: string,
): Promise<Fact<CapturedVote> | undefined> {
  const facts = await parseRecord({ find: findConnector }, record, account)
  return facts.find(
    (fact): fact is Fact<CapturedVote> => fact.event.kind === 'vote' && storable(fact.event.eventKey) === key,
  )
}

async function findSealed(
  tx: TenantTx,
  { votes, arrived }: Parameters<typeof openVotes>[1],
): Promise<readonly Sealed[]> {
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
