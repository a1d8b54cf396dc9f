/** Accounts of all channels: how they are added, linked by their owners, and what they deliver. */
import { accountLinkDays } from '@verbatim/contract/account-links.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { noteConnected } from '@verbatim/server/domains/accounts/connection-requests.ts'
import { startLinks } from '@verbatim/server/domains/accounts/links.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant, type TenantTx } from '@verbatim/server/platform/db.ts'
import type { Page } from '@playwright/test'
import { choosesFile } from './acts.ts'
import type { Screen, Stage } from './stage.ts'

const linked = { channel: 'whatsappnative', name: 'Work phone', address: '+447700900142' } as const

/** What its owner is asked to do. */
const picture: LinkStep = { kind: 'qr', value: '2@nPq5dWz1fKkTQm3vY8rLx0sHc7uBg4aE6jR9yNoMti2CwXVDSFZ' }
const code: LinkStep = { kind: 'code', value: 'K7QD-3MXR' }

interface Linking {
  readonly step?: LinkStep
  readonly isConnected?: true
  readonly isExpired?: true
  readonly hasFailed?: true
}

/** The account as it was before anyone linked it; the same one for each picture. */
async function renewAccount(tx: TenantTx, now: Date): Promise<AccountId> {
  const known = await tx
    .selectFrom('channel_account')
    .select('id')
    .where('channel', '=', linked.channel)
    .where('address', '=', linked.address)
    .executeTakeFirst()
  const unlinked = { status: 'not-available', problem: null, request: null, connected_at: null } as const
  if (known) {
    await tx.updateTable('channel_account').set(unlinked).where('id', '=', known.id).execute()
    return known.id
  }
  const { owner_id } = await tx
    .selectFrom('channel_account')
    .select('owner_id')
    .where('owner_id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const id = AccountId.parse(newId(now))
  await tx
    .insertInto('channel_account')
    .values({ ...linked, ...unlinked, id, owner_id, created_at: now })
    .execute()
  await tx.insertInto('account_counters').values({ account_id: id, last_event_at: null }).execute()
  return id
}

async function link({ installation: { world }, tenantId }: Stage, linking: Linking): Promise<string> {
  const now = world.ctx.now()
  const token = `picture-${newId(now)}`
  const { step, isConnected, isExpired, hasFailed } = linking
  // A step that is over is none.
  const asked = JSON.stringify(step ?? { ...picture, expiresAt: new Date(0).toISOString() })
  // The lease of no real worker, so none asks the provider for another step.
  const session = { step: asked, holder: 'pictures', held_until: new Date(now.getTime() + dayMs) }
  await inTenant(world.ctx.db, tenantId, async (tx) => {
    const accountId = await renewAccount(tx, now)
    const begun = isExpired ? new Date(now.getTime() - (accountLinkDays + 1) * dayMs) : now
    await startLinks(tx, [{ accountId, token, sentTo: 'owner@client.example' }], begun)
    await tx
      .insertInto('account_session')
      .values({ account_id: accountId, ...session })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id']).doUpdateSet(session))
      .execute()
    if (isConnected) await noteConnected(tx, [accountId], now)
    if (hasFailed)
      await tx
        .updateTable('channel_account')
        .set({ problem: 'address-differs' })
        .where('id', '=', accountId)
        .execute()
  })
  return token
}

/** The page of a mailed link. */
const onboarding = (
  name: string,
  linking: Linking,
  look: (page: Page) => Promise<unknown> = (page) => page.getByRole('status').waitFor(),
): Screen => ({
  name: `connect-${name}`,
  address: '/connect#none',
  isOutside: true,
  changes: true,
  async act(page, stage) {
    const token = await link(stage, linking)
    await page.evaluate((to) => location.replace(`/connect#${to}`), token)
    await page.reload()
    await look(page)
  },
})

export const screensOfConnections: readonly Screen[] = [
  { name: 'accounts', address: '/integrations' },
  { name: 'integrations', address: '/integrations/sms' },
  { name: 'integrations-new', address: '/integrations/imessage/new' },
  { name: 'integrations-journal', address: '/integrations/proofpoint/new' },
  { name: 'integrations-telegram', address: '/integrations/telegram/new' },
  {
    name: 'integrations-person',
    address: '/integrations/telegram/new',
    act: (page) => page.getByRole('dialog').getByLabel('A person’s account, through a bot').check(),
  },
  { name: 'integrations-wecom', address: '/integrations/wecom/new' },
  {
    name: 'integrations-import',
    changes: true,
    address: '/integrations/whatsappnative/import',
    act: (page) =>
      choosesFile(
        page,
        'phones.csv',
        'Account,Mobile,Owner\nAna’s phone,+44 20 7946 0958,ana@acme.example\n',
      ),
  },
  {
    name: 'integration',
    address: '/integrations/sms',
    act: (page) => page.getByRole('row').nth(1).getByRole('link').first().click(),
  },
  {
    name: 'integration-links',
    address: '/integrations/whatsappnative',
    changes: true,
    act: async (page, stage) => {
      await link(stage, { step: picture })
      await page.reload()
      await page.getByRole('row', { name: linked.name }).getByRole('link').first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Link now' }).click()
      await page.getByRole('img', { name: /^QR code to scan/ }).waitFor()
    },
  },
  { name: 'account', address: ({ account }) => `/integrations/accounts/${account}` },
  { name: 'connect-unknown', address: '/connect#made-up', isOutside: true },
  onboarding('waits', {}),
  onboarding('scans', { step: picture }, (page) =>
    page.getByRole('img', { name: /^QR code to scan/ }).waitFor(),
  ),
  onboarding('code', { step: code }, (page) => page.getByText(code.value).waitFor()),
  onboarding('failed', { hasFailed: true }, (page) =>
    page.getByRole('button', { name: 'Try again' }).waitFor(),
  ),
  onboarding('connected', { isConnected: true }, (page) =>
    page.getByText('Connected', { exact: true }).waitFor(),
  ),
  onboarding('expired', { isExpired: true }, (page) => page.getByRole('alert').waitFor()),
]
