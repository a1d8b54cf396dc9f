/** Plays a scene in a conversation: words become messages at believable times, with their later events. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { CapturedMessage, Participant } from '@verbatim/server/kernel/captured-event.ts'
import { afterwards, attach, edit, react, remove, sayAlso } from './after-sending.ts'
import { awake } from './calendar.ts'
import type { Conversation, Voice } from './conversation.ts'
import { deskOffsets } from './groups.ts'
import { mailBody } from './mail-body.ts'
import { closingSteps, opened } from './opening.ts'
import type { DemoDelivery } from './organization.ts'
import type { Speaker, Step } from './scene.ts'
import { slotsFor } from './slots.ts'
import { abilities, messageKey } from './source-keys.ts'
import { deliver, type Playing, type Stage } from './stage.ts'
import { slip, styled } from './style.ts'
import { type Wording, say } from './wording.ts'

/** The events of the scene up to `now`, in order, and the keys of its messages. */
export function play(playing: Playing): DemoDelivery[] {
  const { scene, conversation, start, random } = playing
  const offset = deskOffsets[conversation.representative.desk]
  const slots = slotsFor(
    {
      language: scene.language,
      random,
      local: new Date(start + offset * hourMs),
      client: conversation.client,
      partner: conversation.partner,
      representative: conversation.representative,
      colleagues: conversation.colleagues,
    },
    playing.chosen,
  )
  const stage: Stage = {
    ...playing,
    slots,
    offset,
    deliveries: [],
    subject: scene.subject && say(scene.subject, slots, random),
    clock: start,
    last: undefined,
    lastVoice: undefined,
    messages: 0,
  }
  const closing = playing.ends ? closingSteps(scene, conversation, random) : []
  for (const step of [...scene.steps, ...closing]) {
    if (stage.clock > stage.now) break
    take(stage, step)
  }
  conversation.freeAt = stage.clock
  return stage.deliveries
}

function take(stage: Stage, step: Step): void {
  if (step.kind === 'say') {
    if (step.optional && stage.random.chance(0.5)) return
    speak(stage, step.who, step.bubbles)
    return
  }
  if (step.kind === 'wait') {
    stage.clock = awake(stage.clock + step.ms * (0.7 + stage.random.next() * 0.6), stage.offset, stage.random)
    return
  }
  if (!stage.last || !stage.lastVoice) return
  if (step.kind === 'attach') attach(stage, stage.last, step.file)
  else if (step.kind === 'also')
    sayAlso(stage, stage.last, { kind: step.other, text: say(step.text, stage.slots, stage.random) })
  else if (step.kind === 'edit') edit(stage, say(step.text, stage.slots, stage.random))
  else if (step.kind === 'delete') remove(stage)
  else react(stage, step.value)
}

function speak(stage: Stage, who: Speaker, bubbles: readonly Wording[]): void {
  const voice = stage.conversation.seats.get(who)
  if (!voice) throw new Error(`No one speaks for ${who} in ${stage.scene.key}`)
  const { random, scene, slots } = stage
  for (const [at, bubble] of bubbles.entries()) {
    stage.clock = awake(stage.clock + pause(stage, voice, at > 0), stage.offset, random)
    if (stage.clock > stage.now) return
    const words = say(bubble, slots, random)
    if (scene.medium === 'mail') {
      send(stage, voice, mailBody(words, who, stage.messages === 0, stage))
      continue
    }
    const greeted = stage.messages === 0 ? opened(words, who, stage) : [words]
    for (const text of greeted) {
      if (text !== greeted[0]) stage.clock += random.between(4, 30) * 1000
      write(stage, voice, styled(text, voice.style, scene.language, random))
    }
  }
}

/** Sends `text`, perhaps with a mistake the first time. */
function write(stage: Stage, voice: Voice, text: string): void {
  const { random, scene, conversation } = stage
  const { edits, deletes } = abilities[conversation.channel]
  const [, opening = ''] = /^(.{12,}?[.!?。]) ./.exec(text) ?? []
  if (edits && opening && random.chance(0.035)) {
    send(stage, voice, opening)
    edit(stage, text)
    return
  }
  const slipped = slip(text, voice.style, scene.language, random)
  send(stage, voice, slipped?.text ?? text)
  if (slipped && edits && random.chance(0.8)) edit(stage, text)
  else if (slipped && random.chance(0.3)) {
    stage.clock += random.between(3, 20) * 1000
    send(stage, voice, `*${slipped.meant}`)
  } else if (deletes && random.chance(0.009)) {
    remove(stage)
    stage.clock += random.between(10, 90) * 1000
    send(stage, voice, text)
  }
}

function send(stage: Stage, voice: Voice, body: string): void {
  const { conversation, random } = stage
  const sentAt = new Date(Math.round(stage.clock))
  conversation.sequence += 1
  const key = messageKey(conversation.channel, {
    accountKey: conversation.accountKey,
    owner: conversation.owner,
    conversationKey: conversation.key,
    author: voice.identity,
    sentAt,
    sequence: conversation.sequence,
    random,
  })
  const replyToKey = replyTarget(stage, voice)
  const subject = stage.subject && (stage.messages === 0 ? stage.subject : `Re: ${stage.subject}`)
  const message: CapturedMessage = {
    kind: 'message',
    channel: conversation.channel,
    messageKey: key,
    conversationKey: conversation.key,
    conversationType: conversation.type,
    ...(conversation.title ? { conversationTitle: conversation.title } : {}),
    direction: directionOf(conversation, voice),
    author: voice.identity,
    authorName: voice.name,
    participants: participantsOf(conversation, voice),
    sentAt,
    ...(subject ? { subject } : {}),
    body,
    format: 'plain',
    contentType: 'text',
    attachments: [],
    ...(replyToKey ? { replyToKey } : {}),
  }
  stage.last = message
  stage.lastVoice = voice
  stage.messages += 1
  deliver(stage, message)
  afterwards(stage, voice)
}

function replyTarget(stage: Stage, voice: Voice): string | undefined {
  const { last, lastVoice, scene, random, conversation } = stage
  if (!last) return undefined
  if (scene.medium === 'mail') return last.messageKey
  if (lastVoice === voice || conversation.type !== 'group') return undefined
  return random.chance(0.12) ? last.messageKey : undefined
}

function directionOf({ members }: Conversation, author: Voice): CapturedMessage['direction'] {
  if (!author.ours) return 'inbound'
  return members.every(({ ours }) => ours) ? 'internal' : 'outbound'
}

function participantsOf({ members, type, rolls }: Conversation, author: Voice): readonly Participant[] {
  const known = rolls.get(author)
  if (known) return known
  const roll = members.map((voice): Participant => {
    const isAuthor = voice.personKey === author.personKey
    return {
      identity: voice.identity,
      displayName: voice.name,
      role: isAuthor ? 'author' : type === 'group' ? 'member' : 'recipient',
      ...(type === 'thread' && !isAuthor ? { addressing: 'to' as const } : {}),
    }
  })
  rolls.set(author, roll)
  return roll
}

/** Longer than the longest lag of a delivery, so that an answer is received after its question. */
const shortestAnswerMs = 4000

/** Milliseconds until `voice` sends: a breath between two bubbles, minutes to an answer, hours to a mail. */
function pause(stage: Stage, voice: Voice, sameBreath: boolean): number {
  const { random, scene, lastVoice } = stage
  if (stage.messages === 0) return 0
  if (sameBreath || lastVoice === voice) return random.between(4, 70) * 1000
  const medianMinutes = scene.medium === 'mail' ? 95 : voice.ours ? 3 : 4.5
  return Math.max(shortestAnswerMs, medianMinutes * 60_000 * Math.exp(random.normal() * 1.1))
}
