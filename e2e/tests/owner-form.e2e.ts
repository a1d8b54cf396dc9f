import { followMailedLink } from '#mailed-link.ts'
import { withPeer } from '#peers/with-peer.ts'
import { expect } from '#world.ts'

/** Stories of this file have the agent of an owner in a process of its own, which their installation may call. */
const test = withPeer('imessage').extend({
  installationEnv: [
    async ({ peer }, use) => use({ MEDIA_HOSTS: await peer.read('host') }),
    { scope: 'worker' },
  ],
})

test('an account is left to its owner, who enters where the agent answers on a phone @second-path', async ({
  page,
  story,
  peer: agent,
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
