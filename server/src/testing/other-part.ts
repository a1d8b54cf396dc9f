/** What others say in a part of an organization that a reader may not see, and what reviewers do with it. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { AccountId, type GroupId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { expect } from 'vitest'
import { createAccounts } from '#domains/accounts/commands.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import { sendNotifications } from '#flows/notify/send-notifications.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { insertGap, insertQuarantined } from './capture-days.ts'
import { type Caller, done } from './caller.ts'
import { insertThemes } from './themes.ts'
import type { World, WorldTenant } from './world.ts'

/** In everything that is said or made there in a round. */
export const secretOf = (round: number) => `secretelsewhere${round}`

/** A representative of a group, with an account of a channel. */
export interface Part {
  readonly channel: Channel
  readonly accountId: AccountId
  readonly ours: string
}

/** Makes a part without messages: its people and its account are known to all who keep directories. */
export async function makePart(
  { ctx }: World,
  tenant: WorldTenant,
  { channel, group, ours }: { readonly channel: Channel; readonly group: GroupId; readonly ours: string },
): Promise<Part> {
  const [accountId, ownerId] = [AccountId.parse(newId(ctx.now())), UserId.parse(newId(ctx.now()))]
  await inTenant(ctx.db, tenant.id, async (tx) => {
    const person = { firstName: 'Paul', lastName: 'Part', role: 'none', messengerRole: 'user' } as const
    const email = `${accountId}@${tenant.label}.example`
    const owner = { ...person, id: ownerId, email, addresses: [ours], groupIds: [group] }
    await createUsers(tx, byVerbatim, [owner], ctx.now())
    await createAccounts(tx, [{ id: accountId, channel, name: 'Desk of a part', address: ours, ownerId }])
  })
  return { channel, accountId, ours }
}

/** What a client and a representative said, by hours before now. */
const said: readonly (readonly [hoursAgo: number, by: 'client' | 'us', text: string])[] = [
  [700, 'client', 'Hello, is my pension transferred?'],
  [699, 'us', 'Yes, it is.'],
  [100, 'client', 'Keep this off the record.'],
  [99, 'us', 'I’ll send you the report tomorrow.'],
  [98, 'us', 'Let’s go on by Signal, my private number is +44 7700 900123.'],
  [75, 'client', 'This is a complaint! When will you call me back? It is urgent.'],
]

interface Talk {
  /** What is said in another one is other messages. */
  readonly round: number
  readonly reviewer: Caller
}

/** Who also writes in the part that is seen (`furnish.ts`). */
const client = '+15550103333'

/** Says what every figure and list counts, to a client whom all know and to a stranger, and lets reviewers work on it. */
export async function talkIn(
  world: World,
  tenant: WorldTenant,
  part: Part,
  { round, reviewer }: Talk,
): Promise<void> {
  const { ctx } = world
  const secret = secretOf(round)
  const from = (hours: number) => new Date(ctx.now().getTime() - hours * hourMs)
  for (const theirs of [client, `+1555010399${round}`]) {
    const events = said.map(([hours, by, text], at) =>
      messageOf(part, theirs, { key: `${round}-${at}`, secret, by, text, sentAt: from(hours) }),
    )
    const [first] = events
    const targetKey = first?.kind === 'message' ? first.messageKey : ''
    const about = { channel: part.channel, targetKey, at: from(90) }
    const arrivals = [
      ...events,
      { ...about, kind: 'edit', eventKey: `${targetKey} edited`, body: `Hello, edited ${secret}` } as const,
    ].map((event) => arrivalOf(tenant, part, event))
    await keepArrivals(ctx.db, tenant.id, arrivals, ctx.now())
  }
  await world.settle()
  // Also where one has just mailed about the round before.
  await inTenant(ctx.db, tenant.id, (tx) =>
    tx.updateTable('notification').set({ held_until: null }).execute(),
  )
  while ((await sendNotifications(ctx, tenant.id)) > 0);
  await review(reviewer, secret)
  await inTenant(ctx.db, tenant.id, async (tx) => {
    const messages = await tx
      .selectFrom('message')
      .where('account_id', '=', part.accountId)
      .select('id')
      .execute()
    const messageIds = messages.map(({ id }) => MessageId.parse(id))
    await insertThemes(tx, [{ name: `Theme ${round} of ${part.ours} ${secret}`, messageIds }], ctx.now())
    await insertQuarantined(tx, part.accountId, from(30))
    await insertGap(tx, { id: part.accountId, from: from(60), until: from(50), outcome: 'lost' })
  })
}

interface Line {
  readonly key: string
  readonly secret: string
  readonly by: 'client' | 'us'
  readonly text: string
  readonly sentAt: Date
}

function messageOf(
  { channel, ours }: Part,
  theirs: string,
  { key, secret, by, text, sentAt }: Line,
): CapturedEvent {
  const them = { kind: 'phone', value: theirs } as const
  const us = { kind: 'phone', value: ours } as const
  return {
    kind: 'message',
    channel,
    messageKey: `SM${ours}${theirs}${key}`,
    conversationKey: `${ours}|${theirs}`,
    conversationType: 'direct',
    direction: by === 'client' ? 'inbound' : 'outbound',
    author: by === 'client' ? them : us,
    authorName: `Name ${secret}`,
    participants: [them, us].map((identity) => ({ identity, role: 'member' })),
    sentAt,
    body: `${text} ${secret}`,
    format: 'plain',
    contentType: 'text',
    attachments: key.endsWith('-0')
      ? [{ ordinal: 0, name: `${secret}.txt`, bytes: Buffer.from(`Notes ${secret}`) }]
      : [],
  }
}

function arrivalOf(tenant: WorldTenant, { channel, accountId }: Part, event: CapturedEvent) {
  const key = event.kind === 'message' ? event.messageKey : 'eventKey' in event ? event.eventKey : ''
  const at = event.kind === 'message' ? event.sentAt : 'at' in event ? event.at : undefined
  return {
    tenantId: tenant.id,
    accountId,
    channel,
    transport: 'history' as const,
    sourceKey: key,
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    bytes: writeNormalised([event]),
    receivedAt: at ?? new Date(0),
  }
}

/** A colleague who sees everything decides about the events, with a comment and a file. */
async function review(reviewer: Caller, secret: string): Promise<void> {
  const { items } = await done(reviewer.call('GET', '/bff/api/v1/cognitive-events?limit=1000'))
  const raised = items.filter(
    ({ status, preview }: { status: string; preview: string }) =>
      status === 'new' && preview.includes(secret),
  )
  expect(raised.length).toBeGreaterThan(0)
  for (const { id } of raised) {
    const file = Buffer.from(`File ${secret}`)
    const headers = { 'content-type': 'application/octet-stream' }
    const added = await done(
      reviewer.call('POST', `/bff/events/${id}/files?name=${secret}.txt`, file, headers),
    )
    const comment = { eventId: id, comment: `Comment ${secret}`, fileIds: [added.id] }
    await done(reviewer.call('POST', '/bff/events/comments', comment))
    const change = { status: 'resolved', disposition: 'non_compliant', comment: `Decided ${secret}` }
    await done(reviewer.call('PUT', `/bff/api/v1/cognitive-events/${id}/status`, change))
  }
}
