import { AccountId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { noteConnected } from '@verbatim/server/domains/accounts/connection-requests.ts'
import { followMailedLink } from '#mailed-link.ts'
import { expect, type Story, test } from '#world.ts'

/** An account of the representative that is not linked yet, as its connector left it. */
async function addAccount(story: Story): Promise<AccountId> {
  const { installation, tenant } = story
  const { world } = installation
  const id = AccountId.parse(newId(world.ctx.now()))
  const sourceId = AccountId.parse(newId(world.ctx.now()))
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const bot = { id: sourceId, channel: 'telegram', name: 'Capture bot', address: '@acme_bot' } as const
    await tx
      .insertInto('channel_account')
      .values({ ...bot, owner_id: null, status: 'active', created_at: story.now() })
      .execute()
    const account = { id, channel: 'telegram', name: 'Rita’s phone', address: '+14155550142' } as const
    await tx
      .insertInto('channel_account')
      .values({
        ...account,
        source_id: sourceId,
        owner_id: tenant.representative,
        status: 'not-available',
        created_at: story.now(),
      })
      .execute()
    await tx.insertInto('account_counters').values({ account_id: id, last_event_at: null }).execute()
  })
  await ask(story, id, {
    kind: 'qr',
    value: 'over',
    expiresAt: new Date(0).toISOString(),
  })
  return id
}

/** What a connector asks of the owner. */
const ask = ({ installation: { world }, tenant }: Story, id: AccountId, step: LinkStep) =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .insertInto('account_session')
      .values({ account_id: id, step: JSON.stringify(step) })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'account_id']).doUpdateSet({ step: JSON.stringify(step) }),
      )
      .execute(),
  )

const fail = ({ installation: { world }, tenant }: Story, id: AccountId) =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .updateTable('channel_account')
      .set({ problem: 'address-differs', status: 'not-available' })
      .where('id', '=', id)
      .execute(),
  )

const connect = ({ installation: { world }, tenant }: Story, id: AccountId) =>
  inTenant(world.ctx.db, tenant.id, (tx) => noteConnected(tx, [id], world.ctx.now()))

const inAMinute = (story: Story) => new Date(story.now().getTime() + 60_000).toISOString()

test('the owner of an account follows the mailed link on a phone, and sees that it is connected', async ({
  page,
  story,
  browser,
}) => {
  const { tenant, origin } = story
  const id = await addAccount(story)
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${origin}/integrations/telegram/${id}`)
  const dialog = page.getByRole('dialog').first()
  await expect(dialog.getByText('Waiting for its owner')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByText(`A link was sent to rep@${tenant.label}.example on`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send link again' })).toBeVisible()
  await story.checkAccess(page)

  const owner = await followMailedLink(story, browser)
  await expect(owner.getByRole('heading', { name: 'Link your Telegram account' })).toBeVisible()
  await expect(owner.getByText('Rita’s phone')).toBeVisible()
  await expect(owner.getByText('+1••••••0142')).toBeVisible()
  await expect(owner.getByRole('status')).toContainText('Getting the next step ready')
  await story.checkAccess(owner)

  await ask(story, id, { kind: 'qr', value: '2@a-picture-to-scan', expiresAt: inAMinute(story) })
  await expect(owner.getByRole('img', { name: 'QR code to scan with Telegram' })).toBeVisible()
  await expect(owner.getByText('A new code appears in')).toBeVisible()
  expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await story.checkAccess(owner)

  await fail(story, id)
  await expect(owner.getByText('Another account was linked.')).toBeVisible()
  await story.checkAccess(owner)
  await owner.getByRole('button', { name: 'Try again' }).click()
  await expect(owner.getByRole('link', { name: /Telegram/ })).toHaveAttribute(
    'href',
    /^https:\/\/t\.me\/acme_bot\?start=/,
  )
  await ask(story, id, { kind: 'code', value: 'ABCD-EFGH' })
  await expect(owner.getByText('ABCD-EFGH')).toBeVisible()

  await connect(story, id)
  await expect(owner.getByRole('status')).toContainText('Connected')
  await expect(owner.getByRole('heading', { name: 'Your Telegram account is linked' })).toBeVisible()
  await story.checkAccess(owner)
  await owner.context().close()
  await page.reload()
  await expect(dialog.getByText('Waiting for its owner')).toBeHidden()
})

test('an administrator beside the owner shows them the picture, and a made-up link opens nothing @second-path', async ({
  page,
  story,
}) => {
  const { origin } = story
  await page.goto(`${origin}/connect#made-up`)
  await expect(page.getByRole('alert')).toContainText('This link isn’t valid')
  await story.checkAccess(page)

  const id = await addAccount(story)
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${origin}/integrations/telegram/${id}`)
  const dialog = page.getByRole('dialog').first()
  await dialog.getByRole('button', { name: 'Link now' }).click()
  await expect(dialog.getByText('Getting the next step ready')).toBeVisible()
  await ask(story, id, { kind: 'qr', value: '2@a-picture-to-scan', expiresAt: inAMinute(story) })
  await expect(dialog.getByRole('img', { name: 'QR code to scan with Telegram' })).toBeVisible()
  await story.checkAccess(page)
  await connect(story, id)
  await expect(dialog.getByText('Waiting for its owner')).toBeHidden()
})
