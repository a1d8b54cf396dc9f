import { type Contact, type listContacts, contactList } from '@verbatim/contract/contacts.ts'
import type { ContactHistory } from '@verbatim/contract/contact-changes.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import type { Condition } from '@verbatim/contract/list-filter.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { type PlainCondition, plainConditions } from '#platform/list/plain-conditions.ts'
import { allOf, column, columnsIn } from '#platform/list/sql.ts'
import { findChangesOf } from './kept-changes.ts'
import { kindOf } from './model.ts'

type Field = keyof typeof contactList.fields
type ContactQuery = InputOf<typeof listContacts>['query']

const columns = columnsIn<ContactRow>()(contactList.fields, 'contact', {
  name: column('contact.sort_name'),
  shareType: column('contact.share_level'),
  // Answered through the members instead: see `groupSql`.
  groupId: column('contact.id', 'uuid'),
  status: {
    expression: sql`case when contact.archived_at is null then 'active' else 'archived' end`,
    type: 'text',
  },
  created: column('contact.created_at', 'timestamptz'),
  changed: column('contact.changed_at', 'timestamptz'),
})

interface ContactRow {
  readonly id: ContactId
  readonly name: string
  readonly share_level: 'global' | 'personal'
  readonly owner_id: UserId | null
  readonly archived_at: Date | null
  readonly merged_into: ContactId | null
  readonly version: number
  readonly created_at: Date
  readonly changed_at: Date
}

const selected = sql`contact.id, contact.name, contact.share_level, contact.owner_id, contact.archived_at,
  contact.merged_into, contact.version, contact.created_at, contact.changed_at`

/** One page of the contacts within `scope`; archived ones only if the filter names their status. */
export async function findContacts(
  tx: TenantTx,
  scope: AccessScope,
  query: ContactQuery,
  now: Date,
): Promise<Page<Contact>> {
  const isOfGroup = ({ field }: Condition<Field>) => field === 'groupId'
  const asksStatus = query.filter.some(({ field }) => field === 'status')
  const { search } = query
  const sought = search?.field === 'name' ? sql`contact.sort_name` : sql`contact.search_key`
  const { items, ...total } = await findPage<ContactRow, Field>(
    tx,
    {
      spec: contactList,
      columns,
      select: selected,
      from: sql`contact`,
      where: allOf([
        contactWithin(scope, sql`contact`),
        asksStatus ? allOf([]) : sql`contact.archived_at is null`,
        search ? foundSql(sought, search.text) : allOf([]),
        ...plainConditions(contactList.fields, query.filter.filter(isOfGroup), now).map(groupSql),
      ]),
      tie: sql`contact.id`,
    },
    { ...query, filter: query.filter.filter((condition) => !isOfGroup(condition)).map(inLowerCase) },
    now,
  )
  return { items: await toContacts(tx, scope, items), ...total }
}

/** Every word occurs in a lower-case text. */
const foundSql = (sought: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  allOf(
    text
      .split(/\s+/u)
      .filter((word) => word !== '')
      .map((word) => sql<boolean>`${sought} like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`),
  )

/** Names are compared in lower case. */
const inLowerCase = (condition: Condition<Field>): Condition<Field> =>
  condition.field === 'name'
    ? { ...condition, values: condition.values.map((value) => value.toLowerCase()) }
    : condition

/** The contacts of groups are looked up once, not once for every contact. */
function groupSql({ test, values }: PlainCondition<Field>): RawBuilder<boolean> {
  const given = test === 'in' || test === 'nin' ? sql`group_id = any(${values}::uuid[])` : sql`true`
  const members = sql`select contact_id from conversation_group_contact where ${given}`
  return test === 'in' || test === 'nempty'
    ? sql`contact.id in (${members})`
    : sql`contact.id not in (${members})`
}

/** @throws Failure `contact.not-found` */
export async function requireContact(tx: TenantTx, scope: AccessScope, id: ContactId): Promise<Contact> {
  const { rows } = await sql<ContactRow>`
    select ${selected} from contact where contact.id = ${id} and ${contactWithin(scope, sql`contact`)}`.execute(
    tx,
  )
  const [contact] = await toContacts(tx, scope, rows)
  if (!contact) throw new Failure('contact.not-found', { id })
  return contact
}

interface Extra {
  readonly id: ContactId
  readonly addresses: readonly string[] | null
  readonly groups: readonly { readonly id: GroupId; readonly name: string }[] | null
  readonly owner_name: string | null
  readonly owner_email: string | null
  readonly avatar: string | null
  readonly merged_name: string | null
}

/** Data of other tables is read for the whole page at once. */
async function toContacts(tx: TenantTx, scope: AccessScope, rows: readonly ContactRow[]): Promise<Contact[]> {
  if (rows.length === 0) return []
  const { rows: extras } = await sql<Extra>`
    select contact.id, owner.display_name as owner_name, owner.email as owner_email, avatar.digest as avatar, target.name as merged_name,
      (select array_agg(value order by value) from address
        where address.tenant_id = contact.tenant_id and address.contact_id = contact.id) as addresses,
      (select json_agg(json_build_object('id', named.id, 'name', named.name) order by named.name_key)
        from conversation_group_contact link join conversation_group named
          on named.tenant_id = link.tenant_id and named.id = link.group_id
        where link.tenant_id = contact.tenant_id and link.contact_id = contact.id) as groups
    from contact
    left join tenant_user owner on owner.tenant_id = contact.tenant_id and owner.id = contact.owner_id
    left join contact_avatar avatar on avatar.tenant_id = contact.tenant_id and avatar.contact_id = contact.id
    left join contact target on target.tenant_id = contact.tenant_id and target.id = contact.merged_into
      and ${contactWithin(scope, sql`target`)}
    where contact.id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
  const extraOf = new Map(extras.map((extra) => [extra.id, extra]))
  return rows.map((row) => toContact(row, extraOf.get(row.id)))
}

function toContact(row: ContactRow, extra: Extra | undefined): Contact {
  return {
    id: row.id,
    name: row.name,
    shareLevel: row.share_level,
    ...(row.owner_id && { owner: { id: row.owner_id, name: extra?.owner_name ?? '' } }),
    ownerEmail: extra?.owner_email ?? '',
    ...addressesOf(extra),
    groups: [...(extra?.groups ?? [])],
    ...(extra?.avatar && { avatar: extra.avatar }),
    status: row.archived_at ? 'archived' : 'active',
    ...(row.merged_into &&
      extra?.merged_name && { mergedInto: { id: row.merged_into, name: extra.merged_name } }),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  }
}

function addressesOf(extra: Extra | undefined): Pick<Contact, 'phone' | 'addresses'> {
  const addresses = (extra?.addresses ?? []).map((value) => ({ kind: kindOf(value), value }))
  return { phone: addresses.find(({ kind }) => kind === 'phone')?.value ?? '', addresses }
}

/** The addresses of a contact, and the contacts merged into it; those beyond `scope` are not named. @throws Failure `contact.not-found` */
export async function findHistory(
  tx: TenantTx,
  scope: AccessScope,
  id: ContactId,
  now: Date,
): Promise<ContactHistory> {
  const { name } = await requireContact(tx, scope, id)
  const { rows } = await sql<{
    value: string
    since: Date
    until: Date | null
    origin_id: ContactId | null
    origin_name: string | null
  }>`
    select known.value, known.since, known.until, origin.id as origin_id, origin.name as origin_name
    from contact_identity known
    left join contact origin on origin.tenant_id = known.tenant_id and origin.id = known.origin_contact_id
      and ${contactWithin(scope, sql`origin`)}
    where known.contact_id = ${id} order by known.until desc nulls first, known.since desc, known.value`.execute(
    tx,
  )
  return {
    identities: rows.map((row) => ({
      kind: kindOf(row.value),
      value: row.value,
      since: row.since.toISOString(),
      ...(row.until && { until: row.until.toISOString() }),
      ...(row.origin_id && { cameFrom: { id: row.origin_id, name: row.origin_name ?? '' } }),
    })),
    changes: await findChangesOf(tx, scope, { id, name }, now),
  }
}
