import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { cpuUsage } from 'node:process'
import { channels } from '@verbatim/contract/channels.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CapturedEvent, CapturedMessage } from '@verbatim/server/kernel/captured-event.ts'
import { marketDropStart } from './calendar.ts'
import { demoOrganization } from './demo-organization.ts'
import { type DemoDelivery, type DemoOrganization, findingKey } from './organization.ts'
import { reservedNumber } from './phones.ts'
import { findRaised } from './testing/raised-events.ts'
import { languages } from './scene.ts'

const now = new Date('2026-11-20T15:30:00Z')

let demo: DemoOrganization
/** Made first, so that the other one is made as fast as it can be. */
let other: DemoOrganization
let deliveries: DemoDelivery[]
let messages: CapturedMessage[]
let tookMs: number

const isMessage = (event: CapturedEvent) => event.kind === 'message'
const withBytes = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
/** Only files have bytes: to look for them in each value takes long. */
const digest = (list: readonly DemoDelivery[]) =>
  list
    .map((one) => {
      const hasFiles = one.event.kind === 'message' && one.event.attachments.length > 0
      return JSON.stringify(one, hasFiles ? withBytes : undefined)
    })
    .join('\n')

beforeAll(() => {
  other = demoOrganization('other', now)
  const before = cpuUsage()
  demo = demoOrganization('halden', now)
  const { user, system } = cpuUsage(before)
  tookMs = (user + system) / 1000
  deliveries = [...demo.deliveries]
  messages = deliveries.map(({ event }) => event).filter(isMessage)
})

describe('the demo organization', () => {
  test('is the same byte for byte for the same seed and time', () => {
    const again = demoOrganization('halden', now)
    expect(again.contacts).toEqual(demo.contacts)
    expect(digest([...again.deliveries]) === digest(deliveries)).toBe(true)
  })

  test('differs for another seed', () => {
    expect(other.contacts).not.toEqual(demo.contacts)
  })

  test('has the requested people', () => {
    expect(demo.representatives.length).toBeGreaterThanOrEqual(25)
    expect(demo.contacts).toHaveLength(300)
    expect(demo.groups).toHaveLength(8)
    expect(new Set(demo.users.map(({ role }) => role))).toEqual(
      new Set(['super_admin', 'tenant_admin', 'compliance', 'analyst', 'manager']),
    )
    expect(demo.policies.length).toBeGreaterThanOrEqual(12)
  })

  test('gives every person a distinct name, number and address', () => {
    const people = [...demo.contacts, ...demo.representatives]
    for (const field of ['key', 'phone', 'email'] as const) {
      expect(new Set(people.map((person) => person[field])).size).toBe(people.length)
    }
    const identities = people.flatMap((person) =>
      person.identities.map(({ kind, value }) => `${kind}:${value}`),
    )
    expect(new Set(identities).size).toBe(identities.length)
  })

  test('gives contacts with Latin names addresses of their names, couples included', () => {
    const letters = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
    const latin = demo.contacts.filter(({ lastName }) => /[a-z]/.test(letters(lastName)))
    expect(latin.filter(({ partnerKey }) => partnerKey).length).toBeGreaterThan(10)
    for (const { firstName, lastName, email } of latin)
      expect(email).toContain(`${letters(firstName)}.${letters(lastName)}`)
  })

  test('uses only numbers that are reserved for fiction, and mail domains for examples', () => {
    const people = [...demo.contacts, ...demo.representatives]
    for (const { phone, email } of people) {
      expect(phone).toMatch(reservedNumber)
      expect(email).toMatch(/^[a-z0-9.-]+@(example\.(com|net|org)|[a-z]+\.example)$/)
    }
    const phones = messages.flatMap(({ author }) => (author.kind === 'phone' ? author.value : []))
    expect(phones.filter((phone) => !reservedNumber.test(phone))).toEqual([])
    expect(messages.filter(({ body }) => /\+\d{6,}/.test(body ?? ''))).toEqual([])
  })

  test('has no dangling references', () => {
    const owners = new Set(demo.representatives.map(({ key }) => key))
    const groupKeys = new Set(demo.groups.map(({ key }) => key))
    const userKeys = new Set(demo.users.map(({ key }) => key))
    const accountKeys = new Set(demo.accounts.map(({ key }) => key))
    for (const contact of demo.contacts) {
      expect(owners).toContain(contact.ownerKey)
      expect(contact.groupKeys.every((key) => groupKeys.has(key))).toBe(true)
    }
    for (const { memberKeys } of demo.profiles)
      expect(memberKeys.every((key) => userKeys.has(key))).toBe(true)
    expect(deliveries.every(({ accountKey }) => accountKeys.has(accountKey))).toBe(true)
  })

  test('takes less than two seconds to make', () => {
    expect(tookMs).toBeLessThan(4000) // of CPU, garbage collection in parallel included; under 1 s when alone
  })
})

describe('its year', () => {
  test('has about 20,000 messages, with their later events', () => {
    expect(messages.length).toBeGreaterThan(18_500)
    expect(messages.length).toBeLessThan(21_500)
    const count = (kind: CapturedEvent['kind']) =>
      deliveries.filter(({ event }) => event.kind === kind).length
    expect(count('edit')).toBeGreaterThan(100)
    expect(count('delete')).toBeGreaterThan(50)
    expect(count('reaction')).toBeGreaterThan(400)
    expect(count('status')).toBeGreaterThan(3000)
    expect(count('membership')).toBeGreaterThan(50)
    expect(messages.filter(({ attachments }) => attachments.length > 0).length).toBeGreaterThan(500)
  })

  test('uses every channel and every language', () => {
    expect(new Set(messages.map(({ channel }) => channel))).toEqual(new Set(channels))
    const languageOf = new Map(
      demo.contacts.flatMap(({ identities, language }) =>
        identities.map(({ value }) => [value, language] as const),
      ),
    )
    const spoken = new Map<string, number>()
    for (const { author } of messages) {
      const language = languageOf.get(author.value)
      if (language) spoken.set(language, (spoken.get(language) ?? 0) + 1)
    }
    expect(new Set(spoken.keys())).toEqual(new Set(languages))
    const total = [...spoken.values()].reduce((sum, count) => sum + count, 0)
    expect((spoken.get('en') ?? 0) / total).toBeGreaterThan(0.5)
    const wecom = messages.filter(({ channel }) => channel === 'wecom')
    expect(
      wecom.filter(({ body }) => /\p{Script=Han}/u.test(body ?? '')).length / wecom.length,
    ).toBeGreaterThan(0.7)
  })

  test('starts a year ago and ends today, and nothing is later than now', () => {
    const times = deliveries.map(({ receivedAt }) => receivedAt.getTime())
    expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime() + 5000)
    expect(now.getTime() - Math.max(...times)).toBeLessThan(4 * hourMs)
    expect(now.getTime() - Math.min(...times)).toBeGreaterThan(360 * dayMs)
    expect(now.getTime() - Math.min(...times)).toBeLessThan(367 * dayMs)
  })

  test('is in the order of receipt, and each conversation in the order of sending', () => {
    const lastIn = new Map<string, number>()
    const early: CapturedEvent[] = []
    let last = 0
    for (const { event, receivedAt } of deliveries) {
      if (receivedAt.getTime() < last) early.push(event)
      last = receivedAt.getTime()
      if (event.kind !== 'message') continue
      const conversation = `${event.channel}/${event.conversationKey}`
      const sentAt = event.sentAt?.getTime() ?? 0
      if (sentAt <= (lastIn.get(conversation) ?? 0)) early.push(event)
      lastIn.set(conversation, sentAt)
    }
    expect(early).toEqual([])
  })

  test('never repeats a key, and every event is about a message that came before it', () => {
    const keys = new Set<string>()
    const wrong: string[] = []
    for (const { event } of deliveries) {
      const key =
        event.kind === 'message'
          ? `m|${event.channel}|${event.messageKey}`
          : `${event.channel}|${event.eventKey}`
      if (keys.has(key)) wrong.push(key)
      keys.add(key)
      if ('targetKey' in event && !keys.has(`m|${event.channel}|${event.targetKey}`)) wrong.push(key)
    }
    expect(wrong).toEqual([])
  })

  test('is quiet at weekends, busy at the quarter’s end, and busiest in the week of the market fall', () => {
    const perDay = new Map<number, number>()
    for (const { sentAt } of messages) {
      const day = Math.floor((sentAt?.getTime() ?? 0) / dayMs)
      perDay.set(day, (perDay.get(day) ?? 0) + 1)
    }
    const mean = (chosen: (day: number) => boolean) => {
      const counts = [...perDay].filter(([day]) => chosen(day)).map(([, count]) => count)
      return counts.reduce((sum, count) => sum + count, 0) / counts.length
    }
    const weekday = (day: number) => new Date(day * dayMs).getUTCDay()
    expect(mean((day) => weekday(day) % 6 === 0)).toBeLessThan(0.4 * mean((day) => weekday(day) % 6 !== 0))
    const fall = marketDropStart(now) / dayMs
    const inFall = mean((day) => day >= fall && day < fall + 5)
    expect(inFall).toBeGreaterThan(1.6 * mean((day) => day < fall && weekday(day) % 6 !== 0))
  })

  test('has no obvious repetition: fifty messages in a row hardly ever repeat a text', () => {
    let repeats = 0
    for (let at = 0; at + 50 <= messages.length; at += 50) {
      const long = messages.slice(at, at + 50).flatMap(({ body }) => (body && body.length > 45 ? [body] : []))
      repeats += long.length - new Set(long).size
    }
    expect(repeats / (messages.length / 50)).toBeLessThan(0.35)
  })
})

describe('its policies', () => {
  test('find most messages that were written to break them, and raise some hundred events in all', () => {
    const { events, hits } = findRaised(demo)
    expect(events.length).toBeGreaterThanOrEqual(250)
    expect(events.length).toBeLessThanOrEqual(500)
    const enabled = demo.policies.filter(({ enabled: runs }) => runs).map(({ key }) => key)
    expect(new Set(events.map(({ policyKey }) => policyKey))).toEqual(new Set(enabled))
    const planned = hits.filter(({ policyKey, messageKey }) =>
      demo.findings.has(findingKey(policyKey, messageKey)),
    )
    expect(planned.length / hits.length).toBeGreaterThan(0.9)
    const found = new Set(hits.map(({ policyKey, messageKey }) => findingKey(policyKey, messageKey)))
    const scenesFound = [...demo.findings.keys()].filter((key) => found.has(key))
    expect(scenesFound.length).toBeGreaterThan(300)
    expect(events.some(({ nature }) => nature === 'false')).toBe(true)
    expect(events.some(({ nature }) => nature === 'breach')).toBe(true)
  })
})
