import { randomBytes } from 'node:crypto'
import { AccountId, type TenantId, type UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@playwright/test'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { sealSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import { foundForSetUp } from '@verbatim/server/flows/found-organization/set-up.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { passwordMailedTo } from '@verbatim/server/testing/waiting-mail.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { Secret, TOTP } from 'otpauth'
import { dialog } from '#dialog.ts'
import { expect, type Story, test } from '#world.ts'

// Like a production installation: no printed passwords, and no mailbox page.
test.use({ installationEnv: { VERBATIM_ENVIRONMENT: 'production' } })

const [password, chosen] = ['Correct-Horse-7', 'Another-Horse-8']
const invited = 'eva.lind@halden.example'
const tab = (page: Page, name: string) => dialog(page).getByRole('link', { name })
const settings = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /Settings/ }).getByRole('link', { name, exact: true })

/** The button of a list that starts something; an empty list also shows it in place of rows. */
const begin = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

async function choose(page: Page, label: string, typed: string, option: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

test('the first administrator prepares an organization; a user invited from a file sees what the profile grants', async ({
  page,
  browser,
  story,
}) => {
  test.slow()
  const { installation } = story
  const { ctx } = installation.world
  const [label, token] = ['halden', 'a-token-of-the-first-start']
  const tenantId = await foundForSetUp(ctx, { label, name: 'My organization', token })
  const origin = `http://${label}.verbatim.localhost:${installation.port}`

  await setUp(page, `${origin}/set-up#${token}`)
  await makeGroupAndRepresentative(page)
  await makeProfile(page, story)
  await requireSecondStep(page)
  await connectAccounts(story, tenantId, [
    ['sms', 'This is for the private desk.'],
    ['whatsapp', 'This is of no group.'],
  ])
  await importReviewer(page, story)

  const reviewer = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await reviewer.goto(`${origin}/messages`)
  await signInInvited(reviewer, story, tenantId)
  await expect(reviewer.getByRole('row', { name: /for the private desk/ })).toBeVisible()
  await expect(reviewer.getByText('This is of no group.')).toHaveCount(0)

  await page.goto(`${origin}/messages`)
  await page.getByRole('row', { name: /of no group/ }).click()
  await choose(page, 'Person', 'Eva', 'Eva Lind')
  await expect(
    page.getByText(
      /Eva Lind can’t see this message on the platform. The message was captured on WhatsApp Business, which/,
    ),
  ).toBeVisible()
  await reviewer.goto(page.url())
  await expect(reviewer.getByText("Oops! Message with specified ID doesn't exist...")).toBeVisible()
  await reviewer.context().close()

  await page.goto(`${origin}/organization/audit-trail`)
  const trail = page.getByRole('table', { name: 'Audit Trail' })
  for (const act of [
    'Ana Bell set up the organization',
    'Ana Bell created the group Private desk',
    'Ana Bell created the permission profile Desk, by text message',
    'Ana Bell changed the organization profile',
    'Ana Bell started an import of',
    'Ana Bell invited Eva Lind',
    'Eva Lind added an authenticator',
    'Eva Lind signed in',
  ])
    await expect(trail.getByRole('row').filter({ hasText: act }).first()).toBeVisible()
})

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Name of the organization').fill('Halden & Marsh')
  await choose(page, 'Country', 'germ', 'Germany (DE)')
  await page.getByLabel('Your first name').fill('Ana')
  await page.getByLabel('Your last name').fill('Bell')
  await page.getByLabel('Your email').fill('ana.bell@halden.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('region', { name: 'Top bar' })).toContainText('Halden & Marsh', {
    timeout: 30_000,
  })
}

/** A representative is invited into the new group, with a number in national format. */
async function makeGroupAndRepresentative(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Organization Settings' }).click()
  await settings(page, 'Groups').click()
  await begin(page, 'New group')
  await dialog(page).getByLabel('Name').fill('Private desk')
  await dialog(page).getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByText('“Private desk” was created')).toBeVisible()

  await page.getByRole('link', { name: 'Messenger Settings' }).click()
  await begin(page, 'Invite user')
  await dialog(page).getByLabel('Email').fill('rita@halden.example')
  await dialog(page).getByLabel('First name').fill('Rita')
  await dialog(page).getByLabel('Last name').fill('Lund')
  await dialog(page).getByLabel('Phone number').fill('0171 2345678')
  await dialog(page).getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'User', exact: true }).click()
  await choose(page, 'Groups', 'Private', 'Private desk')
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('rita@halden.example was invited', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Rita Lund/ })).toContainText('+49 1712 345 678')
}

async function makeProfile(page: Page, story: Story): Promise<void> {
  await page.getByRole('link', { name: 'Organization Settings' }).click()
  await settings(page, 'Permission Profiles').click()
  await begin(page, 'New permission profile')
  await dialog(page).getByLabel('Name').fill('Desk, by text message')
  await tab(page, 'Permissions').click()
  await dialog(page).getByLabel('SMS/MMS').check()
  await choose(page, 'Groups', 'Private', 'Private desk')
  await page.keyboard.press('Tab')
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByText('“Desk, by text message” was created')).toBeVisible()
}

async function requireSecondStep(page: Page): Promise<void> {
  await settings(page, 'Organization Profile').click()
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Germany (DE)')
  await page.getByLabel('Second step required for platform users').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

/** Rita's text messages, and a WhatsApp number without an owner; a message arrives over each. */
async function connectAccounts(
  { installation: { world }, tenant }: Story,
  tenantId: TenantId,
  bodies: readonly (readonly [channel: 'sms' | 'whatsapp', body: string])[],
): Promise<void> {
  const { ctx } = world
  const authToken = randomBytes(16).toString('hex')
  const accounts = {
    ...tenant.accounts,
    sms: AccountId.parse(newId(ctx.now())),
    whatsapp: AccountId.parse(newId(ctx.now())),
  }
  const secrets = { authTokens: [authToken], accountSid: `AC${'0'.repeat(32)}` }
  const sealed = (id: AccountId) => ({ sealedSecrets: sealSecretsOf({ tenantId, id }, secrets, ctx.secrets) })
  await inTenant(ctx.db, tenantId, async (tx) => {
    const { id: ownerId } = await tx
      .selectFrom('tenant_user')
      .select('id')
      .where('first_name', '=', 'Rita')
      .executeTakeFirstOrThrow()
    const [sms, whatsapp] = [accounts.sms, accounts.whatsapp]
    const desk = { channel: 'sms', name: 'Desk SMS', address: '+15550100001' } as const
    const ownerless = { channel: 'whatsapp', name: 'Front door', address: '+15550100002' } as const
    await createAccounts(tx, [
      { id: sms, ...desk, ownerId: ownerId as UserId, ...sealed(sms) },
      { id: whatsapp, ...ownerless, ...sealed(whatsapp) },
    ])
  })
  const ours: WorldTenant = { ...tenant, id: tenantId, accounts, authToken }
  for (const [channel, body] of bodies)
    expect(await world.deliver(ours, { from: '+491701112233', body, channel })).toBe(200)
  await world.settle()
}

async function importReviewer(page: Page, story: Story): Promise<void> {
  await settings(page, 'Platform Users').click()
  await begin(page, 'Import')
  const text = `E-mail;Given name;Surname;Function\n${invited};Eva;Lind;Compliance\n`
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog(page).getByRole('combobox', { name: 'Column of Role' }).click()
  await page.getByRole('option', { name: 'Function' }).click()
  await dialog(page)
    .getByRole('textbox', { name: 'Permission profiles for empty cells' })
    .fill('Desk, by text message')
  await dialog(page).getByRole('button', { name: 'Check rows' }).click()
  await dialog(page).getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(dialog(page).getByLabel('Result')).toContainText('Created1')
  await story.checkAccess(page)
}

/** With the password from the mail, then with their own, an authenticator and saved recovery codes. */
async function signInInvited(page: Page, story: Story, tenantId: TenantId): Promise<void> {
  const { ctx } = story.installation.world
  await expect.poll(() => passwordMailedTo(ctx, tenantId, invited)).not.toBe('')
  await page.getByLabel('Email').fill(invited)
  await page.getByLabel('Password', { exact: true }).fill(await passwordMailedTo(ctx, tenantId, invited))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByLabel('Confirm password').fill(chosen)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('img', { name: 'Code for an authenticator app' })).toBeVisible()
  const secret = ((await page.getByLabel('Secret key').textContent()) ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('Authentication code').fill(totp.generate({ timestamp: ctx.now().getTime() }))
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
}
