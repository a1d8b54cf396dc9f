import { AccountId } from '@verbatim/contract/ids.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { wantStep } from '@verbatim/server/domains/accounts/links.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { expectEndedGap, followMailedLink, subjectsTo } from '#mailed-link.ts'
import { phoneNumber } from '#peers/clients.ts'
import { scanWithPhone } from '#peers/connect-accounts.ts'
import { phonesAt } from '#peers/phones.ts'
import { withPeer } from '#peers/with-peer.ts'
import { expect, type Story } from '#world.ts'

/** Stories of this file have WhatsApp in a process of its own, which their installation collects from. */
const test = withPeer('whatsapp').extend({
  installationCollectors: [async ({ peer }, use) => use([await phonesAt(peer)]), { scope: 'worker' }],
})

const number = phoneNumber.slice(1)
const bob = '15552223333@s.whatsapp.net'
/** A minute of a gap is waited for before anyone is notified. */
const twoMinutes = 2 * 60_000

async function addAccount({ installation: { world }, tenant }: Story): Promise<AccountId> {
  const id = AccountId.parse(newId(world.ctx.now()))
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const account = { id, channel: 'whatsappnative', name: 'Rita’s phone', address: phoneNumber } as const
    await createAccounts(tx, [{ ...account, ownerId: tenant.representative }])
    await wantStep(tx, id, 'qr', world.ctx.now())
  })
  return id
}

/** The picture that an account's device shows, where no page shows it. */
const pictureOf = ({ installation: { world }, tenant }: Story, id: AccountId) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const session = await tx
      .selectFrom('account_session')
      .where('account_id', '=', id)
      .select('step')
      .executeTakeFirst()
    return session?.step?.value
  })

test('an account is disconnected, people are notified, its owner links it again on a phone, and the missed messages arrive', async ({
  page,
  story,
  browser,
  peer: whatsapp,
}) => {
  const { installation, tenant, origin } = story
  const { world } = installation
  const subjects = (name: string) => subjectsTo(story, name)
  const id = await addAccount(story)
  const at = () => Math.floor(story.now().getTime() / 1_000)
  await expect.poll(() => pictureOf(story, id)).toBeDefined()
  await whatsapp.does.scan(number, (await pictureOf(story, id)) ?? '')
  const from = bob.split('@')[0] ?? ''
  await whatsapp.does.say(number, { conversation: 'See you at nine' }, { from, at: at() })
  await expect.poll(() => whatsapp.does.isConnected(number)).toBe(true)
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${origin}/integrations/accounts/${id}`)
  await expect(page.getByText('This account has had no gaps of its own.')).toBeVisible()

  // Its owner, or WhatsApp, removes the device.
  await whatsapp.does.removeDevice(number)
  await expect(page.getByText('This account is not connected')).toBeVisible()
  world.pass(twoMinutes)
  await expect
    .poll(() => subjects('tenant_admin'))
    .toEqual(['WhatsApp account “Rita’s phone” is not connected'])
  expect(await subjects('rep')).toEqual(['WhatsApp account “Rita’s phone” is not connected'])
  await expect(page.getByText('Its owner and the administrators were notified')).toBeVisible()
  await story.checkAccess(page)

  await page.goto(`${origin}/integrations/whatsappnative/${id}`)
  const dialog = page.getByRole('dialog').first()
  await expect(dialog.getByText('The link to this account has ended.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByText(`A link was sent to rep@${tenant.label}.example on`)).toBeVisible()
  const owner = await followMailedLink(story, browser)
  await expect(owner.getByText('The link has ended. Try again')).toBeVisible()
  await owner.getByRole('button', { name: 'Try again' }).click()
  await scanWithPhone(owner, whatsapp)
  await expect(owner.getByRole('status')).toContainText('Connected')
  await owner.context().close()

  // The phone hands over what was written meanwhile.
  const key = { remoteJid: bob, fromMe: false, id: 'MISSED1' }
  const missed = { key, message: { conversation: 'Where were you?' }, messageTimestamp: at() }
  await whatsapp.does.handOver(number, [{ id: bob, messages: [{ message: missed }] }], at())
  await story.findMessage(page, 'Where were you?')
  world.pass(twoMinutes)
  await expect
    .poll(() => subjects('tenant_admin'))
    .toContain('WhatsApp account “Rita’s phone” is connected again')
  await page.goto(`${origin}/integrations/accounts/${id}`)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByText('This account is not connected')).toBeHidden()
  await expectEndedGap(page)
})

test('an administrator has test messages sent to an account, and reads why one could not be sent @second-path', async ({
  page,
  story,
}) => {
  const { tenant, origin } = story
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${origin}/integrations/accounts/${tenant.accounts.sms}`)
  await page.getByRole('combobox', { name: 'Send a test message' }).click()
  await page.getByRole('option', { name: 'Every hour' }).click()
  await page.getByLabel('From number').fill('+1 555 010 0001')
  await page.getByRole('button', { name: 'Save test messages' }).click()
  await expect(page.getByText('Enter another number of your organization')).toBeVisible()
  await story.checkAccess(page)

  await page.goto(`${origin}/integrations/accounts/${tenant.accounts.proofpoint}`)
  await page.getByRole('combobox', { name: 'Send a test message' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await page.getByRole('button', { name: 'Save test messages' }).click()
  await expect(page.getByText('Test messages are sent from now on')).toBeVisible()
  await expect(page.getByText('This installation has no email server to send it with.')).toBeVisible()
  await story.checkAccess(page)
  await page.goto(`${origin}/integrations/accounts/${tenant.accounts.whatsapp}`)
  await expect(page.getByText('Test messages can’t be sent')).toBeVisible()
})
