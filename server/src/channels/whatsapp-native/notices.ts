import type { CapturedEvent, CapturedMembership } from '#kernel/captured-event.ts'
import { jsonOf } from '#kernel/json.ts'
import type { Context } from './delivery.ts'
import { dateOfSeconds, type Fields, fieldsOf, listOf, numberOf, textOf } from './fields.ts'
import type { Person } from './jid.ts'
import { lineOf, type Source, toLine } from './message.ts'
import { changeOf, messageKeyOf, mirrored, mirroredNotice, nameOf, type Place, targetOf } from './place.ts'

/** Lines that the app writes into a thread, by their numbers. Source: `WebMessageInfo.StubType`. */
const revoked = 1
const undecrypted = 2
const joined = new Set([27, 31, 71, 140, 141, 151])
const left = new Set([28, 32])
const titled = new Set([20, 21])

/** About the keys of devices: each says that something technical is as usual. */
const silent = new Set([39, 67, 73, 75, 118, 131])

/** Names for the parameters of some lines; the others are kept by their number. */
const words: Readonly<Record<number, string>> = {
  22: 'groupIcon',
  23: 'inviteLink',
  24: 'groupDescription',
  25: 'onlyAdminsChange',
  26: 'onlyAdminsWrite',
  29: 'madeAdmin',
  30: 'noAdmin',
  33: 'changedNumber',
  38: 'newSecurityCode',
  40: 'missedCall',
  41: 'missedCall',
  42: 'changedNumber',
  43: 'groupDeleted',
  45: 'missedCall',
  46: 'missedCall',
  72: 'disappearingAfterSeconds',
}

/** What a line reports that no person wrote. */
export function toNotice(source: Source, kind: number): CapturedEvent[] {
  const { message, place, context } = source
  if (silent.has(kind)) return []
  const parameters = listOf(message['messageStubParameters']).filter((one) => typeof one === 'string')
  if (kind === undecrypted) return [toUndecrypted(source)]
  if (kind === revoked) return toRevoked(source)
  if (joined.has(kind) || left.has(kind)) {
    const action = joined.has(kind) ? 'joined' : 'left'
    return peopleIn(parameters, place, context).map((who) => toMembership(source, action, who))
  }
  const at = numberOf(message['messageTimestamp'])
  const mirrored = (...said: readonly unknown[]) =>
    mirroredNotice(place, context.account, { at, content: [kind, ...said] })
  if (titled.has(kind)) {
    const [title] = parameters
    const line = toLine(source, lineOf({ groupTitle: title ?? '' }, title || null))
    // A title is words of a person that everyone in the group reads, so it is text of the thread.
    return [{ ...line, ...mirrored(title), ...(title && { conversationTitle: title }) }]
  }
  const name = words[kind]
  const people = peopleIn(parameters, place, context).map(({ identity }) =>
    identity.kind === 'self' ? context.account.address.value : identity.value,
  )
  const line = lineOf(name ? { [name]: people } : { notice: kind, parameters: people })
  return [{ ...toLine(source, line), ...mirrored(people) }]
}

/** A message whose bytes could not be opened: its sender is asked for it once more, and what then comes has the same key. */
export function toUndecrypted(source: Source): CapturedEvent {
  const content = { body: null, contentType: 'unsupported', attachments: [] } as const
  return { ...toLine(source, content), flags: ['undecrypted'] }
}

/** Only in the history: it was deleted before the account was linked. */
function toRevoked(source: Source): CapturedEvent[] {
  const { place, context } = source
  const about = targetOf(place, place.author, place.id)
  return [
    { ...toLine(source, lineOf({ deletedBefore: true })), ...mirrored(place, context.account) },
    {
      kind: 'delete',
      channel: context.account.channel,
      ...changeOf(about, (target) => `d|${target}|everyone`),
      actor: place.author.identity,
      scope: 'everyone',
    },
  ]
}

/** Each parameter is an address, or JSON with one and others of the same person. */
function peopleIn(parameters: readonly string[], { author }: Place, { find }: Context): Person[] {
  return parameters.flatMap((parameter) => {
    const fields = fieldsOf(jsonOf(parameter))
    const person = fields
      ? find(fields['phoneNumber'], fields['id'], fields['lid'], fields['pn'])
      : find(parameter)
    if (person) return person.key === author.key ? author : person
    return { key: `x:${parameter}`, place: `x:${parameter}`, identity: { kind: 'unknown', value: parameter } }
  })
}

function toMembership(
  { message, place, context }: Source,
  action: CapturedMembership['action'],
  who: Person,
): CapturedMembership {
  const at = dateOfSeconds(message['messageTimestamp'])
  const whoName = nameOf(who, context)
  return {
    kind: 'membership',
    channel: context.account.channel,
    eventKey: `g|${messageKeyOf(place, place.author, place.id)}|${who.key}`,
    conversationKey: place.conversationKey,
    action,
    who: who.identity,
    ...(whoName && { whoName }),
    ...(at && { at }),
    actor: place.author.identity,
  }
}

/** A call, once, however many events tell of it; undefined without an id or a chat. */
export function callKeyOf(call: Fields): Fields | undefined {
  const id = textOf(call['id'])
  if (!id) return undefined
  const group = textOf(call['groupJid'])
  return {
    id,
    fromMe: false,
    remoteJid: group ?? call['chatId'] ?? call['from'],
    ...(group
      ? { participant: call['from'], participantAlt: call['callerPn'] }
      : { remoteJidAlt: call['callerPn'] }),
  }
}

export function toCall(call: Fields, place: Place, context: Context): CapturedEvent {
  const line = lineOf({ call: call['isVideo'] === true ? 'video' : 'voice' })
  const sent = numberOf(call['date']) ?? Date.parse(textOf(call['date']) ?? '')
  const at = Number.isFinite(sent) ? new Date(sent) : undefined
  return {
    ...toLine({ message: {}, place, context }, line, { suffix: ':call', at }),
    ...(place.group && mirrored(place, context.account)),
  }
}
