/** The year itself: which scene is played where and when. */
import type { CapturedMembership } from '#kernel/captured-event.ts'
import { isMarketDrop, isQuarterEnd, startTimes } from './calendar.ts'
import { type Cast, spokenLanguage } from './casting.ts'
import type { Conversation } from './conversation.ts'
import { play } from './dialogue.ts'
import { deskOffsets } from './groups.ts'
import {
  type DemoContact,
  type DemoDelivery,
  type DemoPolicy,
  type DeskKey,
  findingKey,
} from './organization.ts'
import type { Random } from './random.ts'
import { type Repertoire, makeRepertoire } from './repertoire.ts'
import type { Nature, Scene } from './scene.ts'

/** Dialogues of the year; with this many there are about 20,000 messages. */
const dialogueCount = 3330
/** Dialogues of the last hours, so that the newest page is of today whatever the time is. */
const recentCount = 9
const hourMs = 3_600_000
const dayMs = 86_400_000

export interface YearOptions {
  readonly cast: Cast
  readonly scenes: readonly Scene[]
  readonly policies: readonly DemoPolicy[]
  readonly now: Date
  readonly random: Random
}

interface Year extends YearOptions {
  readonly repertoire: Repertoire
  readonly popularity: readonly (readonly [DemoContact, number])[]
  /** When those clients came who came within the year. */
  readonly since: ReadonlyMap<string, number>
  readonly greeted: Map<string, number>
  readonly deliveries: DemoDelivery[]
  readonly findings: Map<string, Nature>
}

/** Every captured event of the year in the order of receipt, and what reviewers would find. */
export function playYear(options: YearOptions): {
  deliveries: DemoDelivery[]
  findings: Map<string, Nature>
} {
  const year = openYear(options)
  const { now, random } = options
  for (const start of startTimes(dialogueCount, now, random.fork('calendar'))) playDialogue(year, start)
  for (let count = 0; count < recentCount; count += 1) playRecent(year)
  year.deliveries.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  return { deliveries: year.deliveries, findings: year.findings }
}

function openYear(options: YearOptions): Year {
  const { scenes, now, random, cast } = options
  const own = random.fork('clients')
  const since = new Map<string, number>()
  for (const contact of cast.contacts) {
    if (own.chance(0.16)) since.set(contact.key, now.getTime() - own.between(5, 355) * dayMs)
  }
  return {
    ...options,
    repertoire: makeRepertoire(scenes, now, random.fork('repertoire')),
    popularity: own
      .shuffled(cast.contacts)
      .map((contact, rank) => [contact, (rank + 8) ** -0.55 * eagerness(contact)] as const),
    since,
    greeted: new Map(),
    deliveries: [],
    findings: new Map(),
  }
}

/** Languages with few scenes speak less, so that nobody hears one too often. */
function eagerness({ language }: DemoContact): number {
  if (language === 'ja' || language === 'ar') return 1.1
  return language === 'zh' ? 0.95 : language === 'pt' ? 0.75 : 1
}

/** Plays one dialogue that starts at `local` on the desk's own clock. */
function playDialogue(year: Year, local: number): void {
  const { random, cast, now } = year
  const busy = isQuarterEnd(local) || isMarketDrop(local, now) ? 1.3 : 1
  const incident = random.chance(0.112 * busy)
  const inTeam = random.chance(incident ? 0.15 : 0.062)
  if (inTeam) {
    const desk = random.weighted<DeskKey>([
      ['london', 5],
      ['new-york', 4],
      ['asia', 1],
      ['iberia', 1],
    ])
    const byMail = random.chance(0.22)
    const conversation = byMail ? cast.mail(desk) : cast.team(desk)
    if (conversation) {
      stage(year, conversation, local - deskOffsets[desk] * hourMs, incident ? 'incident' : undefined)
    }
    return
  }
  const contact = random.weighted(year.popularity)
  const start = local - deskOffsets[cast.representative(contact.ownerKey).desk] * hourMs
  playWith(year, contact, start, incident)
}

function playRecent(year: Year): void {
  const { random, cast, now } = year
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const contact = random.weighted(year.popularity)
    const start = now.getTime() - random.between(6, 420) * 60_000
    const offset = deskOffsets[cast.representative(contact.ownerKey).desk]
    const hour = ((start / hourMs + offset) % 24) + 0
    if (hour < 7.5 || hour > 21) continue
    playWith(year, contact, start, random.chance(0.2))
    return
  }
}

function playWith(year: Year, contact: DemoContact, start: number, incident: boolean): void {
  const { random, cast, since, greeted } = year
  const joined = since.get(contact.key)
  if (joined !== undefined && start < joined) return
  const welcomes = greeted.get(contact.key) ?? 0
  const isNew = joined !== undefined && welcomes < 2
  if (isNew) greeted.set(contact.key, welcomes + 1)
  const desk = cast.representative(contact.ownerKey).desk
  const together = random.chance(0.5)
    ? cast.family(contact)
    : random.chance(0.12)
      ? cast.joint(contact)
      : undefined
  if (together && !incident && !isNew && random.chance(0.6)) {
    stage(year, together, start)
  } else if (random.chance(incident ? 0.12 : 0.19)) {
    stage(year, cast.mail(desk, contact), start, isNew ? 'onboarding' : incident ? 'incident' : undefined)
  } else {
    const channel = contact.channels[random.chance(0.72) || contact.channels.length < 3 ? 0 : 1] ?? 'sms'
    const topic = isNew ? 'onboarding' : incident ? 'incident' : undefined
    stage(year, cast.direct(contact, channel), start, topic)
  }
}

/** Chooses a scene for the conversation and plays it, not before the last one ended. */
function stage(year: Year, conversation: Conversation, start: number, topic?: string): void {
  const { random, now } = year
  const begin = start > conversation.freeAt ? start : conversation.freeAt + random.between(2, 20) * hourMs
  if (begin > now.getTime() - 60_000) return
  const scene = sceneFor(year, conversation, begin, topic)
  if (!scene) return
  if (conversation.sequence === 0 && conversation.type === 'group') gather(year, conversation, begin)
  conversation.played.push(scene.key)
  if (conversation.played.length > 12) conversation.played.shift()
  const deliveries = play({ scene, conversation, start: begin, now: now.getTime(), random })
  for (const delivery of deliveries) {
    year.deliveries.push(delivery)
    if (delivery.event.kind !== 'message') continue
    for (const { policy, nature } of scene.hits) {
      year.findings.set(findingKey(policy, delivery.event.messageKey), nature)
    }
  }
}

function sceneFor(
  year: Year,
  conversation: Conversation,
  time: number,
  topic: string | undefined,
): Scene | undefined {
  const { repertoire, random } = year
  const { client, played } = conversation
  const language = client ? spokenLanguage(client, random) : 'en'
  const setting = settingFor(conversation)
  if (topic) {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const scene = repertoire.chooseTopic(setting, language, topic, played)
      if (scene && concerns(year, scene, conversation)) return scene
    }
  }
  return repertoire.choose(setting, language, time, played)
}

function settingFor({ type, client, partner }: Conversation): Parameters<Repertoire['choose']>[0] {
  if (type === 'direct') return 'direct'
  if (type === 'thread') return client ? 'client-mail' : 'team-mail'
  if (!client) return 'team'
  return partner ? 'family' : 'joint'
}

/** Whether the policies that a scene is written for look at this conversation at all. */
function concerns({ policies }: Year, scene: Scene, { client }: Conversation): boolean {
  return scene.hits.every(({ policy }) => {
    const found = policies.find(({ key }) => key === policy)
    return found?.scope !== 'group' || client?.groupKeys.some((key) => found.groupKeys.includes(key))
  })
}

/** The lines by which a group begins: everybody joins. */
function gather(year: Year, conversation: Conversation, begin: number): void {
  const { channel, key, members, accountKey } = conversation
  for (const [at, { identity, name }] of members.entries()) {
    const joined = new Date(begin - (members.length - at) * 9000)
    const event: CapturedMembership = {
      kind: 'membership',
      channel,
      eventKey: `g|${key}|${identity.value}|joined`,
      conversationKey: key,
      action: 'joined',
      who: identity,
      whoName: name,
      at: joined,
    }
    year.deliveries.push({ accountKey, event, receivedAt: new Date(joined.getTime() + 600) })
  }
}
