import { TenantId, type ThemeId, GroupId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { test } from 'vitest'
import { moveFurther, moveMessages } from '#domains/themes/move-commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase } from '#testing/database.ts'
import { insertThemes } from '#testing/themes.ts'
test('measure', { timeout: 400_000 }, async () => {
  const now = new Date('2026-10-28T12:00:00Z')
  const database = await openTestDatabase()
  const id = TenantId.parse(newId(now))
  await inTenant(database.db, id, (tx) => tx.insertInto('organization').values({ tenant_id: id, host_label: 'tx', name: 'T' }).execute())
  const [a, b] = await inTenant(database.db, id, (tx) => insertThemes(tx, [{ name: 'A', messageIds: [] }, { name: 'B', messageIds: [] }], now))
  const groups = [GroupId.parse(newId(now)), GroupId.parse(newId(now))]
  await inTenant(database.db, id, (tx) => sql`insert into message_theme (message_id, theme_id, posted_at, channel, group_ids, direction, category, urgency, author)
    select gen_random_uuid(), case when n % 2 = 0 then ${a}::uuid else ${b}::uuid end, ${now}::timestamptz - n * interval '1 minute', 'whatsapp', ${groups}::uuid[], 'inbound', 'other', 'low', 'x' from generate_series(1, 300000) n`.execute(tx))
  const timed = async (what: string, work: () => Promise<unknown>) => { const t = performance.now(); const r = await work(); console.log(what, Math.round(performance.now() - t), r) }
  await timed('merge', () => inTenant(database.db, id, (tx) => moveMessages(tx, [{ theme_id: a as ThemeId, into_id: b as ThemeId }], now)))
  for (let n = 0; n < 4; n++) await timed('batch', () => inTenant(database.db, id, (tx) => moveFurther(tx, 5000, now)))
  await timed('all', async () => { let n = 0; while (await inTenant(database.db, id, (tx) => moveFurther(tx, 5000, now))) n++; return n })
  await database.close()
})
