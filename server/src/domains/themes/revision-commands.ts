/** What a revision of the themes stores. */
import type { ThemeId } from '@verbatim/contract/ids.ts'
import { type ThemeChangeKind, themeLimits } from '@verbatim/contract/themes.ts'
import { sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import { insertMany, rowsOf, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { SpokenWords } from '#schema/themes.ts'
import { moveMessages } from './move-commands.ts'
import {
  findPlacingSubthemes,
  type FoundSubtheme,
  type PlacingSubtheme,
  replaceSubthemes,
} from './subtheme-commands.ts'

/** A theme as the revision sees it. */
interface LiveTheme {
  readonly id: ThemeId
  readonly name: string
  readonly terms: readonly (readonly [term: string, weight: number])[]
  readonly isShown: boolean
  /** A person named, hid, liked, disliked or split it, or made it a part of another: it is neither renamed, merged away nor retired. */
  readonly isPinned: boolean
  readonly messages: number
}

/**
 * The current themes, with the number of their messages: also of those that still have the ID of a merged theme, and without those
 * that only follow others.
 */
export async function findLiveThemes(tx: TenantTx): Promise<LiveTheme[]> {
  const { rows } = await sql<{
    id: ThemeId
    name: string
    terms: LiveTheme['terms']
    is_shown: boolean
    is_pinned: boolean
    messages: number
  }>`
    select id, name, terms, is_shown, ${isPinned} as is_pinned, coalesce(counted.messages, 0) as messages
    from theme left join (
      select coalesce(move.into_id, placed.theme_id) as theme_id, count(*)::int as messages
      from message_theme placed
      left join theme_move move on move.tenant_id = placed.tenant_id and move.theme_id = placed.theme_id
      where not placed.from_context group by 1
    ) counted on counted.theme_id = theme.id
    where retired_at is null order by id`.execute(tx)
  return rows.map(({ is_shown: isShown, is_pinned: isPinned, ...theme }) => ({ ...theme, isShown, isPinned }))
}

/** What a person says of a theme. */
export type ThemePin = Pick<LiveTheme, 'id' | 'name' | 'isPinned'>

/** The current themes without the number of their messages, which takes long to count. */
export async function findThemePins(tx: TenantTx): Promise<ThemePin[]> {
  const { rows } = await sql<ThemePin>`
    select id, name, ${isPinned} as "isPinned" from theme where retired_at is null order by id`.execute(tx)
  return rows
}

const isPinned = sql`(named_by is not null or hidden_at is not null or exists (
  select from theme_feedback felt where felt.tenant_id = theme.tenant_id and felt.theme_id = theme.id) or exists (
  select from subtheme split where split.tenant_id = theme.tenant_id and theme.id in (split.theme_id, split.own_theme_id)
    and split.own_theme_id is not null and split.retired_at is null))`

/** What messages are placed by. */
interface PlacingTheme extends Pick<LiveTheme, 'id' | 'terms'> {
  readonly common: readonly string[]
  readonly subthemes: readonly PlacingSubtheme[]
}

export async function findPlacingThemes(tx: TenantTx): Promise<PlacingTheme[]> {
  const { rows } = await sql<Omit<PlacingTheme, 'subthemes'>>`
    select id, terms, common from theme where retired_at is null order by id`.execute(tx)
  const subthemes = await findPlacingSubthemes(tx)
  return rows.map((theme) => ({ ...theme, subthemes: subthemes.get(theme.id) ?? [] }))
}

/** How a revision changed a theme. */
export interface FoundChange {
  readonly kind: ThemeChangeKind
  readonly themeId: ThemeId
  readonly otherId?: ThemeId
  readonly reason: string
}

/** A theme of the new revision. */
interface FoundTheme extends Omit<LiveTheme, 'isPinned' | 'messages'> {
  /** What people write about it in the organization's language; a known theme keeps those that it has if there are none. */
  readonly words: readonly string[]
  readonly otherWords?: readonly SpokenWords[]
  readonly common?: readonly string[]
  readonly subthemes?: readonly FoundSubtheme[]
}

const themeColumns = {
  id: 'uuid',
  name: 'text',
  terms: 'jsonb',
  words: 'text[]',
  other_words: 'jsonb',
  common: 'text[]',
  is_shown: 'boolean',
  created_at: 'timestamptz',
} satisfies TableColumns<'theme'>
type ThemeRow = TableRow<'theme', typeof themeColumns>

/** Stores the themes of a revision and what changed since the last one. A name that a person gave stays. */
export async function replaceThemes(
  tx: TenantTx,
  {
    former,
    found,
    changes: all,
    isWhole,
  }: {
    readonly former: readonly LiveTheme[]
    readonly found: readonly FoundTheme[]
    readonly changes: readonly FoundChange[]
    /** All messages were read. Otherwise what was not found again may have been among the others. */
    readonly isWhole: boolean
  },
  now: Date,
): Promise<void> {
  const rows = found.map(({ id, name, terms, words, otherWords = [], common = [], isShown }) => ({
    id,
    name: name.slice(0, themeLimits.name),
    terms,
    words,
    other_words: otherWords,
    common,
    is_shown: isShown,
    created_at: now,
  }))
  await insertMany<ThemeRow>(
    tx,
    {
      table: 'theme',
      conflict: sql`on conflict (tenant_id, id) do update set
        name = case when theme.named_by is null then excluded.name else theme.name end,
        words = case when excluded.words = '{}' then theme.words else excluded.words end,
        other_words = excluded.other_words, common = excluded.common, terms = excluded.terms, is_shown = excluded.is_shown, retired_at = null, version = theme.version + 1`,
    },
    themeColumns,
    rows,
  )
  const standing = new Set(found.map(({ id }) => id))
  const changes = isWhole ? all : all.filter(({ kind }) => kind !== 'retired')
  const merged = new Set(changes.filter(({ kind }) => kind === 'merged').map(({ themeId }) => themeId))
  const gone = former.filter(({ id }) => !standing.has(id) && (isWhole || merged.has(id)))
  await replaceSubthemes(
    tx,
    found.map(({ id, subthemes = [] }) => ({ themeId: id, subthemes })),
    gone.map(({ id }) => id),
    now,
  )
  await retireThemes(tx, gone, changes, now)
  await recordChanges(tx, former, changes, now)
}

interface GoneRow {
  readonly theme_id: ThemeId
  readonly into_id: ThemeId | null
}

/** What was found no more, or has become a part of another. Messages of a merged theme are the other's at once. */
async function retireThemes(
  tx: TenantTx,
  gone: readonly LiveTheme[],
  changes: readonly FoundChange[],
  now: Date,
): Promise<void> {
  if (gone.length === 0) return
  const into = new Map(
    changes.flatMap(({ kind, themeId, otherId }) =>
      kind === 'merged' && otherId ? [[themeId, otherId]] : [],
    ),
  )
  const rows = gone.map(({ id }) => ({ theme_id: id, into_id: into.get(id) ?? null }))
  const given = rowsOf<GoneRow>({ theme_id: 'uuid', into_id: 'uuid' }, rows)
  await sql`update theme set retired_at = ${now}, merged_into = given.into_id, version = version + 1
    from ${given} where theme.id = given.theme_id`.execute(tx)
  const merged = rows.flatMap(({ theme_id, into_id }) => (into_id ? [{ theme_id, into_id }] : []))
  await moveMessages(tx, merged, now)
}

const changeColumns = {
  id: 'uuid',
  theme_id: 'uuid',
  kind: 'text',
  other_id: 'uuid',
  reason: 'text',
  was_name: 'text',
  at: 'timestamptz',
} satisfies TableColumns<'theme_change'>
type ChangeRow = TableRow<'theme_change', typeof changeColumns>

async function recordChanges(
  tx: TenantTx,
  former: readonly LiveTheme[],
  changes: readonly FoundChange[],
  now: Date,
): Promise<void> {
  const names = new Map(former.map(({ id, name }) => [id, name]))
  const rows = changes.map(({ kind, themeId, otherId, reason }) => ({
    id: newId(now),
    theme_id: themeId,
    kind,
    other_id: otherId ?? null,
    reason,
    was_name: kind === 'renamed' ? (names.get(themeId) ?? null) : null,
    at: now,
  }))
  await insertMany<ChangeRow>(tx, 'theme_change', changeColumns, rows)
}
