import type { CapturedReaction } from '#kernel/captured-event.ts'
import { dateOf } from '#channels/date-of.ts'
import type { Context } from './delivery.ts'
import { type Fields, numberOf, textOf } from './fields.ts'
import { isOwnNumber, owner, type Person, readJid } from './jid.ts'
import { actorOf, changeOf, type Place, targetOf } from './place.ts'

/**
 * A reaction, by the one who wrote `place`; undefined without a target.
 * @param target The key of the message, in the owner's view.
 */
export function toReaction(
  place: Place,
  target: Fields,
  reaction: Fields,
  context: Context,
): CapturedReaction | undefined {
  const id = textOf(target['id'])
  const author = id === undefined ? undefined : targetAuthor(place, target, context)
  if (!id || !author) return undefined
  const value = textOf(reaction['text']) ?? ''
  const action = value === '' ? 'remove' : 'add'
  const sent = numberOf(reaction['senderTimestampMs'])
  const about = targetOf(place, author, id)
  const at = dateOf(sent)
  return {
    kind: 'reaction',
    channel: context.account.channel,
    ...changeOf(
      about,
      (target, by) => `r|${target}|${by}|${action}|${value}|${sent ?? place.id}`,
      place.author,
    ),
    ...(at && { at }),
    ...actorOf(place.author),
    ...(!place.isMine && author.key !== place.author.key && { unconfirmed: true as const }),
    action,
    value,
  }
}

/** Who wrote a message that someone else's message names in the owner's view. */
export function targetAuthor(
  { group, peer }: Place,
  target: Fields,
  { account, find }: Context,
): Person | undefined {
  const named = find(target['participant'], target['participantAlt'])
  const isSelf = target['fromMe'] === true || isOwnNumber(account, readJid(target['participant']))
  if (isSelf) return owner
  return group ? named : peer
}
