import type { Page } from '@playwright/test'
import { dialog } from '#dialog.ts'
import { expect, type Story, test } from '#world.ts'

const path = '/organization/contacts'
const question = (page: Page) => page.getByRole('dialog').last()
const chooser = (page: Page, name: string) => dialog(page).getByRole('combobox', { name })

async function open(page: Page, story: Story): Promise<void> {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}${path}`)
}

async function write(page: Page, name: string, phone: string): Promise<void> {
  await page.getByRole('link', { name: 'New contact' }).first().click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await chooser(page, 'Phone numbers').fill(phone)
  await chooser(page, 'Phone numbers').press('Enter')
  await choose(page, 'Groups', 'North')
}

async function choose(page: Page, label: string, name: string): Promise<void> {
  await chooser(page, label).click()
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Tab')
}

test('a contact is created once, and its number is then in use', async ({ page, story }) => {
  await open(page, story)
  await expect(page.getByText('No contacts yet')).toBeVisible()
  await story.checkAccess(page)

  await page.getByRole('link', { name: 'New contact' }).first().click()
  await dialog(page).getByRole('button', { name: 'Create contact' }).click()
  await expect(dialog(page).getByText('Field cannot be empty.').first()).toBeVisible()
  await expect(dialog(page).getByText('Please select at least one Group')).toBeVisible()
  await story.checkAccess(page)
  await page.keyboard.press('Escape')

  await write(page, 'Cleo Marsh', '+1 555 010 1001')
  await dialog(page).getByRole('button', { name: 'Create contact' }).click()
  await expect(page.getByText('“Cleo Marsh” was created')).toBeVisible()
  await expect(page.getByRole('row', { name: /Cleo Marsh/ })).toContainText('+1 555 010 1001')

  await write(page, 'Cleo again', '(555) 010-1001')
  await dialog(page).getByRole('button', { name: 'Create contact' }).click()
  await expect(
    dialog(page).getByText('A global contact with this phone number or address already exists.'),
  ).toBeVisible()
  await dialog(page).getByText('Personal', { exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Create contact' }).click()
  await expect(dialog(page).getByText('Owner is required')).toBeVisible()
  await choose(page, 'Owner', 'Sam Sund')
  await dialog(page).getByRole('button', { name: 'Create contact' }).click()
  await expect(page.getByText('“Cleo again” was created')).toBeVisible()

  await page.getByRole('link', { name: 'Cleo Marsh' }).click()
  await dialog(page).getByText('Personal', { exact: true }).click()
  await choose(page, 'Owner', 'Sam Sund')
  await dialog(page).getByRole('button', { name: 'Save contact' }).click()
  await expect(
    dialog(page).getByText('This user already has a personal contact with this phone number or address.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a personal contact is merged into the global one with its number, and is restored @second-path', async ({
  page,
  story,
}) => {
  const { tenant } = story
  const admin = await story.installation.world.as(tenant, tenant.users.tenant_admin)
  const draft = { name: 'Cleo Marsh', phoneNumbers: ['+15550101001'], groupIds: [tenant.groups.north] }
  const personal = { ...draft, name: 'Cleo again', shareLevel: 'personal', ownerId: tenant.colleague }
  for (const body of [draft, personal])
    expect((await admin.call('POST', '/messenger/api/v1/contacts', body)).status).toBe(200)

  await open(page, story)
  await page.getByRole('link', { name: 'Cleo again' }).click()
  await dialog(page).getByText('Global', { exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Save contact' }).click()
  await expect(page.getByText('Merge these contacts?')).toBeVisible()
  await expect(question(page)).toContainText('The global contact Cleo Marsh already has this number.')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Merge and save' }).click()
  await expect(page.getByText('“Cleo again” was merged into “Cleo Marsh”')).toBeVisible()
  await expect(page.getByRole('row', { name: /Cleo/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('The change was undone')).toBeVisible()
  await expect(page.getByRole('row', { name: /Cleo again/ })).toContainText('Personal')

  await page.getByRole('link', { name: 'Cleo again' }).click()
  await dialog(page).getByRole('link', { name: 'History' }).click()
  await expect(dialog(page).getByRole('list', { name: 'Changes with consequences' })).toContainText('undone')
  await story.checkAccess(page)
  await page.keyboard.press('Escape')
})

test('making a contact personal names the conversations it closes, and closes them @second-path', async ({
  page,
  story,
}) => {
  await open(page, story)
  await write(page, 'Cleo Marsh', '+1 555 010 1001')
  await dialog(page).getByRole('button', { name: 'Create contact' }).click()
  await expect(page.getByText('“Cleo Marsh” was created')).toBeVisible()
  await story.deliver({ from: '+15550101001', body: 'Hello there' })

  await page.getByRole('link', { name: 'Cleo Marsh' }).click()
  await dialog(page).getByText('Personal', { exact: true }).click()
  await choose(page, 'Owner', 'Sam Sund')
  await dialog(page).getByRole('button', { name: 'Save contact' }).click()
  await expect(page.getByText('Close these conversations?')).toBeVisible()
  await expect(question(page)).toContainText('1 open conversation will be closed.')
  await expect(question(page)).toContainText('This affects Rita Lund.')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Close them and save' }).click()
  await expect(page.getByText('“Cleo Marsh” was saved')).toBeVisible()
  await expect(page.getByRole('row', { name: /Cleo Marsh/ })).toContainText('Sam Sund')

  await page.getByRole('link', { name: 'Cleo Marsh' }).click()
  await dialog(page).getByRole('button', { name: 'Remove contact' }).click()
  await page.getByRole('button', { name: 'Remove contact' }).last().click()
  await expect(page.getByText('“Cleo Marsh” was removed')).toBeVisible()
  await expect(page.getByText('No contacts yet')).toBeVisible()
})

test('an owner beyond the first page is found by typing, and named when a link brings the filter @second-path', async ({
  page,
  story,
}) => {
  const { tenant } = story
  const admin = await story.installation.world.as(tenant, tenant.users.tenant_admin)
  // A page of offered owners has 50, sorted by name.
  const owners = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const { status, json } = await admin.call('POST', '/messenger/api/v1/users/invite', {
        email: `owner${at}@${tenant.label}.example`,
        firstName: 'Zoe',
        lastName: `Owner ${String(at).padStart(2, '0')}`,
        messengerRole: 'user',
        groupIds: [tenant.groups.north],
      })
      expect(status).toBe(200)
      return json as { id: string }
    }),
  )
  const draft = { name: 'Cleo Marsh', phoneNumbers: ['+15550101001'], groupIds: [tenant.groups.north] }
  const personal = { ...draft, shareLevel: 'personal', ownerId: owners.at(-1)?.id }
  const other = { ...draft, name: 'Dan Fell', phoneNumbers: ['+15550101002'] }
  for (const body of [personal, other])
    expect((await admin.call('POST', '/messenger/api/v1/contacts', body)).status).toBe(200)

  await open(page, story)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Owner', exact: true }).click()
  const choices = page.getByRole('group', { name: 'Owner' })
  await expect(choices.getByRole('checkbox')).toHaveCount(50)
  await expect(choices.getByRole('checkbox', { name: 'Zoe Owner 59' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Find in Owner' }).fill('Owner 59')
  await choices.getByRole('checkbox', { name: 'Zoe Owner 59' }).check()
  await page.getByRole('textbox', { name: 'Find in Owner' }).fill('Sam')
  await expect(choices.getByRole('checkbox', { name: 'Sam Sund' })).toBeVisible()
  await expect(choices.getByRole('checkbox', { name: 'Zoe Owner 59' })).toBeChecked()
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('row', { name: /Cleo Marsh/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Dan Fell/ })).toHaveCount(0)

  await page.goto(page.url())
  await expect(page.getByRole('button', { name: /^Owner is Zoe Owner 59/ })).toBeVisible()
  await page.goto(`${story.origin}${path}?filter=groupId[eq]:${tenant.groups.north}`)
  await expect(page.getByRole('button', { name: /^Group is North/ })).toBeVisible()
  await page.goto(`${story.origin}${path}?filter=ownerId[eq]:${unknownId}`)
  await expect(page.getByRole('button', { name: /^Owner is deleted/ })).toBeVisible()
})

const unknownId = '00000000-0000-7000-8000-000000000000'

test('contacts come from a file, wrong rows are reported, and the import is undone @second-path', async ({
  page,
  story,
}) => {
  await open(page, story)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const rows = [
    'Cleo Marsh,+1 555 010 1001,,North',
    'Dan Fell,12,,North',
    'Eva Lind,,eva@client.example,Nowhere',
    'Fay Gold,(555) 010-1002,fay@client.example,North; South',
  ]
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'clients.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Name,Mobile,E-mail,Groups\n${rows.join('\n')}\n`),
    })
  await dialog(page).getByRole('button', { name: 'Check rows' }).click()
  await expect(dialog(page).getByText('The phone number is not in a correct format')).toBeVisible()
  await expect(dialog(page).getByText('The group “Nowhere” doesn’t exist.')).toBeVisible()
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(dialog(page).getByText('2 rows failed')).toBeVisible()
  await expect(dialog(page).getByLabel('Result')).toContainText('Created2')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: /Cleo Marsh/ })).toContainText('+1 555 010 1001')
  await expect(page.getByRole('row', { name: /Fay Gold/ })).toContainText('fay@client.example')

  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await dialog(page).getByRole('link', { name: 'clients.csv' }).click()
  await dialog(page).getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Undo import' }).click()
  await expect(dialog(page).getByText('Undone: 2 rows.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('No contacts yet')).toBeVisible()
})

test('a contact gets a picture, which is rendered again; a file that is not a picture is refused @second-path', async ({
  page,
  story,
}) => {
  await open(page, story)
  await write(page, 'Cleo Marsh', '+1 555 010 1001')
  await dialog(page).getByRole('button', { name: 'Create contact' }).click()
  await page.getByRole('link', { name: 'Cleo Marsh' }).click()
  const upload = async (name: string, buffer: Buffer) => {
    const chooses = page.waitForEvent('filechooser')
    await dialog(page)
      .getByRole('button', { name: /^(Add|Change) picture$/ })
      .click()
    await (await chooses).setFiles({ name, mimeType: 'image/png', buffer })
  }
  await upload('page.png', Buffer.from('<!doctype html><script>1</script>'))
  await expect(
    dialog(page).getByText('The picture cannot be read. You can use JPG, PNG and WebP files of up to 5 MB.'),
  ).toBeVisible()
  await upload('cleo.png', Buffer.from(pixel, 'base64'))
  await expect(dialog(page).getByRole('button', { name: 'Change picture' })).toBeVisible()
  await expect(dialog(page).locator('img')).toHaveJSProperty('naturalWidth', 256)
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Remove picture' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Add picture' })).toBeVisible()
  await expect(dialog(page).locator('img')).toHaveCount(0)
})

/** A picture of one point. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
