import type { AccountId } from '@verbatim/contract/ids.ts'
import { sharedScenarios } from '@verbatim/reference/shared-data.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { allCells } from '#testing/fidelity/all.ts'
import { type ChannelCells, type Given, json } from '#testing/fidelity/cells.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import { vectorDelivery } from '#testing/fidelity/vectors.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

/*
 * The scenarios of the reference: sequences of its vectors, and what they leave. Each is fed in order, in order twice, and in
 * reverse, and leaves the same.
 */

interface Scenario {
  readonly id: string
  readonly steps?: readonly string[]
  readonly inlineStatuses?: readonly string[]
  readonly inlineOriginal?: {
    readonly chat: string
    readonly author: string
    readonly id: string
    readonly body: string
  }
  readonly inlineEdit?: { readonly editAuthor: string; readonly originalId: string }
  readonly expected: Readonly<Record<string, unknown>>
}

const scenarios = sharedScenarios<Scenario>('normalized.json')

let world: World
useTestWorld((opened) => {
  world = opened
})

const channelOf = (id: string) => {
  const [first] = id.split('-')
  const named: Record<string, string> = { twilio: 'sms', journal: 'proofpoint', whatsapp: 'whatsappnative' }
  return allCells.find(({ channel }) => channel === (named[first ?? ''] ?? first))!
}

function deliveriesOf({ id, steps = [], inlineStatuses, inlineOriginal, inlineEdit }: Scenario): Given[] {
  if (inlineStatuses) return statusesOf(id, inlineStatuses)
  if (inlineOriginal && inlineEdit) {
    const { chat, author, id: own, body } = inlineOriginal
    const inGroup = (participant: string, message: object, as: string) =>
      json({
        event: 'messages.upsert',
        data: arrived(webMessage({ from: chat, id: as, key: { participant }, message, at: 1_772_442_000 })),
      })
    const editedMessage = { conversation: 'forged' }
    const key = { id: inlineEdit.originalId, fromMe: false, participant: jidOf(author) }
    const change = { type: 14, key, editedMessage }
    return [
      inGroup(jidOf(author), { conversation: body }, own),
      inGroup(jidOf(inlineEdit.editAuthor), { protocolMessage: change }, 'FOREIGN1'),
    ]
  }
  return steps.map((step) => {
    const [channel = '', vectorId = ''] = step.split('/')
    return vectorDelivery(`${channel}.json`, vectorId)
  })
}

const jidOf = (author: string) => `${author.replace('p:', '')}@s.whatsapp.net`

const sidOf = (id: string) => `SM${Buffer.from(id).toString('hex').slice(-32)}`

/** A message that was sent, and its reported states. */
function statusesOf(id: string, statuses: readonly string[]): Given[] {
  const sent = {
    MessageSid: sidOf(id),
    From: '+14155550142',
    To: '+351912000111',
  }
  const form = (fields: Record<string, string>) => ({
    contentType: 'application/x-www-form-urlencoded',
    body: Buffer.from(new URLSearchParams({ ...sent, ...fields }).toString()),
  })
  return [
    form({ Body: 'Our offer stands', NumMedia: '0' }),
    ...statuses.map((MessageStatus) => form({ MessageStatus })),
  ]
}

/** An organization that is fed all scenarios in one way. */
interface Feeding {
  readonly tenant: WorldTenant
  readonly accountOf: ReadonlyMap<ChannelCells, AccountId>
  readonly queues: readonly { readonly scenario: Scenario; readonly left: readonly Given[] }[]
  /** How many deliveries were repetitions, by scenario. */
  readonly duplicates: Map<string, number>
  /** What waited for its message after the first delivery. */
  readonly pending: Map<string, number>
}

type Order = (given: Given[]) => Given[]

async function prepare(label: string, order: Order): Promise<Feeding> {
  const tenant = await world.makeTenant(label)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .updateTable('organization')
      .set({ mail_domains: ['contoso.com'] })
      .execute(),
  )
  const accountOf = new Map<ChannelCells, AccountId>()
  for (const cells of new Set(scenarios.map(({ id }) => channelOf(id)))) {
    const address = cells.address.replace('@', `-${label}@`)
    accountOf.set(cells, await addFidelityAccount(world, tenant, { ...cells, address }))
  }
  const queues = scenarios.map((scenario) => ({ scenario, left: order(deliveriesOf(scenario)) }))
  return { tenant, accountOf, queues, duplicates: new Map(), pending: new Map() }
}

/** Every scenario in every order, delivery by delivery: what arrived before is ingested before the next one. */
async function feedAll(all: readonly Feeding[]): Promise<void> {
  const longest = Math.max(...all.flatMap(({ queues }) => queues.map(({ left }) => left.length)))
  for (let step = 0; step < longest; step += 1) {
    for (const { tenant, accountOf, queues, duplicates } of all)
      for (const { scenario, left } of queues) {
        const cells = channelOf(scenario.id)
        const place = { channel: cells.channel, accountId: accountOf.get(cells)! }
        const kept = await keepDeliveries(world, tenant, place, left.slice(step, step + 1))
        const repeated = kept.filter(({ duplicate }) => duplicate).length
        duplicates.set(scenario.id, (duplicates.get(scenario.id) ?? 0) + repeated)
      }
    await world.settle()
    if (step > 0) continue
    for (const { tenant, accountOf, queues, pending } of all)
      for (const { scenario } of queues) {
        const { events } = await readState(tenant, accountOf.get(channelOf(scenario.id))!)
        pending.set(scenario.id, events.filter(({ found }) => !found).length)
      }
  }
}

interface MessageState {
  readonly key: string
  readonly body: string | null
  readonly versions: readonly string[]
  readonly deletion: { readonly scope: string; readonly actor?: string } | null
  readonly state: string | null
  readonly direction: string
  readonly flags: readonly string[]
  readonly recipients: readonly string[]
}
interface EventState {
  readonly kind: string
  readonly target: string
  readonly found: boolean
  readonly payload: Readonly<Record<string, unknown>>
}
interface State {
  readonly messages: readonly MessageState[]
  readonly events: readonly EventState[]
  readonly records: number
}

const readState = (tenant: WorldTenant, accountId: AccountId): Promise<State> =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows: messages } = await sql<MessageState>`
      select message_key as key, body, deletion, delivery_state as state, direction, flags,
        array(select one -> 'identity' ->> 'value' from jsonb_array_elements(recipients) one
          where one ->> 'role' = 'recipient') as recipients,
        array(select version.body from message_revision version where version.message_id = message.id
          order by version.revision) as versions
      from message where account_id = ${accountId} order by message_key`.execute(tx)
    const { rows: events } = await sql<EventState>`
      select kind, target_key as target, message_id is not null as found, payload
      from message_event where account_id = ${accountId} order by at, event_key`.execute(tx)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from message_record where account_id = ${accountId}`.execute(tx)
    return { messages, events, records: rows[0]?.n ?? 0 }
  })

/** A message has rows for its versions only once it has several. */
const versionsOf = ({ versions, body }: MessageState) => (versions.length > 0 ? versions : [body])
const scopeOf = ({ deletion }: MessageState) => deletion?.scope
/** Where the reference does not say how far a deletion goes, ours may. */
const stated = (expected: object, found: object) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => name in expected))

/** What a scenario left, under the names of the reference. */
const readings: Readonly<Record<string, (state: State, scenario: Scenario) => Record<string, unknown>>> = {
  'telegram-edit-then-delete': ({ messages, events }, { expected }) => ({
    messages: Object.fromEntries(
      messages.map((one) => {
        const found = {
          versions: versionsOf(one),
          deleted: one.deletion !== null,
          deletedScope: scopeOf(one),
          body: one.body,
        }
        const wanted = (expected['messages'] as Record<string, object>)[one.key] ?? {}
        return [one.key, stated(wanted, found)]
      }),
    ),
    eventCount: messages.length + events.length,
  }),
  'signal-edit-before-original': ({ messages: [only, ...others] }, { expected }) => ({
    messageKeySuffix: only?.key.slice(-String(expected['messageKeySuffix']).length),
    versions: only && versionsOf(only),
    body: only?.body,
    deleted: only?.deletion !== null && others.length === 0,
    deletedScope: only && scopeOf(only),
  }),
  'twilio-status-out-of-order': finalState,
  'twilio-late-delivered-after-undelivered': finalState,
  // The report of the last one names another subject than its mail. Anyone can write a report, so that is shown as a mail of its own.
  'journal-five-reports-one-message': ({ messages, records }) => ({
    messages: messages.filter(({ flags }) => !flags.includes('reusedId')).length,
    rawObjects: records,
    direction: messages[0]?.direction,
    recipientAddresses: [...new Set(messages.flatMap(({ recipients }) => recipients))].toSorted(),
  }),
  'whatsapp-native-foreign-edit': ({ messages }) => {
    const [original, attempt] = [messages.find(({ body }) => body === 'hello'), messages.at(-1)]
    return {
      versions: original && versionsOf(original).length,
      suspicious: attempt?.flags.includes('foreignChange'),
    }
  },
  'imessage-tapback-add-remove': ({ events }) => {
    const log = events.filter(({ kind }) => kind === 'reaction').map(({ payload }) => payload)
    const standing = new Set<unknown>()
    for (const { action, value } of log) standing[action === 'add' ? 'add' : 'delete'](value)
    return {
      currentReactions: [...standing],
      reactionLog: log.map(({ action, value }) => `${String(action)} ${String(value)}`),
    }
  },
  'wecom-recall-keeps-content': ({ messages: [only] }) => ({
    body: only?.body,
    deleted: only?.deletion !== null,
    deletedScope: only && scopeOf(only),
    actor: only?.deletion?.actor,
  }),
}

function finalState({ messages, events }: State, { id }: Scenario): Record<string, unknown> {
  const sent = messages.find(({ key }) => key === sidOf(id))
  return { finalState: sent?.state, history: events.filter(({ target }) => target === sent?.key).length }
}

/** What only feeding it in order can show. */
const ofOrder = ['duplicatesDropped', 'pendingAfterStep1']
const leaving = (expected: Scenario['expected']) =>
  Object.fromEntries(Object.entries(expected).filter(([name]) => !ofOrder.includes(name)))

test.skipIf(scenarios.length === 0)(
  'the scenarios of the reference give its results, in order, twice and in reverse',
  { tags: ['whole'] },
  async () => {
    expect(scenarios.map(({ id }) => id).toSorted()).toEqual(Object.keys(readings).toSorted())
    const once = await prepare('once', (given) => given)
    const twice = await prepare('twice', (given) => [...given, ...given])
    const all = [once, twice, await prepare('reversed', (given) => given.toReversed())]
    await feedAll(all)
    for (const fed of all)
      for (const scenario of scenarios) {
        const { id, expected } = scenario
        const state = await readState(fed.tenant, fed.accountOf.get(channelOf(id))!)
        const found = readings[id]!(state, scenario)
        expect({ id, fed: fed.tenant.label, ...found }).toEqual({
          id,
          fed: fed.tenant.label,
          ...leaving(expected),
        })
      }
    for (const { id, expected } of scenarios) {
      if ('duplicatesDropped' in expected) expect(once.duplicates.get(id)).toBe(expected['duplicatesDropped'])
      if ('pendingAfterStep1' in expected) expect(once.pending.get(id)).toBe(expected['pendingAfterStep1'])
      // The second time every delivery is a repetition.
      expect(twice.duplicates.get(id)).toBeGreaterThan(once.duplicates.get(id)!)
    }
  },
)
