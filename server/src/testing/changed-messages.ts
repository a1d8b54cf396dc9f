import { dayMs } from '@verbatim/contract/durations.ts'
import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { messageOf } from './history.ts'
import type { World } from './world.ts'

/** A message, and what happened to it; each with what channels say of the message, or without. */
export function messageWithChanges(
  world: Pick<World, 'ctx'>,
  key: string,
  isDescribed = true,
): { readonly message: CapturedMessage; readonly changes: readonly CapturedEvent[] } {
  const sentAt = new Date(world.ctx.now().getTime() - dayMs)
  const message = messageOf(world, {
    messageKey: key,
    conversationKey: `with ${key}`,
    sentAt,
    body: 'As sent',
  })
  const { conversationKey, conversationType, direction, author } = message
  const about = isDescribed ? { about: { conversationKey, conversationType, direction, author, sentAt } } : {}
  const since = (minutes: number) =>
    ({ channel: 'whatsapp', targetKey: key, at: new Date(sentAt.getTime() + minutes * 60_000) }) as const
  const changes: CapturedEvent[] = [
    {
      kind: 'edit',
      ...since(1),
      ...about,
      eventKey: `e1 ${key}`,
      actor: author,
      body: 'A guaranteed return',
      aliases: [`${key} edited`],
    },
    {
      kind: 'edit',
      ...since(2),
      ...about,
      targetKey: `${key} edited`,
      eventKey: `e2 ${key}`,
      actor: author,
      body: 'As it stands',
    },
    { kind: 'reaction', ...since(3), ...about, eventKey: `r ${key}`, action: 'add', value: '👍' },
    { kind: 'status', ...since(4), ...about, eventKey: `s ${key}`, state: 'read' },
    { kind: 'delete', ...since(5), ...about, eventKey: `d ${key}`, scope: 'everyone' },
  ]
  return { message, changes }
}
