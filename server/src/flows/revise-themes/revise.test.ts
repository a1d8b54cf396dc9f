/** Themes are found in messages, new messages are placed, and a run that is cut off anywhere goes on. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { TenantId, type ThemeId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { takeThemes } from '#domains/themes/set.ts'
import { newId } from '#kernel/uuid.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { openReadings } from '#flows/examine/read.ts'
import { findOwnThemes, putThemes } from '#domains/themes/placing-commands.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { openThemePlacer } from './place.ts'
import { reviseThemes } from './revise.ts'

const now = new Date('2026-10-28T12:00:00Z')
let clock = now
let database: TestDatabase
let tenantId: TenantId
useTestDatabase((opened) => {
  database = opened
})

beforeEach(async () => {
  clock = now
  tenantId = TenantId.parse(newId(now))
  await inTenant(database.db, tenantId, (tx) =>
    tx
      .insertInto('organization')
      .values({ tenant_id: tenantId, host_label: `t${tenantId.slice(-12)}`, name: 'T' })
      .execute(),
  )
})

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(database.db, tenantId, work)
const revise = (db: Db = database.db, signal?: AbortSignal) =>
  reviseThemes({ db, now: () => clock, signal }, tenantId)

const subjects = {
  fees: ['The fee letter says that the management charge goes up', 'fee'],
  pensions: ['My old pension could move, what is its transfer value', 'pension'],
  weather: ['The snow and the rain go on', 'rain'],
} as const
type Subject = keyof typeof subjects
const all = Object.keys(subjects) as Subject[]

/** Texts of a subject, each with a word of its own. */
const textsOf = (subject: Subject, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const own = Array.from(String(at), (digit) => 'abcdefghij'[Number(digit)]).join('')
    return `${subjects[subject][0]} zq${own}${subject}`
  })

async function say(subject: Subject, count: number): Promise<void> {
  await within(async (tx) => {
    await insertMessages(
      tx,
      textsOf(subject, count).map((body) => ({ body, language: 'en' })),
      now,
    )
    await sql`insert into theme_set as known (due_at, fresh) values (${now}, ${count})
      on conflict (tenant_id) do update set fresh = known.fresh + excluded.fresh, due_at = excluded.due_at`.execute(
      tx,
    )
  })
}

/** How many messages of each subject each theme has. */
async function placedBy(): Promise<Record<Subject, Map<ThemeId, number>>> {
  const { rows } = await within((tx) =>
    sql<{ theme_id: ThemeId; body: string }>`
      select theme_id, body from message_theme placed join message on message.id = placed.message_id`.execute(
      tx,
    ),
  )
  const found = { fees: new Map(), pensions: new Map(), weather: new Map() }
  for (const { theme_id: id, body } of rows) {
    const subject = all.find((one) => body.includes(subjects[one][1]))!
    found[subject].set(id, (found[subject].get(id) ?? 0) + 1)
  }
  return found
}

const setOf = () => within((tx) => tx.selectFrom('theme_set').selectAll().executeTakeFirstOrThrow())

test('themes are found in messages; each subject has its own, and another run changes nothing', async () => {
  for (const subject of all) await say(subject, 80)
  await revise()
  const found = await placedBy()
  const own = Object.values(found).map((themes) => {
    const [[id, count] = []] = [...themes].toSorted(([, a], [, b]) => b - a)
    expect(count).toBe(80)
    return id
  })
  expect(new Set(own).size).toBe(3)
  const themes = await within((tx) => tx.selectFrom('theme').selectAll().execute())
  expect(themes.filter(({ id }) => own.includes(id)).every(({ is_shown: isShown }) => isShown)).toBe(true)
  expect(await setOf()).toMatchObject({ version: 1, fresh: 0, messages: 240, placed_to: null })

  await within((tx) => sql`update theme_set set fresh = 1, due_at = ${now}`.execute(tx))
  await revise()
  expect(await placedBy()).toEqual(found)
  expect(await setOf()).toMatchObject({ version: 2, fresh: 0 })
})

test('a message is placed in the transaction that stores or changes it', async () => {
  for (const subject of all) await say(subject, 80)
  await revise()
  const placer = openThemePlacer()
  const [id] = await within((tx) =>
    insertMessages(tx, [{ body: textsOf('fees', 1)[0]!, language: 'en' }], now),
  )
  const read = await openReadings()
  const said = (text: string, revision = 1) =>
    ({ messageId: id!, revision, subject: undefined, text, direction: 'inbound' }) as never
  const themeOf = async () =>
    (
      await within((tx) => tx.selectFrom('message_theme').where('message_id', '=', id!).selectAll().execute())
    )[0]?.theme_id
  const place = (text: string) => within((tx) => placer.place(tx, [said(text)], read, now))
  const found = await placedBy()
  const ownOf = (subject: Subject) => [...found[subject]].toSorted(([, a], [, b]) => b - a)[0]![0]
  await place(textsOf('fees', 1)[0]!)
  expect(await themeOf()).toBe(ownOf('fees'))
  await place('Snow and rain again')
  expect(await themeOf()).toBe(ownOf('weather'))
  await place('ok')
  expect(await themeOf()).toBeUndefined()
  expect((await setOf()).fresh).toBe(3)
  // Of two versions the one that the message shows, whichever comes last.
  await within((tx) =>
    placer.place(tx, [said('Snow and rain again'), said(textsOf('fees', 1)[0]!, 2)], read, now),
  )
  expect(await themeOf()).toBe(ownOf('weather'))
})

test('a repeated message keeps its theme, even if another is equally near', async () => {
  for (const subject of all) await say(subject, 80)
  await revise()
  const found = await placedBy()
  const ownOf = (subject: Subject) => [...found[subject]].toSorted(([, a], [, b]) => b - a)[0]![0]
  const body = `${subjects.fees[0]}. ${subjects.weather[0]}`
  const [id] = await within((tx) => insertMessages(tx, [{ body, language: 'en' }], now))
  const placer = openThemePlacer()
  const read = await openReadings()
  const again = { messageId: id!, subject: undefined, text: body, direction: 'inbound' } as never
  for (const themeId of [ownOf('fees'), ownOf('weather')]) {
    await within((tx) => putThemes(tx, [{ messageId: id!, themeId }]))
    await within((tx) => placer.place(tx, [again], read, now))
    const own = await within((tx) => findOwnThemes(tx, [id!]))
    expect(own.get(id!)?.themeId).toBe(themeId)
  }
})

test('sub-themes are found in a theme’s messages, each message has its own, and another run changes nothing', async () => {
  const parts = { fund: 'The fund and', bond: 'My bonds and', dividend: 'The dividend and' }
  for (const subject of ['pensions', 'weather'] as const) await say(subject, 90)
  await within(async (tx) => {
    const bodies = Object.entries(parts).flatMap(([part, text]) =>
      Array.from({ length: 30 }, (_, at) => `${text} zq${'abcdefghij'[at % 10]}${'klm'[at % 3]}${part}`),
    )
    await insertMessages(
      tx,
      bodies.map((body) => ({ body, language: 'en' })),
      now,
    )
  })
  await revise()
  const placed = async () => {
    const { rows } = await within((tx) =>
      sql<{ id: string; name: string; theme: string; messages: number }>`
        select subtheme.id, subtheme.name, theme.name as theme, count(*)::int as messages
        from message_theme placed join subtheme on subtheme.id = placed.subtheme_id and subtheme.retired_at is null
        join theme on theme.id = subtheme.theme_id and theme.id = placed.theme_id
        where theme.name = 'Investments' group by 1, 2, 3 order by 2`.execute(tx),
    )
    return rows
  }
  const found = await placed()
  expect(found.map(({ name, messages }) => [name, messages])).toEqual([
    ['Bonds', 30],
    ['Dividend', 30],
    ['Fund', 30],
  ])
  const [theme] = await within((tx) =>
    tx.selectFrom('theme').where('name', '=', 'Investments').selectAll().execute(),
  )
  expect(theme!.words).toEqual(expect.arrayContaining(['fund', 'bonds', 'dividend']))
  await within((tx) => sql`update theme_set set fresh = 1, due_at = ${now}`.execute(tx))
  await revise()
  expect(await placed()).toEqual(found)
})

test('a run that is interrupted in any transaction leaves a consistent state, and the next run completes it', async () => {
  for (const subject of all) await say(subject, 80)
  await revise()
  const before = await placedBy()
  await within(async (tx) => {
    await sql`update theme_set set fresh = 1, due_at = ${now}`.execute(tx)
    // As if an earlier release had placed nothing.
    await sql`delete from message_theme where theme_id in (select id from theme limit 2)`.execute(tx)
  })
  for (let transactions = 1; ; transactions++) {
    const { db, cut } = cutAfter(database.db, transactions)
    const ended = await revise(db).then(
      () => 'done',
      (error: Error) => error.message,
    )
    // Every message has at most one theme, and every theme of a message is current.
    const { rows } = await within((tx) =>
      sql`select from message_theme placed join theme on theme.id = placed.theme_id where theme.retired_at is not null`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([])
    if (!cut()) {
      expect(ended).toBe('done')
      break
    }
    expect(ended).toBe('killed')
    expect(transactions).toBeLessThan(20)
  }
  expect(await placedBy()).toEqual(before)
  expect(await setOf()).toMatchObject({ placed_to: null, fresh: 0 })
})

test('no theme is named after a person, and rare characters are kept', async () => {
  for (const subject of all) await say(subject, 80)
  await within(async (tx) => {
    await tx
      .insertInto('contact')
      .values({ id: newId(now), name: 'Priya Natarajan' } as never)
      .execute()
    const bodies = Array.from(
      { length: 120 },
      (_, at) => `priya natarajan 𠮷野家 ${at % 2 ? 'again' : 'back'}`,
    )
    await insertMessages(
      tx,
      bodies.map((body) => ({ body, language: 'en' })),
      now,
    )
  })
  await revise()
  const themes = await within((tx) => tx.selectFrom('theme').selectAll().execute())
  expect(themes.length).toBeGreaterThan(2)
  expect(JSON.stringify(themes)).not.toMatch(/priya|natarajan/i)
  const changes = await within((tx) => tx.selectFrom('theme_change').selectAll().execute())
  expect(JSON.stringify(changes)).not.toMatch(/priya|natarajan/i)
})

/** A database that fails when this many transactions were begun. */
function cutAfter(db: Db, most: number): { db: Db; cut: () => boolean } {
  let begun = 0
  let isCut = false
  const proxy = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && ++begun > most) {
        isCut = true
        throw new Error('killed')
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: proxy, cut: () => isCut }
}

test('only one worker takes the themes of an organization, until its lease has ended', async () => {
  await say('fees', 10)
  const take = (at: Date) => within((tx) => takeThemes(tx, at))
  expect(await take(now)).toBe(true)
  expect(await take(now)).toBe(false)
  // New messages meanwhile do not end the lease.
  const placer = openThemePlacer()
  const read = await openReadings()
  const fresh = Array.from({ length: 300 }, () => ({ messageId: newId(now), text: 'x', language: 'en' }))
  await within((tx) => placer.place(tx, fresh as never, read, now))
  expect(await take(new Date(now.getTime() + 60_000))).toBe(false)
  expect(await take(new Date(now.getTime() + 10 * 60_000))).toBe(true)
})

test('themes are revised soon after many messages, and otherwise at night', async () => {
  const placer = openThemePlacer()
  const read = await openReadings()
  const said = (count: number) =>
    Array.from({ length: count }, () => ({ messageId: newId(now), text: 'x', language: 'en' })) as never
  await within((tx) => placer.place(tx, said(1), read, now))
  expect((await setOf()).due_at).toEqual(new Date(now.getTime() + dayMs))
  await within((tx) => placer.place(tx, said(200), read, now))
  expect((await setOf()).due_at).toEqual(new Date(now.getTime() + 30_000))
  await revise()
  // Two in the morning of the next day.
  expect(await setOf()).toMatchObject({ due_at: new Date('2026-10-29T02:00:00Z'), fresh: 0 })
})
