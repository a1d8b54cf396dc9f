/** Events of a message after it was sent: receipts, reactions, edits, deletions, and its further content. */
import type { CapturedMessage, OtherText } from '@verbatim/server/kernel/captured-event.ts'
import type { Voice } from './conversation.ts'
import { makeFile } from '#files/file.ts'
import type { FileKind } from './scene.ts'
import { abilities } from './source-keys.ts'
import { deliver, type Stage } from './stage.ts'

/** The channel's later reports: a receipt for our messages, and sometimes a reaction. */
export function afterwards(stage: Stage, voice: Voice): void {
  const { random, conversation } = stage
  const { receipts, reactions } = abilities[conversation.channel]
  const reached = receipts.at(random.chance(0.82) ? -1 : 0)
  const state = reached && random.chance(0.012) ? 'failed' : reached
  if (voice.ours && state && stage.last && conversation.type === 'direct') {
    const at = new Date(Math.round(stage.clock) + random.between(3, 240) * 1000)
    if (at.getTime() <= stage.now) {
      const { channel, messageKey: targetKey } = stage.last
      const eventKey = `s|${targetKey}|*|${state}`
      const event = { kind: 'status', channel, eventKey, targetKey, state, at } as const
      stage.deliveries.push({
        accountKey: conversation.accountKey,
        event: state === 'failed' ? { ...event, errorCode: '30003' } : event,
        receivedAt: at,
      })
    }
  }
  if (reactions && random.chance(0.06)) react(stage, random.pick(['👍', '❤️', '🙏', '😂', '🎉', '👏']))
}

export function edit(stage: Stage, body: string): void {
  const { last, lastVoice, conversation, random } = stage
  if (!last || !lastVoice || !abilities[conversation.channel].edits || last.body === body) return
  stage.clock += random.between(8, 90) * 1000
  if (stage.clock > stage.now) return
  deliver(stage, {
    kind: 'edit',
    channel: last.channel,
    eventKey: `e|${last.messageKey}|${Math.round(stage.clock)}`,
    targetKey: last.messageKey,
    at: new Date(Math.round(stage.clock)),
    actor: lastVoice.identity,
    body,
  })
}

export function remove(stage: Stage): void {
  const { last, lastVoice, conversation, random } = stage
  if (!last || !lastVoice || !abilities[conversation.channel].deletes) return
  stage.clock += random.between(20, 400) * 1000
  if (stage.clock > stage.now) return
  deliver(stage, {
    kind: 'delete',
    channel: last.channel,
    eventKey: `d|${last.messageKey}|everyone`,
    targetKey: last.messageKey,
    at: new Date(Math.round(stage.clock)),
    actor: lastVoice.identity,
    scope: 'everyone',
  })
}

export function react(stage: Stage, value: string): void {
  const { last, lastVoice, conversation, random } = stage
  const others = conversation.members.filter((voice) => voice !== lastVoice)
  if (!last || others.length === 0 || !abilities[conversation.channel].reactions) return
  const at = Math.round(stage.clock) + random.between(5, 120) * 1000
  if (at > stage.now) return
  const actor = random.pick(others).identity
  const target = { channel: last.channel, targetKey: last.messageKey, actor, value }
  stage.deliveries.push({
    accountKey: conversation.accountKey,
    receivedAt: new Date(at + 700),
    event: {
      kind: 'reaction',
      ...target,
      eventKey: `r|${last.messageKey}|${actor.value}|add|${value}|${at}`,
      at: new Date(at),
      action: 'add',
    },
  })
}

/** Files belong to the previous message; on chat channels the words become its caption. */
export function attach(stage: Stage, last: CapturedMessage, kind: FileKind): void {
  const { random, slots } = stage
  const file = makeFile(kind, { random, slots, count: last.attachments.length })
  complete(stage, {
    ...last,
    contentType: kind === 'chart' || kind === 'scan' ? 'image' : 'file',
    attachments: [...last.attachments, file],
  })
}

/** Texts of a mail that other programs show, or that it hides. */
export function sayAlso(stage: Stage, last: CapturedMessage, other: OtherText): void {
  complete(stage, { ...last, others: [...(last.others ?? []), other] })
}

/** Replaces the last message with a whole one. */
function complete(stage: Stage, message: CapturedMessage): void {
  const { last, deliveries } = stage
  const at = deliveries.findLastIndex(({ event }) => event === last)
  const delivery = deliveries[at]
  if (!delivery) return
  stage.last = message
  deliveries[at] = { ...delivery, event: message }
}
