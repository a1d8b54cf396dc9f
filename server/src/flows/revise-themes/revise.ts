/** Themes are looked for in the messages again, and messages are placed by what was found. Source: docs/decisions/0111-themes.md. */
import {
  Names,
  type Revision,
  revisit,
  type ThemeText,
  termsOfNames,
  themeTerms,
} from '@verbatim/analyser/themes/themes.ts'
import type { MessageId, SubthemeId, TenantId, ThemeId } from '@verbatim/contract/ids.ts'
import { followContext } from '#domains/themes/context-commands.ts'
import {
  countPlaceable,
  findPeoplesNames,
  findPlaceable,
  type Place,
  type PlaceableMessage,
  putThemes,
  toPlace,
} from '#domains/themes/placing-commands.ts'
import { ownThemesOf } from '#domains/themes/own-themes.ts'
import {
  findLiveThemes,
  findPlacingThemes,
  findThemePins,
  type FoundChange,
  replaceThemes,
  type ThemePin,
} from '#domains/themes/revision-commands.ts'
import { endPlacing, findThemeSet, isVersion, keepFound, notePlaced } from '#domains/themes/set.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { newId } from '#kernel/uuid.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { readPlacer } from './place.ts'

interface ReviseContext extends DbContext {
  /** Aborted to stop after the batch that is under way. */
  readonly signal?: AbortSignal | undefined
}

/** Themes are looked for in so many messages at most, evenly taken from all of them, so that memory stays bounded. */
const mostTexts = 200_000
const readRows = 5_000
/** Messages placed again in one transaction. While it writes, new messages of the organization wait. */
const placedRows = 2_000
const firstId = '00000000-0000-0000-0000-000000000000' as MessageId

/**
 * Revises the themes of an organization. A process that is killed leaves the former themes, or the new ones with some messages that
 * the next run places; that run goes on from there.
 */
export async function reviseThemes(ctx: ReviseContext, tenantId: TenantId): Promise<void> {
  const set = await inTenant(ctx.db, tenantId, findThemeSet)
  if (set?.placed_to === null && !(await findAnew(ctx, tenantId))) return
  await placeAnew(ctx, tenantId)
}

/** @returns Whether there are new themes; not if a person changed them meanwhile, or if the run was stopped. */
async function findAnew(ctx: ReviseContext, tenantId: TenantId): Promise<boolean> {
  const { db, now, signal } = ctx
  const { language, set, former, placing, count, people } = await inTenant(db, tenantId, async (tx) => ({
    // Of names.
    language: (await tx.selectFrom('organization').select('language').executeTakeFirstOrThrow()).language,
    set: await findThemeSet(tx),
    former: await findLiveThemes(tx),
    placing: await findPlacingThemes(tx),
    count: await countPlaceable(tx),
    people: await findPeoplesNames(tx),
  }))
  if (!set) return false
  const part = Math.max(1, Math.ceil(count / mostTexts))
  const { originOf } = ownThemesOf(placing)
  const texts = await readTexts(ctx, tenantId, { part, names: termsOfNames(people), originOf })
  if (signal?.aborted) return false
  const found = revisit({
    texts,
    themes: former.map((theme) => ({
      ...theme,
      subthemes: (placing.find(({ id }) => id === theme.id)?.subthemes ?? []).map(
        ({ ownThemeId, ...one }) => ({ ...one, messages: 0, isPinned: ownThemeId !== null }),
      ),
    })),
    ...(set.dictionary && { dictionary: set.dictionary }),
    newId: () => newId(now()),
    language,
  })
  const changes = found.changes as readonly FoundChange[]
  const wordsOf = wordsOfNew(changes)
  const ownWords = wordsOfOwn(found.themes, placing)
  return inTenant(db, tenantId, async (tx) => {
    await lockTenant(tx)
    if (!(await isVersion(tx, set.version))) return false
    // A person has named, hidden, liked or disliked one meanwhile.
    if (pinsOf(await findThemePins(tx)) !== pinsOf(former)) return false
    const themes = found.themes.map(({ subthemes = [], words: own = [], ...theme }) => {
      const id = theme.id as ThemeId
      const words = own.length > 0 ? own : (ownWords.get(id) ?? [])
      return {
        ...theme,
        id,
        words: words.find((one) => one.language === language)?.words ?? wordsOf.get(id) ?? [],
        otherWords: words.filter((one) => one.language !== language),
        subthemes: subthemes.map((one) => ({ id: one.id as SubthemeId, name: one.name, terms: one.terms })),
      }
    })
    await replaceThemes(
      tx,
      {
        former,
        found: themes,
        changes,
        isWhole: part === 1,
      },
      now(),
    )
    await keepFound(tx, { dictionary: found.dictionary, messages: count, fresh: set.fresh }, now())
    await announce(tx, ['themes'])
    return true
  })
}

const pinsOf = (themes: readonly ThemePin[]) =>
  themes.map(({ id, name, isPinned }) => `${id} ${isPinned} ${name}`).join('\n')

interface Reading {
  readonly part: number
  /** Terms that are left out. */
  readonly names: ReadonlySet<string>
  readonly originOf: (place: Place) => Place
}

async function readTexts(
  { db, signal }: ReviseContext,
  tenantId: TenantId,
  { part, names, originOf }: Reading,
): Promise<Iterable<ThemeText>> {
  const texts: ThemeText[] = []
  const written = new Names()
  for (let after = firstId; !signal?.aborted;) {
    const rows = await inTenant(db, tenantId, (tx) => findPlaceable(tx, { after, limit: readRows, part }))
    for (const { id, text, sample, language, theme_id: themeId, subtheme_id: subthemeId } of rows) {
      const former = themeId ? originOf(toPlace({ theme_id: themeId, subtheme_id: subthemeId })) : undefined
      texts.push({
        key: id,
        terms: themeTerms(text, language, written.note).filter((term) => !names.has(term)),
        ...(former && { former: former.themeId }),
        ...(former?.subthemeId && { formerSubtheme: former.subthemeId }),
        language,
        sample,
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < readRows) break
    after = last.id
  }
  const mentioned = written.found()
  return withoutTerms(texts, mentioned)
}

/** One after another, because all of them fill the memory that the thread may have. */
function* withoutTerms(texts: readonly ThemeText[], left: ReadonlySet<string>): Generator<ThemeText> {
  for (const text of texts) yield { ...text, terms: text.terms.filter((term) => !left.has(term)) }
}

/** The words by which new themes were found, as people write them. */
const wordsOfNew = (changes: readonly FoundChange[]): ReadonlyMap<ThemeId, readonly string[]> =>
  new Map(
    changes
      .filter(({ kind }) => kind === 'new' || kind === 'split')
      .map(({ themeId, reason }) => [themeId, reason.split(', ')]),
  )

/** What people write about themes that were sub-themes of others. */
const wordsOfOwn = (found: Revision['themes'], placing: Awaited<ReturnType<typeof findPlacingThemes>>) => {
  const ownIds = new Map<string, ThemeId | null>(
    placing.flatMap(({ subthemes }) => subthemes.map((one) => [one.id, one.ownThemeId] as const)),
  )
  const said = found.flatMap(({ subthemes = [] }) =>
    subthemes.flatMap(({ id, words = [] }) => {
      const ownId = ownIds.get(id)
      return ownId ? [[ownId, words] as const] : []
    }),
  )
  return new Map(said)
}

/** Places every message by the current themes, batch by batch; each batch notes how far it came. */
async function placeAnew({ db, now, signal }: ReviseContext, tenantId: TenantId): Promise<void> {
  while (!signal?.aborted) {
    const { set, after, placeTerms, rows } = await inTenant(db, tenantId, async (tx) => {
      const known = await findThemeSet(tx)
      const after = known?.placed_to
      return {
        after,
        set: known,
        placeTerms: await readPlacer(tx),
        rows: after ? await findPlaceable(tx, { after, limit: placedRows }) : [],
      }
    })
    if (!set || !after || !placeTerms) return
    const placed = rows.flatMap((row) => {
      const { theme_id: themeId, subtheme_id: subthemeId } = row
      const former = themeId ? toPlace({ theme_id: themeId, subtheme_id: subthemeId }) : undefined
      const place = placeTerms(themeTerms(row.text, row.language), former)
      const stays = place?.themeId === former?.themeId && place?.subthemeId === former?.subthemeId
      return stays ? [] : [toPlaced(row, place)]
    })
    await inTenant(db, tenantId, async (tx) => {
      await lockTenant(tx)
      // A person has changed the themes meanwhile: the batch is placed by the new ones.
      if (!(await isVersion(tx, set.version))) return
      await putThemes(tx, placed)
      const last = rows.at(-1)
      // Of all, since what they follow may have changed.
      const ids = rows.map(({ id }) => id)
      if (last) await followContext(tx, ids, { upTo: last.id })
      if (last) return notePlaced(tx, { from: after, to: last.id }, now())
      await endPlacing(tx, now())
      await announce(tx, ['themes', 'messages'])
    })
  }
}

const toPlaced = ({ id, revision }: PlaceableMessage, place: Place | undefined) => ({
  messageId: id,
  revision,
  themeId: place?.themeId,
  subthemeId: place?.subthemeId,
})
