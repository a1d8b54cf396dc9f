import type { Entry } from './ledger.ts'
import { isLater } from './load.ts'
import type { Kept } from './kept.ts'
import type { PlannedMessage, Scene } from './scene.ts'

/** Attempts of the whole campaign, by their answers: the counters must be between these sums. */
export interface Heard {
  acknowledged: number
  refused: number
  /** No definite answer: counted by the endpoint or not. */
  unknown: number
  unknownForged: number
}

/** Adds a scene's ledger to the count. */
export function hear(heard: Heard, scene: Scene, entries: readonly Entry[]): void {
  const forged = new Set(scene.planned.filter(({ isForged }) => isForged).map(({ key }) => key))
  for (const { key, answer } of entries) {
    const isForged = forged.has(key)
    if (answer === 200 || answer === 250) heard.acknowledged += 1
    else if (answer === 403) heard.refused += 1
    else if (isForged) heard.unknownForged += 1
    else heard.unknown += 1
  }
}

/**
 * Compares an installation's data with the plan and the ledger.
 * @returns A sentence for every broken promise.
 */
export function findViolations(scene: Scene, entries: readonly Entry[], kept: Kept, heard: Heard): string[] {
  return [
    ...wrongAnswers(scene, entries),
    ...wrongRecords(scene, entries, kept),
    ...wrongMessages(scene, kept),
    ...wrongEvents(scene, kept),
    ...wrongCounters(kept, heard),
  ]
}

function* wrongAnswers(scene: Scene, entries: readonly Entry[]): Generator<string> {
  const forged = new Set(scene.planned.filter(({ isForged }) => isForged).map(({ key }) => key))
  for (const { key, answer } of entries) {
    if (answer === 'none' || isLater(answer)) continue
    const expected = forged.has(key) ? [403] : [200, 250]
    if (!expected.includes(answer)) yield `${key} was answered ${answer}`
  }
}

/** Acknowledged ⊆ stored ⊆ sent, one record for each, its bytes unchanged. */
function* wrongRecords(scene: Scene, entries: readonly Entry[], { records }: Kept): Generator<string> {
  const identityOf = ({ key, sha256 }: { key: string; sha256: string }) => `${key} ${sha256}`
  const stored = Map.groupBy(records, identityOf)
  const genuine = new Set(scene.planned.filter(({ isForged }) => !isForged).map(identityOf))
  const acknowledged = new Set(
    entries.filter(({ answer }) => answer === 200 || answer === 250).map((entry) => identityOf(entry)),
  )
  for (const identity of acknowledged)
    if (!stored.has(identity)) yield `${identity} was acknowledged and is not stored`
  for (const identity of genuine) if (!acknowledged.has(identity)) yield `${identity} was never acknowledged`
  for (const [identity, copies] of stored) {
    if (!genuine.has(identity)) yield `${identity} is stored and was not sent`
    if (copies.length > 1) yield `${identity} is stored ${copies.length} times`
    if (copies.some(({ sha256, bytesSha256 }) => sha256 !== bytesSha256)) yield `${identity} has other bytes`
  }
}

/** Each message once, in its conversation, with a sent text, all its versions, and its state. */
function* wrongMessages(scene: Scene, { messages, conversations }: Kept): Generator<string> {
  const placed = new Map<string, Set<string>>()
  let matched = 0
  for (const planned of scene.messages) {
    const found = messages.filter(({ key }) => isKey(planned, key))
    matched += found.length
    const [message] = found
    if (!message || found.length > 1) {
      yield `${planned.conversation}: a message is there ${found.length} times`
      continue
    }
    yield* wrongContent(planned, message)
    placed.set(
      planned.conversation,
      (placed.get(planned.conversation) ?? new Set()).add(message.conversationId),
    )
  }
  if (matched !== messages.length) yield `${messages.length - matched} messages were not sent`
  for (const [conversation, ids] of placed) {
    const expected = scene.messages.filter((message) => message.conversation === conversation).length
    const [id] = ids
    if (ids.size > 1) yield `${conversation} is spread over ${ids.size} conversations`
    const counted = conversations.get(id ?? '')
    if (counted !== expected) yield `${conversation} counts ${counted} messages and has ${expected}`
  }
}

function* wrongContent(planned: PlannedMessage, message: Kept['messages'][number]): Generator<string> {
  const name = `${planned.conversation} ${message.key}`
  const texts = message.versions.length > 0 ? message.versions : [message.body]
  if (!planned.texts.some((text) => saysSame(text, message.body))) yield `${name} has another text`
  if (!planned.texts.every((text) => texts.some((kept) => saysSame(text, kept))))
    yield `${name} lacks a text it was given`
  if (texts.length !== planned.texts.length) yield `${name} has ${texts.length} versions`
  if (message.deliveryState !== planned.deliveryState)
    yield `${name} is ${message.deliveryState}, not ${planned.deliveryState}`
  const isKept = (sha256: string, index: number) => {
    const file = message.files[index]
    return file?.sha256 === sha256 && file.state === 'stored' && file.reading === 'read'
  }
  if (message.files.length !== planned.files.length || !planned.files.every(isKept))
    yield `${name} has other files: ${JSON.stringify(message.files)}`
}

const isKey = ({ messageKey }: PlannedMessage, key: string) =>
  typeof messageKey === 'string' ? messageKey === key : messageKey.test(key)
/** The line end at the end of a mail is not part of its text. */
const saysSame = (text: string, kept: string | null) => kept !== null && kept.trimEnd() === text

/** One event for each incident, with one piece of evidence for each breach, and a matching history. */
function* wrongEvents(scene: Scene, { events, messages, policyNames }: Kept): Generator<string> {
  const conversationOf = new Map<string, string>()
  for (const planned of scene.messages) {
    const message = messages.find(({ key }) => isKey(planned, key))
    if (message) conversationOf.set(message.conversationId, planned.conversation)
  }
  const nameOf = (event: (typeof events)[number]) =>
    `${policyNames.get(event.policyId)} in ${conversationOf.get(event.conversationId)}`
  const found = Map.groupBy(events, nameOf)
  for (const { policy, conversation, evidence } of scene.incidents) {
    const name = `${policy} in ${conversation}`
    const [event, ...more] = found.get(name) ?? []
    found.delete(name)
    if (!event || more.length > 0) {
      yield `${name} has ${event ? more.length + 1 : 0} events`
      continue
    }
    const { evidenceCount, evidenceRows, joined, raised } = event
    const counts = { evidenceCount, evidenceRows, joined }
    if (Object.values(counts).some((count) => count !== evidence))
      yield `${name} should have ${evidence} evidences: ${JSON.stringify(counts)}`
    if (raised !== 1) yield `${name} was raised ${raised} times`
  }
  for (const name of found.keys()) yield `${name} is no incident and has an event`
}

/** Received = accepted + duplicate + quarantined + refused, for the whole campaign. */
function* wrongCounters(
  { counters, recordsInAll, quarantinedInAll, refusedInAll }: Kept,
  heard: Heard,
): Generator<string> {
  const { accepted, duplicate, quarantined, refused } = counters
  if (accepted + quarantined !== recordsInAll)
    yield `${accepted} accepted and ${quarantined} quarantined are counted, and ${recordsInAll} records are kept`
  if (quarantined !== 0 || quarantinedInAll !== 0)
    yield `${quarantined} are counted as quarantined, and ${quarantinedInAll} are`
  if (refused !== refusedInAll) yield `${refused} are counted as refused, and ${refusedInAll} are named`
  const kept = accepted + duplicate + quarantined
  if (kept < heard.acknowledged || kept > heard.acknowledged + heard.unknown)
    yield `${kept} are counted as received; ${heard.acknowledged} were acknowledged, ${heard.unknown} unknown`
  if (refused < heard.refused || refused > heard.refused + heard.unknownForged)
    yield `${refused} are counted as refused; ${heard.refused} were, ${heard.unknownForged} unknown`
}
