import type { Page } from '@playwright/test'
import { findingsIn, forms } from '#access/forms.ts'
import { dialog } from '#dialog.ts'
import { expect, type Story, test } from '#world.ts'

const tab = (page: Page, name: string) => dialog(page).getByRole('link', { name })
const go = (page: Page, story: Story, path: string) => page.goto(`${story.origin}${path}`)

async function choose(page: Page, label: string, typed: string, option: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

test('an administrator creates a group and a profile for an analyst, who then sees exactly that; a denial is explained', async ({
  page,
  browser,
  story,
}) => {
  test.slow()
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/`)
  await page.getByRole('link', { name: 'Organization Settings' }).first().click()
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await expect(page.getByRole('row', { name: /North/ })).toBeVisible()
  await story.checkAccess(page)

  await page.getByRole('link', { name: 'New group' }).click()
  await dialog(page).getByRole('button', { name: 'Create group' }).click()
  await expect(dialog(page).getByText('Field cannot be empty.')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('north')
  await dialog(page).getByRole('button', { name: 'Create group' }).click()
  await expect(dialog(page).getByText('A group with this name already exists.')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('Private desk')
  await tab(page, 'Members').click()
  await choose(page, 'Add members', 'Rita', 'Rita Lund')
  await expect(dialog(page).getByRole('list', { name: 'members to be added' })).toContainText('Rita Lund')
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByText('“Private desk” was created')).toBeVisible()
  await expect(page.getByRole('row', { name: /Private desk/ })).toBeVisible()

  await story.deliver({ from: '+15550109999', body: 'The private desk may read this.' })
  await story.installation.world.deliver(story.tenant, {
    from: '+15550108888',
    body: 'This is of no group.',
    channel: 'whatsapp',
  })
  await story.installation.world.settle()

  await page.getByRole('link', { name: 'Permission Profiles', exact: true }).click()
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'New permission profile' }).click()
  await dialog(page).getByLabel('Name').fill('Private desk, by text message')
  await tab(page, 'Permissions').click()
  await dialog(page).getByLabel('SMS/MMS').check()
  await choose(page, 'Groups', 'Private', 'Private desk')
  await page.keyboard.press('Tab')
  await story.checkAccess(page)
  await tab(page, 'Membership').click()
  await choose(page, 'Add members', 'analyst', 'analyst')
  await dialog(page).getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByText('“Private desk, by text message” was created')).toBeVisible()

  // The analyst still has everything by another profile; removing that one shows its effect first.
  await page.getByRole('link', { name: 'Everything' }).click()
  await tab(page, 'Membership').click()
  await dialog(page).getByLabel('Search members').fill('analyst')
  await dialog(page)
    .getByRole('button', { name: /Remove analyst/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText(/Removes access to 1 message for analyst /)).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Save and remove access' }).click()
  await expect(page.getByText('“Everything” was saved')).toBeVisible()

  story.installation.world.pass(5_000)
  const analyst = await (await browser.newContext()).newPage()
  await story.signIn(analyst, 'analyst')
  await go(analyst, story, '/messages')
  await expect(analyst.getByText('The private desk may read this.').first()).toBeVisible()
  await expect(analyst.getByText('This is of no group.')).toHaveCount(0)
  await analyst.context().close()

  await go(page, story, '/messages')
  await page.getByRole('row', { name: /of no group/ }).click()
  await choose(page, 'Person', 'analyst', 'analyst')
  await expect(
    page.getByText(
      /can’t see this message on the platform. The message was captured on WhatsApp Business, which none/,
    ),
  ).toBeVisible()
  await story.checkAccess(page)

  // A messenger user reads by other rules, which the product shows.
  await choose(page, 'Person', 'Rita', 'Rita Lund')
  await expect(
    page.getByText(/Rita Lund can’t read this message in the messenger. They are not in the conversation/),
  ).toBeVisible()
  await go(page, story, `/messenger-settings/messenger-users/${story.tenant.representative}`)
  await expect(page.getByText('Rita Lund reads their own conversations in the messenger.')).toBeVisible()
  await story.checkAccess(page)

  await go(page, story, `/organization/platform-users/${story.tenant.users.analyst}`)
  await expect(page.getByText(/can see messages on 1 channel, in 1 group\./)).toBeVisible()
  await story.checkAccess(page)
})

test('every person keeps a group: the dialog names the affected people and moves them to the chosen one @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await go(page, story, `/organization/groups/${story.tenant.groups.north}?tab=members`)
  await dialog(page).getByRole('button', { name: 'Remove Rita Lund' }).click()
  await dialog(page).getByRole('button', { name: 'Save group' }).click()
  await expect(page.getByText('1 person needs at least one group and would have none:')).toBeVisible()
  await choose(page, 'Group for them', 'South', 'South')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Move them and save' }).click()
  await expect(page.getByText('“North” was saved')).toBeVisible()

  await page.getByRole('link', { name: 'North' }).click()
  await dialog(page).getByRole('button', { name: 'Delete group' }).click()
  await expect(page.getByText(/These permission profiles no longer cover it: North only/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete group' }).last()).toBeDisabled()
  await page.getByLabel('Type “North” to confirm').fill('North')
  await page.getByRole('button', { name: 'Delete group' }).last().click()
  await expect(page.getByText('“North” was deleted')).toBeVisible()
})

test('the effect is shown before a profile is saved, and before a fallback profile is chosen @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await go(page, story, '/organization/permission-profiles')
  await page.getByRole('link', { name: 'New permission profile' }).click()
  await dialog(page).getByLabel('Name').fill('Texts')
  await tab(page, 'Permissions').click()
  await dialog(page).getByLabel('SMS/MMS').check()
  await dialog(page).getByRole('switch', { name: 'All groups' }).check()
  await tab(page, 'Membership').click()
  await choose(page, 'Add members', 'North', 'North')
  await dialog(page).getByRole('button', { name: 'Create profile' }).click()
  const question = page.getByRole('dialog', { name: 'Review the effect of this change' })
  await expect(question).toContainText(/Extends the access of North /)
  await story.checkAccess(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('row', { name: /Texts/ })).toHaveCount(0)

  // North only is the only profile of its member.
  await page.getByRole('link', { name: 'North only' }).click()
  await tab(page, 'Membership').click()
  await dialog(page)
    .getByRole('button', { name: /Remove North/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Save profile' }).click()
  await expect(question).toContainText('Limits the access of North ')
  await question.getByRole('button', { name: 'Save' }).click()
  await choose(page, 'Permission profile for them', 'Every', 'Everything')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Move them and save' }).click()
  await expect(question).toContainText(/Extends the access of North /)
  await expect(page.getByText(/was saved/)).toHaveCount(0)
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“North only” was saved')).toBeVisible()
})

test('when two administrators change one profile at once, the second sees the difference @second-path', async ({
  page,
  browser,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await go(page, story, '/organization/permission-profiles')
  await page.getByRole('link', { name: 'North only' }).click()
  await dialog(page).getByLabel('Name').fill('Northern lights')

  const other = await (await browser.newContext()).newPage()
  await story.signIn(other, 'super_admin')
  await go(other, story, '/organization/permission-profiles')
  await other.getByRole('link', { name: 'North only' }).click()
  await tab(other, 'Permissions').click()
  await dialog(other).getByLabel('WhatsApp Business').uncheck()
  await dialog(other).getByRole('button', { name: 'Save profile' }).click()
  await expect(other.getByText(/Limits the access of North /)).toBeVisible()
  await other.getByRole('button', { name: 'Save and remove access' }).click()
  await expect(other.getByText('“North only” was saved')).toBeVisible()
  await other.context().close()

  await dialog(page).getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Someone else changed this permission profile')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Channels')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('North only')
})

test('the filter over the groups leaves no half-covered link, even on the narrowest phone @second-path', async ({
  page,
  story,
}) => {
  const admin = await story.installation.world.as(story.tenant, story.tenant.users.tenant_admin)
  const { status } = await admin.call('POST', '/messenger/api/v1/contacts', {
    name: 'Helena Marsh',
    phoneNumbers: ['+15550970001'],
    groupIds: [story.tenant.groups.north, story.tenant.groups.south],
  })
  expect(status).toBe(200)
  await story.signIn(page, 'tenant_admin')
  await go(page, story, '/organization/groups')
  await expect(page.getByRole('link', { name: '1 contact' })).toHaveCount(2)
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  for (const form of forms) {
    await filter.click()
    await expect(dialog(page).getByRole('button', { name: 'Members', exact: true })).toBeVisible()
    expect(await findingsIn(page, form), form.name).toEqual([])
    // A press beside the panel only closes it.
    const { width, height } = page.viewportSize()!
    await page.mouse.click(width - 4, height - 4)
    await expect(dialog(page)).toHaveCount(0)
    await expect(filter).toBeFocused()
  }
})

test('beside a chosen field, the other fields of a filter are whole on every phone @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await go(page, story, '/messages')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Language', exact: true }).click()
  await expect(dialog(page).getByRole('checkbox', { name: 'Chinese' })).toBeVisible()
  for (const form of forms) expect(await findingsIn(page, form), form.name).toEqual([])
})
