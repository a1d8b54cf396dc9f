/** Generated messages with themes, some of which come late or change, and what one would count of each theme by hand. */
import { urgencies } from '@verbatim/contract/categories.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import {
  ContactId,
  type ConversationId,
  GroupId,
  type MessageId,
  type ThemeId,
  UserId,
} from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { isWithin } from '#access/scope.ts'
import { putThemes } from '#domains/themes/placing-commands.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { dayIn } from './day-in.ts'
import { insertMessages } from './messages.ts'
import { readAgain } from './read-again.ts'
import { saidFields } from './said-messages.ts'
import { insertThemes } from './themes.ts'
import { dayFromTurn, type TurnedClock, turnedClocks } from './turned-clocks.ts'

export const now = new Date('2026-10-28T12:00:00Z')
/** Clocks are turned on the third of the days. */
export const queryAt = (clock: TurnedClock) => ({
  'date-from': dayFromTurn(clock, -2),
  'date-to': dayFromTurn(clock, 1),
})
export const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
export const someChannels = channels.slice(0, 2)
const people = Array.from({ length: 2 }, () => UserId.parse(newId(now)))
/** The second became the first. */
const contacts = Array.from({ length: 3 }, () => ContactId.parse(newId(now)))
export const names = ['Deliveries', 'Invoices', 'Holidays'] as const

/** What becomes of messages after they were counted. The last two need one of which nothing was understood. */
const happenings = ['of both groups', 'urgent', 'a notice', 'an automatic reply'] as const

const saidAt = ({ turnedAt }: TurnedClock) =>
  fc.record({
    ...saidFields(someChannels, groups, turnedAt),
    direction: fc.constantFrom<Direction>('inbound', 'inbound', 'inbound', 'inbound', 'outbound', 'internal'),
    author_user_id: fc.option(fc.constantFrom(...people), { freq: 5 }),
    author_contact_id: fc.constantFrom(null, ...contacts.slice(0, 2), ...contacts),
    author_address: fc.constantFrom('+15550100001', '+15550100002', '+15550100003'),
    content_type: fc.constantFrom<'text' | 'unsupported' | 'system'>(
      'text',
      'unsupported',
      'unsupported',
      'system',
    ),
    flags: fc.constantFrom<readonly string[]>([], [], [], [], ['autoReply']),
    /** It arrives when the others were placed. */
    isLate: fc.constantFrom(false, false, true),
    becomes: fc.option(fc.constantFrom(...happenings), { nil: undefined, freq: 2 }),
    /** Undefined: about none of them. */
    theme: fc.constantFrom(0, 0, 0, 1, 2, undefined),
  })
type Said = ReturnType<typeof saidAt> extends fc.Arbitrary<infer T> ? T : never

/** An organization's clocks, whether it had days of UTC until everything was said, and what was said. */
export const told = fc.constantFrom(...turnedClocks).chain((clock) =>
  fc.record({
    clock: fc.constant(clock),
    isMoved: fc.constantFrom(false, false, true),
    given: fc.array(saidAt(clock), { minLength: 10, maxLength: 50 }),
  }),
)

/** A message as it is counted at last. */
export function become(one: Said): Said {
  const isUnread = one.content_type === 'unsupported'
  if (one.becomes === 'of both groups') return { ...one, group_ids: [...groups] }
  if (one.becomes === 'urgent') return { ...one, urgency: 'high' }
  if (one.becomes === 'a notice' && isUnread) return { ...one, content_type: 'system' }
  if (one.becomes === 'an automatic reply' && isUnread)
    return { ...one, content_type: 'text', flags: ['autoReply'] }
  return one
}

/** What was said, as far as it arrived in time, placed in the themes that were found then; then the rest; then what becomes of it. */
export async function tell(tx: TenantTx, given: readonly Said[]): Promise<ThemeId[]> {
  await tx
    .insertInto('contact')
    .values(contacts.map((id, at) => ({ id, name: `Contact ${at}` })))
    .execute()
  // A conversation is on one channel.
  const conversations = new Map(someChannels.map((channel) => [channel, newId<ConversationId>(now)]))
  const insert = async (some: readonly Said[]) => {
    const rows = some.map((one) => ({
      ...one,
      captured_at: new Date(one.posted_at.getTime() + (one.isLate ? 2 * dayMs : 0)),
      conversation_id: conversations.get(one.channel)!,
    }))
    const ids = await insertMessages(tx, rows, now)
    return some.map((one, at) => ({ one, id: ids[at]! }))
  }
  const early = await insert(given.filter(({ isLate }) => !isLate))
  const themes = await insertThemes(
    tx,
    names.map((name, theme) => ({
      name,
      messageIds: early.flatMap(({ one, id }) => (one.theme === theme ? id : [])),
    })),
    now,
  )
  const late = await insert(given.filter(({ isLate }) => isLate))
  await putThemes(
    tx,
    late.map(({ one, id }) => ({
      messageId: id,
      themeId: one.theme === undefined ? undefined : themes[one.theme],
    })),
  )
  for (const { one, id } of [...early, ...late]) await change(tx, one, id)
  await sql`update contact set merged_into = ${contacts[0]}, archived_at = ${now} where id = ${contacts[1]}`.execute(
    tx,
  )
  return themes
}

async function change(tx: TenantTx, one: Said, id: MessageId): Promise<void> {
  const { content_type, flags, group_ids, urgency } = become(one)
  if (content_type !== 'unsupported' && content_type !== one.content_type)
    await readAgain(tx, [id], { content_type, flags }, now)
  if (group_ids !== one.group_ids || urgency !== one.urgency)
    await sql`update message set group_ids = ${group_ids}::uuid[], urgency = ${urgency} where id = ${id}`.execute(
      tx,
    )
}

interface Asked {
  readonly scope: AccessScope
  readonly clock: TurnedClock
}

/** What a reader sees of one theme. */
export const seenOf = (messages: readonly Said[], theme: number, scope: AccessScope): Said[] =>
  messages.filter(
    (one) =>
      one.theme === theme &&
      one.content_type !== 'system' &&
      !one.flags.includes('autoReply') &&
      isWithin(scope, { channel: one.channel, groupIds: one.group_ids }),
  )

/** What is said of one theme, counted one by one; undefined if the reader sees nothing of it in both periods. */
export function countByHand(messages: readonly Said[], theme: number, { scope, clock }: Asked) {
  const seen = seenOf(messages, theme, scope)
  const onDays = (first: number, last = first) =>
    seen.filter(({ posted_at }) => {
      const day = dayIn(clock.zone, posted_at)
      return day >= dayFromTurn(clock, first) && day <= dayFromTurn(clock, last)
    })
  const current = onDays(-2, 1)
  const previous = onDays(-6, -3)
  if (current.length + previous.length === 0) return undefined
  const outside = current.filter((one) => one.direction === 'inbound' && one.author_user_id === null)
  const whoOf = ({ author_contact_id: contact, author_address: address }: Said) =>
    (contact === contacts[1] ? contacts[0] : contact) ?? address
  return {
    name: names[theme],
    messages: current.length,
    previous: previous.length,
    contacts: new Set(outside.map(whoOf)).size,
    urgency: Object.fromEntries(
      urgencies.map((urgency) => [urgency, current.filter((one) => one.urgency === urgency).length]),
    ),
    series: [-2, -1, 0, 1].map((day) => onDays(day).length),
  }
}
