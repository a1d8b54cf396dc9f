import { AccountId } from '@verbatim/contract/ids.ts'
import { linkedCollection } from '@verbatim/server/channels/whatsapp-native/collection.ts'
import { whatsappnative } from '@verbatim/server/channels/whatsapp-native/connector.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { wantStep } from '@verbatim/server/domains/accounts/links.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { arrived, webMessage } from '@verbatim/server/testing/fakes/linked-device.ts'
import { openDevicesOf } from '@verbatim/server/testing/fakes/open-remote-device.ts'
import { expectEndedGap, followMailedLink, subjectsTo } from '#mailed-link.ts'
import { withPeer } from '#peers/with-peer.ts'
import { expect, type Story } from '#world.ts'

/** Stories of this file have WhatsApp in a process of its own, as a linked device sees it, which their installation collects from. */
const test = withPeer('devices').extend({
  installationCollectors: [
    async ({ peer }, use) =>
      use([{ ...whatsappnative, collection: linkedCollection(openDevicesOf(peer.child)) }]),
    { scope: 'worker' },
  ],
})

const number = '+15550001111'
const me = { id: '15550001111:7@s.whatsapp.net', lid: '70000000000001@lid' }
/** A minute of a gap is waited for before anyone is notified. */
const twoMinutes = 2 * 60_000

async function addAccount({ installation: { world }, tenant }: Story): Promise<AccountId> {
  const id = AccountId.parse(newId(world.ctx.now()))
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const account = { id, channel: 'whatsappnative', name: 'Rita’s phone', address: number } as const
    await createAccounts(tx, [{ ...account, ownerId: tenant.representative }])
    await wantStep(tx, id, 'qr', world.ctx.now())
  })
  return id
}

test('an account is disconnected, people are notified, its owner links it again on a phone, and the missed messages arrive', async ({
  page,
  story,
  browser,
  peer: devices,
}) => {
  const { installation, tenant, origin } = story
  const { world } = installation
  const subjects = (name: string) => subjectsTo(story, name)
  const id = await addAccount(story)
  await devices.does.showPicture(1)
  await devices.does.link(1, me)
  await devices.does.accept(2)
  await devices.does.emit(2, 'messages.upsert', arrived(webMessage({ text: 'See you at nine' })))
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${origin}/integrations/accounts/${id}`)
  await expect(page.getByText('This account has had no gaps of its own.')).toBeVisible()

  // Its owner, or WhatsApp, removes the device.
  await devices.does.end(2, 401)
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
  await devices.does.showPicture(3)
  await expect(owner.getByRole('img', { name: /^QR code to scan/ })).toBeVisible()
  await devices.does.link(3, me)
  await devices.does.accept(4)
  await expect(owner.getByRole('status')).toContainText('Connected')
  await owner.context().close()

  // The phone hands over what was written meanwhile.
  const missed = webMessage({ text: 'Where were you?', at: Math.floor(story.now().getTime() / 1000) })
  await devices.does.emit(4, 'messaging-history.set', { chats: [], contacts: [], messages: [missed] })
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
