/** Names as long as they may be, in several scripts: nothing is pushed, overlapped or cut without a way to read it. */
import { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { inTenant, type TenantTx } from '@verbatim/server/platform/db.ts'
import type { Page } from '@playwright/test'
import type { Screen, Stage } from './stage.ts'

const names = [
  'Maximiliane-Wilhelmina von Hohenstauffen-Reichenbach zu Bergen',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrik',
  '国際金融資産運用管理株式会社東京本店営業第一部顧客担当責任者山田太郎左衛門国際金融資産運用管理株式会社東京本店',
  'عبد الرحمن بن محمد بن عبد العزيز بن سليمان بن إبراهيم آل الشيخ الأنصاري',
  '👩‍💼👨‍👩‍👧‍👦🏦 Family office of the brothers Gérard & Łukasz Świątkowski 🏔️🏔️',
]

interface Named {
  readonly table: 'contact' | 'conversation_group' | 'tenant_user'
  readonly id: string
  readonly name: string
}

/** A screen in whose lists and details the first things have such names. */
function screen(name: string, address: string, act?: (page: Page) => Promise<unknown>): Screen {
  let before: readonly Named[] = []
  return {
    name,
    address,
    changes: true,
    async act(page, stage) {
      before = await inTenant(stage.installation.world.ctx.db, stage.tenantId, firstThings)
      await rename(
        stage,
        before.map((one, n) => ({ ...one, name: names[n % names.length] ?? '' })),
      )
      await page.reload()
      await act?.(page)
    },
    undo: (stage) => rename(stage, before),
  }
}

/** By its link, because what is in the middle of the row may lead elsewhere. */
const firstRow = (page: Page) => page.getByRole('table').getByRole('link').first().press('Enter')

export const screensWithLongNames: readonly Screen[] = [
  screen('names-contacts', '/organization/contacts?sort=-changed'),
  screen('names-contact', '/organization/contacts?sort=-changed', firstRow),
  screen('names-users', '/organization/platform-users'),
  screen('names-groups', '/organization/groups'),
  screen('names-group-members', '/organization/groups', async (page) => {
    await firstRow(page)
    await page.getByRole('dialog').getByRole('link', { name: 'Members' }).click()
    await page.getByRole('list', { name: 'members' }).waitFor()
  }),
  screen('names-group-delete', '/organization/groups', async (page) => {
    await firstRow(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this group?' })
    // A group that is still used cannot be deleted, and the question says why.
    await question
      .getByLabel(/to confirm/)
      .or(question.getByRole('alert'))
      .waitFor()
  }),
  screen('names-filtered', '/organization/contacts', async (page) => {
    await page.getByRole('search').getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    const boxes = page.getByRole('group', { name: 'Group' }).getByRole('checkbox')
    await boxes.first().check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: 'Apply' }).click()
  }),
]

async function firstThings(tx: TenantTx): Promise<readonly Named[]> {
  const contacts = await tx
    .selectFrom('contact')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .orderBy('sort_name')
    .limit(names.length)
    .execute()
  const groups = await tx.selectFrom('conversation_group').select(['id', 'name']).orderBy('name').execute()
  const users = await tx
    .selectFrom('tenant_user')
    .select(['id', 'first_name as name'])
    .orderBy('id')
    .execute()
  return [
    ...contacts.map((one) => ({ ...one, table: 'contact' as const })),
    ...groups.map((one) => ({ ...one, table: 'conversation_group' as const })),
    ...users.map((one) => ({ ...one, table: 'tenant_user' as const })),
  ]
}

async function rename({ installation, tenantId }: Stage, things: readonly Named[]): Promise<void> {
  await inTenant(installation.world.ctx.db, tenantId, async (tx) => {
    for (const { table, id, name } of things) {
      if (table === 'contact')
        await tx.updateTable(table).set({ name }).where('id', '=', ContactId.parse(id)).execute()
      else if (table === 'tenant_user')
        await tx.updateTable(table).set({ first_name: name }).where('id', '=', UserId.parse(id)).execute()
      else await tx.updateTable(table).set({ name }).where('id', '=', GroupId.parse(id)).execute()
    }
  })
}
