import { type PeerProcess, startPeer } from '@verbatim/server/testing/fakes/own-process.ts'
import type { PeerOf } from '@verbatim/server/testing/fakes/peers.ts'
import { followMailedLink } from '#mailed-link.ts'
import { expect, test as base } from '#world.ts'

/** Stories of this file have the agent of an owner in a process of its own, which their installation may call. */
const test = base.extend<object, { agent: PeerProcess<PeerOf<'imessage'>> }>({
  agent: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture names what it needs
    async ({}, use) => {
      await using agent = await startPeer('imessage')
      await use(agent)
    },
    { scope: 'worker' },
  ],
  installationEnv: [
    async ({ agent }, use) => use({ MEDIA_HOSTS: await agent.read('host') }),
    { scope: 'worker' },
  ],
})

test('an account is left to its owner, who enters where the agent answers on a phone', async ({
  page,
  story,
  agent,
  browser,
}) => {
  const { tenant, origin } = story
  const dialog = page.getByRole('dialog').first()
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${origin}/integrations/imessage`)
  await page.getByRole('link', { name: 'New account' }).first().click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Rita’s Mac')
  await dialog.getByLabel('Number or address').fill('+14155550142')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  // Without an owner, no one else could enter them.
  await expect(dialog.getByText('Agent address is required')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Owner' }).fill('Rita')
  await page.getByRole('option', { name: 'Rita Lund' }).click()
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(dialog.getByText('Waiting for its owner')).toBeVisible()
  await expect(dialog.getByText(`A link was sent to rep@${tenant.label}.example on`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Link now' })).toBeHidden()
  await story.checkAccess(page)

  const owner = await followMailedLink(story, browser)
  await expect(owner.getByRole('heading', { name: 'Link your iMessage account' })).toBeVisible()
  await owner.getByLabel('Agent address').fill(await agent.read('serverUrl'))
  await owner.getByRole('textbox', { name: 'Agent password' }).fill('guessed')
  expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await story.checkAccess(owner)
  await owner.getByRole('button', { name: 'Connect' }).click()
  await expect(owner.getByText('The password is wrong. Enter it again.')).toBeVisible()
  await owner.getByRole('button', { name: 'Try again' }).click()
  // What was right is still there.
  await expect(owner.getByLabel('Agent address')).toHaveValue(await agent.read('serverUrl'))
  await owner.getByRole('textbox', { name: 'Agent password' }).fill(await agent.read('password'))
  await owner.getByRole('button', { name: 'Connect' }).click()
  await expect(owner.getByRole('heading', { name: 'Your iMessage account is linked' })).toBeVisible()
  await story.checkAccess(owner)
  await owner.context().close()

  await expect(dialog.getByText('Waiting for its owner')).toBeHidden()
  const said = await agent.does.newMessage({
    from: '+351912000111',
    text: 'Is it linked?',
    fields: { dateCreated: story.now().getTime() },
  })
  await agent.does.deliver(said, story.installation.origin)
  await story.findMessage(page, 'Is it linked?')
})
