import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PolicyId } from '@verbatim/contract/ids.ts'
import type { TwilioEndpoint } from '@verbatim/server/testing/traffic/twilio-traffic.ts'
import { expect, test } from 'vitest'
import type { Kept } from './kept.ts'
import { type Entry, openLedger } from './ledger.ts'
import { findViolations, hear, type Heard } from './oracle.ts'
import { makeScene, type PolicyName } from './scene.ts'

const endpoints = (['sms', 'whatsapp'] as const).map((channel, index): TwilioEndpoint => ({
  url: `http://localhost:3000/hooks/${channel}/00000000-0000-4000-8000-00000000000${index}`,
  channel,
  authToken: 'secret',
  address: `+1555010000${index}`,
}))
const scene = makeScene(7, endpoints, 'files-full')
const policyNames = new Map<PolicyId, PolicyName>([
  [PolicyId.parse('00000000-0000-4000-8000-00000000000a'), 'phrase'],
  [PolicyId.parse('00000000-0000-4000-8000-00000000000b'), 'regex'],
])

/** Each copy with the correct answer. */
const entries: Entry[] = scene.deliveries.map(({ key, sha256, isForged, mail }, sentAt) => ({
  key,
  sha256,
  sentAt,
  answer: isForged ? 403 : mail ? 250 : 200,
  answeredAt: sentAt + 1,
}))

/** The data of a correct installation after the scene. */
function perfect(): Kept {
  const genuine = scene.planned.filter(({ isForged }) => !isForged)
  const refused = entries.filter(({ answer }) => answer === 403).length
  const ids = new Map(scene.messages.map(({ conversation }) => [conversation, randomUUID() as string]))
  const idOf = new Map([...policyNames].map(([id, name]) => [name, id]))
  return {
    records: genuine.map(({ key, sha256 }) => ({ key, sha256, bytesSha256: sha256 })),
    messages: scene.messages.map(({ messageKey, conversation, texts, files, deliveryState }) => ({
      key: typeof messageKey === 'string' ? messageKey : keyOfMail(messageKey),
      conversationId: ids.get(conversation)!,
      body: texts.at(-1)!,
      versions: texts.length > 1 ? texts : [],
      deliveryState,
      files: files.map((sha256) => ({ sha256, state: 'stored', reading: 'read' })),
    })),
    conversations: new Map(
      [...ids].map(([name, id]) => [
        id,
        scene.messages.filter(({ conversation }) => conversation === name).length,
      ]),
    ),
    events: scene.incidents.map(({ policy, conversation, evidence }) => ({
      policyId: idOf.get(policy)!,
      conversationId: ids.get(conversation)!,
      evidenceCount: evidence,
      evidenceRows: evidence,
      joined: evidence,
      raised: 1,
    })),
    policyNames,
    counters: {
      accepted: genuine.length,
      duplicate: entries.length - refused - genuine.length,
      quarantined: 0,
      refused,
    },
    recordsInAll: genuine.length,
    quarantinedInAll: 0,
    refusedInAll: refused,
  }
}

const keyOfMail = (pattern: RegExp) => `account${pattern.source.replaceAll('\\.', '.')}text`
const heardOf = (given: readonly Entry[]) => {
  const heard: Heard = { acknowledged: 0, refused: 0, unknown: 0, unknownForged: 0 }
  hear(heard, scene, given)
  return heard
}
const judge = (kept: Kept, given = entries) => findViolations(scene, given, kept, heardOf(given))

test('a correct installation breaks no promise', () => {
  expect(judge(perfect())).toEqual([])
  expect(scene.incidents.length).toBeGreaterThan(2)
  expect(scene.messages.some(({ texts }) => texts.length > 1)).toBe(true)
  expect(scene.messages.some(({ deliveryState }) => deliveryState !== null)).toBe(true)
})

test('a delivery without an answer may be stored or not, until it is acknowledged', () => {
  const unsure = entries.map((entry, index): Entry => (index === 0 ? { ...entry, answer: 'none' } : entry))
  expect(judge(perfect(), unsure)).toEqual([])
  const later = entries.map((entry, index): Entry => (index === 0 ? { ...entry, answer: 503 } : entry))
  expect(judge(perfect(), later)).toEqual([])
})

const change = <Row>(rows: readonly Row[], index: number, row: Partial<Row>): Row[] =>
  rows.map((one, at) => (at === index ? { ...one, ...row } : one))

test.each<[string, RegExp, (kept: Kept) => Partial<Kept>]>([
  [
    'an acknowledged record that is lost',
    /was acknowledged and is not stored/,
    ({ records }) => ({ records: records.slice(1) }),
  ],
  ['a record kept twice', /is stored 2 times/, ({ records }) => ({ records: [...records, records[0]!] })],
  [
    'a record that was not sent',
    /is stored and was not sent/,
    ({ records }) => ({ records: [...records, { ...records[0]!, key: 'x' }] }),
  ],
  [
    'changed bytes',
    /has other bytes/,
    ({ records }) => ({ records: change(records, 3, { bytesSha256: 'x' }) }),
  ],
  [
    'a file that is lost',
    /has other files/,
    ({ messages }) => ({ messages: messages.map((message) => ({ ...message, files: [] })) }),
  ],
  [
    'a file that was never read',
    /has other files/,
    ({ messages }) => ({
      messages: messages.map((message) => ({
        ...message,
        files: message.files.map((file) => ({ ...file, reading: 'waiting' })),
      })),
    }),
  ],
  [
    'a record that never became a message',
    /a message is there 0 times/,
    ({ messages }) => ({ messages: messages.slice(1) }),
  ],
  [
    'a message made twice',
    /a message is there 2 times/,
    ({ messages }) => ({ messages: [...messages, messages[0]!] }),
  ],
  [
    'a message that was not sent',
    /1 messages were not sent/,
    ({ messages }) => ({ messages: [...messages, { ...messages[0]!, key: 'x' }] }),
  ],
  [
    'another text',
    /has another text/,
    ({ messages }) => ({ messages: change(messages, 0, { body: 'x', versions: [] }) }),
  ],
  [
    'a lost revision',
    /lacks a text it was given/,
    ({ messages }) => ({ messages: messages.map((one) => ({ ...one, versions: [] })) }),
  ],
  [
    'a revision too many',
    /has 2 versions/,
    ({ messages }) => ({
      messages: change(messages, 0, { versions: [messages[0]!.body, messages[0]!.body] }),
    }),
  ],
  [
    'a state that came down',
    /is sent, not/,
    ({ messages }) => ({ messages: messages.map((one) => ({ ...one, deliveryState: 'sent' })) }),
  ],
  [
    'a conversation in two',
    /is spread over 2 conversations/,
    ({ messages }) => ({ messages: change(messages, 0, { conversationId: randomUUID() }) }),
  ],
  [
    'a message counted twice',
    /counts \d+ messages and has/,
    ({ conversations }) => ({ conversations: new Map([...conversations].map(([id, n]) => [id, n + 1])) }),
  ],
  ['an incident without an event', /has 0 events/, ({ events }) => ({ events: events.slice(1) })],
  ['two events for one incident', /has 2 events/, ({ events }) => ({ events: [...events, events[0]!] })],
  [
    'evidence found twice',
    /should have \d+ evidences/,
    ({ events }) => ({ events: change(events, 0, { evidenceRows: 99 }) }),
  ],
  [
    'a count of evidence that is off',
    /should have \d+ evidences/,
    ({ events }) => ({ events: change(events, 0, { evidenceCount: 99 }) }),
  ],
  [
    'a history that does not add up',
    /should have \d+ evidences/,
    ({ events }) => ({ events: change(events, 0, { joined: 99 }) }),
  ],
  [
    'an event raised twice',
    /was raised 2 times/,
    ({ events }) => ({ events: change(events, 0, { raised: 2 }) }),
  ],
  [
    'an event where nothing was breached',
    /is no incident and has an event/,
    ({ events, messages }) => ({
      events: [
        ...events,
        {
          ...events[0]!,
          conversationId: messages.find(
            ({ conversationId }) => !events.some((event) => event.conversationId === conversationId),
          )!.conversationId,
        },
      ],
    }),
  ],
  [
    'records that are not counted',
    /accepted and 0 quarantined are counted/,
    ({ recordsInAll }) => ({ recordsInAll: recordsInAll + 1 }),
  ],
  ['a quarantined record', /are counted as quarantined/, () => ({ quarantinedInAll: 1 })],
  [
    'a refusal that is not named',
    /are counted as refused, and/,
    ({ refusedInAll }) => ({ refusedInAll: refusedInAll - 1 }),
  ],
  [
    'deliveries counted too often',
    /are counted as received/,
    ({ counters }) => ({ counters: { ...counters, duplicate: counters.duplicate + 1 } }),
  ],
  [
    'deliveries not counted',
    /are counted as received/,
    ({ counters }) => ({ counters: { ...counters, duplicate: counters.duplicate - 1 } }),
  ],
])('%s is found', (_, expected, spoil) => {
  const kept = perfect()
  expect(judge({ ...kept, ...spoil(kept) }).join('\n')).toMatch(expected)
})

test('an error of the server, an accepted forged delivery, and silence to the end are found', () => {
  const genuine = entries.findIndex(({ answer }) => answer === 200)
  const forged = entries.findIndex(({ answer }) => answer === 403)
  const answered = (at: number, answer: Entry['answer']) =>
    judge(
      perfect(),
      entries.map((entry, index) => (index === at ? { ...entry, answer } : entry)),
    ).join('\n')
  expect(answered(genuine, 500)).toMatch(/was answered 500/)
  expect(answered(genuine, 403)).toMatch(/was answered 403/)
  expect(answered(forged, 200)).toMatch(/was answered 200/)
  const { key } = entries[genuine]!
  const silent = entries.map((entry): Entry => (entry.key === key ? { ...entry, answer: 'none' } : entry))
  expect(judge(perfect(), silent).join('\n')).toMatch(/was never acknowledged/)
})

test('a seed gives the same scene each time, and other seeds others', () => {
  const shape = ({ planned, deliveries, kills }: ReturnType<typeof makeScene>) => [
    planned.map(({ key, sha256, copies }) => `${key} ${sha256} ${copies}`),
    deliveries.map(({ key }) => key),
    kills,
  ]
  expect(shape(makeScene(7, endpoints, 'files-full'))).toEqual(shape(scene))
  expect(shape(makeScene(7, endpoints, 'server'))).toEqual(shape(makeScene(7, endpoints, 'server')))
  expect(makeScene(7, endpoints, 'server').kills.length).toBeGreaterThan(0)
  expect(shape(makeScene(8, endpoints, 'files-full'))).not.toEqual(shape(scene))
  expect(makeScene(7, endpoints, 'database').kills[0]?.target).toBe('postmaster')
})

test('the ledger returns the entries since the last call, in their order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-ledger-test-'))
  {
    await using ledger = await openLedger(join(folder, 'ledger'))
    for (const entry of entries.slice(0, 500)) ledger.record(entry)
    expect(await ledger.settle()).toEqual(entries.slice(0, 500))
    ledger.record(entries[500]!)
    expect(await ledger.settle()).toEqual([entries[500]])
    expect(await ledger.settle()).toEqual([])
  }
  await rm(folder, { recursive: true })
})
