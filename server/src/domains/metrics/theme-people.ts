/** Those who wrote about a theme in a period. A merged contact counts as the one that it became at last. */
import type { ContactId, ThemeId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { categoryOf, type Categorized, type ThemePerson } from '@verbatim/contract/themes.ts'
import { sql } from 'kysely'
import { findMessagesIds } from '#domains/themes/moving.ts'
import { requireShownTheme } from '#domains/themes/queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { mergedContacts } from '#schema/merged-contacts.ts'
import type { ListedReader } from './listed.ts'
import { findListPeriod, type Periods } from './period.ts'
import { placedIn, type ThemeCounts, type ThemeQuestion } from './theme-counts.ts'
import { themeRows } from './themes.ts'

interface Counted {
  readonly id: ThemeId
  /** Its own, and those of what was merged into it. */
  readonly ids: readonly ThemeId[]
  readonly counts: Pick<ThemeCounts, 'period' | 'category'>
  readonly periods: Periods
}

interface Asked {
  readonly limit: number
  readonly skip?: number
  /** Only outside people, and what they wrote to us: those whom the figure of contacts counts. */
  readonly areContacts?: true
}

interface PersonRow {
  readonly author: string
  readonly author_user_id: UserId | null
  readonly author_contact_id: ContactId | null
  /** Of a contact: itself and those that were merged into it, as messages name them. */
  readonly contact_ids: readonly ContactId[]
  readonly name: string | null
  readonly messages: number
  readonly total: number
}

/** One page of them, who wrote most first. */
export async function findThemePeople(
  tx: TenantTx,
  question: Pick<ThemeQuestion, 'scope' | 'category'>,
  { id, ids, counts, periods }: Counted,
  { limit, skip = 0, areContacts }: Asked,
): Promise<Page<ThemePerson>> {
  const { current, zone } = periods
  const { rows } = await sql<PersonRow>`
    select said.*, coalesce(person.display_name, contact.name) as name
    from (
      select tenant_id, coalesce(merged.root::text, author) as author, author_user_id,
        coalesce(merged.root, author_contact_id) as author_contact_id,
        array_remove(array_agg(distinct author_contact_id), null) as contact_ids, sum(messages)::int as messages,
        count(*) over ()::int as total
      from (
        select tenant_id, author, author_user_id, author_contact_id, count(*) as messages
        from message_theme placed
        where placed.theme_id = any(${ids}::uuid[]) and ${placedIn(question, { previous: current, current, zone })}
          and ${areContacts ? sql`placed.direction = 'inbound' and placed.author_user_id is null` : sql`true`}
        group by 1, 2, 3, 4
      ) each
      left join ${mergedContacts} merged on merged.id = author_contact_id
      group by 1, 2, 3, 4 order by messages desc, author limit ${limit} offset ${skip}
    ) said
    left join tenant_user person on person.tenant_id = said.tenant_id and person.id = said.author_user_id
    left join contact on contact.tenant_id = said.tenant_id and contact.id = said.author_contact_id
    order by messages desc, author`.execute(tx)
  const items = rows.map((row) => {
    const { author, author_user_id: userId, author_contact_id: contactId, name, messages } = row
    const known = userId ? [userId] : row.contact_ids
    const byThem = known.length > 1 ? `authorId[in]:${known.join('|')}` : `authorId[eq]:${known[0]}`
    const received = areContacts ? ['direction[eq]:inbound'] : []
    return {
      name: name ?? author,
      ...(userId && { userId }),
      ...(contactId && { contactId }),
      ...(known.length === 0 && { address: author }),
      messages,
      ...(known.length > 0 && {
        drilldown: { ...themeRows(id, counts, byThem, ...received), rows: messages },
      }),
    }
  })
  return { items, total: rows[0]?.total ?? 0 }
}

interface ContactsAsked extends Pick<ListedReader, 'seesHiddenThemes'>, Categorized {
  readonly themeId: ThemeId
}

/** The theme whose contacts are asked for. @throws Failure `theme.not-found` */
export const requireThemeOfContacts = (
  tx: TenantTx,
  scope: AccessScope,
  { themeId, seesHiddenThemes: seesHidden = false }: ContactsAsked,
) => requireShownTheme(tx, { scope, seesHidden }, themeId)

/**
 * One page of the contacts whom a theme’s figure counts.
 * @throws Failure `theme.not-found`
 */
export async function findThemeContacts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { limit, skip, ...asked }: Required<Pick<Asked, 'limit' | 'skip'>> & ContactsAsked,
): Promise<Page<ThemePerson>> {
  const { id } = await requireThemeOfContacts(tx, scope, asked)
  const question = { scope, category: categoryOf(asked) }
  const counts = {
    period: await findListPeriod(tx, periods.current, periods),
    category: question.category,
  }
  const counted = { id, ids: await findMessagesIds(tx, id), counts, periods }
  const found = await findThemePeople(tx, question, counted, { limit, skip, areContacts: true })
  if (found.items.length > 0 || skip === 0) return found
  // A page beyond the last has no row that says how many there are.
  const { total } = await findThemePeople(tx, question, counted, { limit: 1, areContacts: true })
  return { items: [], total }
}
