/** A person in short, for a reader who points at their name. */
import { channels, type Channel } from '@verbatim/contract/channels.ts'
import { openStatuses } from '@verbatim/contract/event-status.ts'
import type { PersonCard, personKinds } from '@verbatim/contract/find.ts'
import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { countEvents } from '#domains/cognitive-events/queries.ts'
import type { EventQuery } from '#domains/cognitive-events/rows.ts'
import { requireContact } from '#domains/contacts/list-queries.ts'
import { findMessageSources } from '#domains/messages/source-choices.ts'
import { requireUser } from '#domains/users/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findRows } from './find.ts'
import { identified } from './identified.ts'

type Kind = (typeof personKinds)[number]
type Page = PersonCard['pages'][number]

const pagesOf: Record<Kind, readonly Page[]> = {
  user: ['platform-user', 'messenger-user'],
  contact: ['contact'],
}

/**
 * Each part by the right that its page or list needs. Who has no page for this actor is known only as the author of messages
 * that the actor may read, and under pseudonyms not even that. @throws Failure `user.not-found`
 */
export async function requirePersonCard(
  tx: TenantTx,
  actor: Actor,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  now: Date,
): Promise<PersonCard> {
  const pages = pagesOf[kind]
  const isPage = (found: string): found is Page => pages.some((page) => page === found)
  const found = await findRows(
    tx,
    actor,
    identified(actor, id).filter((findable) => isPage(findable.kind)),
  )
  // What someone writes where, and how much of it is reviewed, would lead from a name to their pseudonym.
  const isVeiled = actor.readsUnderPseudonyms === true
  const mayRead = !isVeiled && actor.permissions.has('messages.view') && actor.purpose !== 'missing'
  const mayCount = !isVeiled && actor.permissions.has('events.view')
  const name = found[0]?.name ?? (mayRead ? await findAuthorName(tx, actor, { kind, id }) : undefined)
  if (name === undefined) throw new Failure('user.not-found', { id })
  const [side] = found.map((one) => one.kind).filter(isPage)
  return {
    name,
    pages: found.map((one) => one.kind).filter(isPage),
    ...(side && (await factsOf(tx, actor, side, id))),
    ...(mayRead && { channels: await findChannels(tx, actor, { kind, id }) }),
    ...(mayCount && { openEvents: await countOpenEvents(tx, actor, id, now) }),
  }
}

/** The name of an author of messages that the actor may read. */
async function findAuthorName(
  tx: TenantTx,
  { scope }: Actor,
  { kind, id }: { readonly kind: Kind; readonly id: string },
): Promise<string | undefined> {
  const [user] = await findMessageSources(tx, { scope }, { kind: 'owner', id })
  if (kind === 'user') return user?.name
  const [author] = user ? [] : await findMessageSources(tx, { scope }, { kind: 'author', id })
  return author?.name
}

/** What the person's own page says. */
async function factsOf(
  tx: TenantTx,
  { scope }: Actor,
  page: Page,
  id: string,
): Promise<Pick<PersonCard, 'role' | 'groups'>> {
  if (page === 'contact') {
    const { groups } = await requireContact(tx, scope, id as ContactId)
    return { groups }
  }
  const { groups, role } = await requireUser(
    tx,
    page === 'platform-user' ? 'platform' : 'messenger',
    id as UserId,
  )
  return page === 'platform-user' ? { groups, role } : { groups }
}

/** A few lookups by the author, one for each channel. */
async function findChannels(
  tx: TenantTx,
  { scope }: Actor,
  { kind, id }: { readonly kind: Kind; readonly id: string },
): Promise<Channel[]> {
  const author = kind === 'user' ? sql`message.author_user_id` : sql`message.author_contact_id`
  const { rows } = await sql<{ channel: Channel }>`
    select channel from unnest(${channels}::text[]) with ordinality as known (channel, place)
    where exists (select from message where ${author} = ${id} and message.channel = known.channel
      and ${withinScope(scope, 'message')})
    order by place`.execute(tx)
  return rows.map(({ channel }) => channel)
}

function countOpenEvents(tx: TenantTx, { scope }: Actor, id: string, now: Date): Promise<number> {
  const filter: EventQuery['filter'] = [
    { field: 'authorId', operator: 'eq', values: [id] },
    { field: 'status', operator: 'in', values: openStatuses },
  ]
  return countEvents(tx, scope, { filter }, now)
}
