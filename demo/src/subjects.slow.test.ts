import { beforeAll, describe, expect, test } from 'vitest'
import type { CapturedEvent, CapturedMessage } from '@verbatim/server/kernel/captured-event.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { demoOrganization } from './demo-organization.ts'
import type { DemoOrganization, DemoThread } from './organization.ts'
import { type Language, languages } from './scene.ts'
import { readScenes } from '#scenes/library.ts'
import { type SubjectKey, subjects } from './subjects.ts'

const now = new Date('2026-11-20T15:30:00Z')

/** Words by which a reader of each language recognises the subject. */
const namedBy: Record<SubjectKey, Record<Language, RegExp>> = {
  'pension transfer': {
    en: /pension/i,
    de: /rente/i,
    fr: /retraite/i,
    es: /pensiones/i,
    pt: /plano de pensões/i,
    zh: /养老金/,
    ja: /年金/,
    ar: /تقاعد/,
  },
  'new portal': {
    en: /new portal/i,
    de: /neuen? Portal/i,
    fr: /nouvel espace client/i,
    es: /nuevo portal/i,
    pt: /novo portal/i,
    zh: /新(客户)?平台/,
    ja: /新しい(お客様)?サイト/,
    ar: /البوابة الجديدة/,
  },
  'rate cut': {
    en: /rate cut|cut its rate|lowered its rate/i,
    de: /Zinssenkung/i,
    fr: /baisse des taux/i,
    es: /bajada de tipos/i,
    pt: /descida dos juros/i,
    zh: /降息/,
    ja: /利下げ/,
    ar: /خفض الفائدة/,
  },
  'home abroad': {
    en: /abroad|bridging loan/i,
    de: /im Ausland/i,
    fr: /à l’étranger/i,
    es: /en el extranjero/i,
    pt: /no estrangeiro/i,
    zh: /海外/,
    ja: /海外/,
    ar: /في الخارج/,
  },
  'new fees': {
    en: /new fee/i,
    de: /neue Preisverzeichnis/i,
    fr: /nouvelle grille tarifaire/i,
    es: /nuevas tarifas/i,
    pt: /novo preçário/i,
    zh: /新收费/,
    ja: /新しい手数料/,
    ar: /الرسوم الجديد/,
  },
}

let demo: DemoOrganization
let messages: ReadonlyMap<string, CapturedMessage>

const isMessage = (event: CapturedEvent) => event.kind === 'message'
const saidIn = ({ messageKeys }: DemoThread) => messageKeys.flatMap((key) => messages.get(key) ?? [])
const daysAgo = ({ sentAt }: CapturedMessage) => (now.getTime() - (sentAt?.getTime() ?? 0)) / dayMs

beforeAll(() => {
  demo = demoOrganization('halden', now)
  const events = [...demo.deliveries].map(({ event }) => event).filter(isMessage)
  messages = new Map(events.map((message) => [message.messageKey, message]))
})

describe('the scenes of a subject', () => {
  test('lead from an opening to an outcome, in every language', () => {
    const scenes = readScenes()
    for (const { key } of subjects) {
      for (const language of languages) {
        const own = scenes.filter(
          ({ topic, language: written, speakers }) =>
            topic === key && written === language && speakers.has('c'),
        )
        const continued = new Set(own.flatMap(({ after }) => after))
        const middles = own.filter((scene) => scene.after.length > 0 && continued.has(scene.key))
        const outcomes = own.filter((scene) => scene.after.length > 0 && !continued.has(scene.key))
        expect(own.some(({ after }) => after.length === 0)).toBe(true)
        expect([middles.length > 0, outcomes.length > 1], `${key} in ${language}`).toEqual([true, true])
        expect(continued.isSubsetOf(new Set(own.map((scene) => scene.key)))).toBe(true)
      }
    }
  })

  test('continue only scenes of the same subject and language', () => {
    const scenes = readScenes()
    const known = new Map(scenes.map((scene) => [scene.key, scene]))
    for (const scene of scenes) {
      for (const key of scene.after) {
        expect(known.get(key), key).toMatchObject({ topic: scene.topic, language: scene.language })
      }
    }
  })
})

describe('each subject of the year', () => {
  test.for(subjects)('is at least 20 % of what clients write in its peak month: $key', (subject) => {
    const inPeak = (message: CapturedMessage) =>
      message.direction === 'inbound' && Math.abs(daysAgo(message) - subject.peakDaysAgo) <= 15
    const all = [...messages.values()].filter(inPeak).length
    const shareOf = (key: SubjectKey) =>
      demo.threads
        .filter((thread) => thread.subject === key)
        .flatMap((thread) => saidIn(thread).filter(inPeak)).length / all
    expect(shareOf(subject.key)).toBeGreaterThan(0.2)
    for (const other of subjects) {
      if (other.key !== subject.key) expect(shareOf(other.key)).toBeLessThan(0.05)
    }
  })

  test.for(subjects)('has a season of its own: $key', ({ key, peakDaysAgo }) => {
    const own = demo.threads.filter(({ subject }) => subject === key).flatMap(saidIn)
    const early = own.filter((message) => daysAgo(message) > peakDaysAgo + 40)
    const late = own.filter((message) => daysAgo(message) < peakDaysAgo - 90)
    expect([early.length, late.length]).toEqual([0, 0])
  })

  test.for(subjects)('is written about, to an outcome after days, in every language: $key', ({ key }) => {
    for (const language of languages) {
      const ended = demo.threads.filter(
        (thread) => thread.subject === key && thread.language === language && thread.ended,
      )
      expect(ended.length, language).toBeGreaterThan(0)
      for (const thread of ended) {
        const said = saidIn(thread)
        const first = said[0]
        const last = said.at(-1)
        expect(first && last && daysAgo(first) - daysAgo(last)).toBeGreaterThan(1.5)
        expect(new Set(said.map(({ conversationKey }) => conversationKey)).size).toBe(1)
        expect(new Set(said.map(({ direction }) => direction))).toEqual(new Set(['inbound', 'outbound']))
      }
    }
  })

  test.for(subjects)('is named in each thread that ended: $key', ({ key }) => {
    for (const thread of demo.threads.filter(({ subject, ended }) => subject === key && ended)) {
      const text = saidIn(thread)
        .map(({ subject, body }) => `${subject ?? ''} ${body ?? ''}`)
        .join('\n')
      expect(text).toMatch(namedBy[key][thread.language])
    }
  })

  test('is raised at most once by a client', () => {
    const contactOf = new Map(
      demo.contacts.flatMap(({ key, identities }) => identities.map(({ value }) => [value, key] as const)),
    )
    const askers = demo.threads.flatMap((thread) => {
      const asker = saidIn(thread).find(({ direction }) => direction === 'inbound')?.author.value
      return asker ? [`${thread.subject}/${contactOf.get(asker)}`] : []
    })
    expect(new Set(askers).size).toBe(askers.length)
  })
})
