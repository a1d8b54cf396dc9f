/** The year: which scene is played where and when. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { CapturedMembership } from '@verbatim/server/kernel/captured-event.ts'
import { isMarketDrop, isQuarterEnd, startTimes } from './calendar.ts'
import { spokenLanguage } from './casting.ts'
import type { Conversation } from './conversation.ts'
import { deskOffsets } from './groups.ts'
import type { DemoContact, DemoDelivery, DemoThread, DeskKey } from './organization.ts'
import { type Year, type YearOptions, playInto } from './opened-year.ts'
import type { Random } from './random.ts'
import { type Repertoire, makeRepertoire } from './repertoire.ts'
import type { Nature, Scene } from './scene.ts'
import { Threads, threadStarts } from './threads.ts'

/** The number of dialogues of the year besides the threads; this gives about 20,000 messages. */
const dialogueCount = 3750
/** The number of dialogues in the last hours, so that the newest page shows today at any time of day. */
const recentCount = 9

/** Every captured event of the year in the order of receipt, what reviewers would find, and the threads of its subjects. */
export function playYear(options: YearOptions): {
  deliveries: DemoDelivery[]
  findings: Map<string, Nature>
  threads: readonly DemoThread[]
} {
  const year = openYear(options)
  const { now, random } = options
  const threads = new Threads(year)
  const dialogues = startTimes(dialogueCount, now, random.fork('calendar')).map((local) => ({ local }))
  for (const start of [...dialogues, ...threadStarts(year)].toSorted((a, b) => a.local - b.local)) {
    threads.continueUntil(start.local)
    if ('subject' in start) threads.begin(start)
    else playDialogue(year, start.local)
  }
  threads.continueUntil(now.getTime())
  for (let count = 0; count < recentCount; count += 1) playRecent(year)
  year.deliveries.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  return { deliveries: year.deliveries, findings: year.findings, threads: threads.all }
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

/** Languages with few scenes occur less often, so that scenes do not repeat too often. */
function eagerness({ language }: DemoContact): number {
  if (language === 'ja' || language === 'ar') return 0.5
  return language === 'zh' ? 0.95 : language === 'pt' ? 0.75 : 1
}

/** Plays one dialogue that starts at `local` on the desk's own clock. */
function playDialogue(year: Year, local: number): void {
  const { random, cast, now } = year
  const busy = isQuarterEnd(local) || isMarketDrop(local, now) ? 1.3 : 1
  const incident = random.chance(0.074 * busy)
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
  const { random, cast, since } = year
  if (start < (since.get(contact.key) ?? 0)) return
  const desk = cast.representative(contact.ownerKey).desk
  const topic = welcomed(year, contact) ? (incident ? delicateTopic(desk, random) : undefined) : 'onboarding'
  const group = topic ? undefined : groupOf(year, contact)
  if (group) {
    stage(year, group, start)
  } else if (random.chance(incident ? 0.12 : 0.19)) {
    stage(year, cast.mail(desk, contact), start, topic === 'vulnerable' ? 'incident' : topic)
  } else {
    const favourite = random.chance(0.72) || contact.channels.length < 3
    stage(year, cast.direct(contact, contact.channels[favourite ? 0 : 1] ?? 'sms'), start, topic)
  }
}

/** Whether the contact is past the first two dialogues of a new client. */
function welcomed({ since, greeted }: Year, contact: DemoContact): boolean {
  if (!since.has(contact.key)) return true
  const count = greeted.get(contact.key) ?? 0
  greeted.set(contact.key, count + 1)
  return count >= 2
}

function delicateTopic(desk: DeskKey, random: Random): string {
  return ['london', 'service'].includes(desk) && random.chance(0.16) ? 'vulnerable' : 'incident'
}

/** Sometimes uses the couple's own group, or one with a colleague. */
function groupOf({ random, cast }: Year, contact: DemoContact): Conversation | undefined {
  if (random.chance(0.3)) return cast.family(contact)
  return random.chance(0.05) ? cast.joint(contact) : undefined
}

/** Plays a scene in the conversation after the last one ended; sometimes a second matter follows. */
function stage(year: Year, conversation: Conversation, start: number, topic?: string): void {
  const { random, now } = year
  const begin = start > conversation.freeAt ? start : conversation.freeAt + random.between(2, 20) * hourMs
  if (begin > now.getTime() - 60_000) return
  const scene = sceneFor(year, conversation, begin, topic)
  if (!scene) return
  if (conversation.sequence === 0 && conversation.type === 'group') gather(year, conversation, begin)
  const continues = conversation.type === 'direct' && scene.closes && random.chance(0.2)
  playInto(year, { scene, conversation, start: begin, follows: false, ends: !continues })
  if (!continues) return
  const next = conversation.freeAt + random.between(1, 25) * 60_000
  const second = sceneFor(year, conversation, next, undefined)
  if (second) playInto(year, { scene: second, conversation, start: next, follows: true, ends: true })
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

/** Whether the policies that a scene would break apply to this conversation. */
function concerns({ policies }: Year, scene: Scene, { client }: Conversation): boolean {
  return scene.hits.every(({ policy }) => {
    const found = policies.find(({ key }) => key === policy)
    return found?.scope !== 'group' || client?.groupKeys.some((key) => found.groupKeys.includes(key))
  })
}

/** The first events of a group: all members join. */
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
