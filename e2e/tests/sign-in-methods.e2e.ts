import { mailboxKey } from '@verbatim/server/domains/mail/mailbox-key.ts'
import { codeMailedTo, mailsTo, passwordMailedTo } from '@verbatim/server/testing/waiting-mail.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from '#world.ts'

const wanted = 'Another-Horse-8'

test('a forgotten password is reset with the code in the mailbox, and signs in', async ({ page, story }) => {
  const email = `compliance@${story.tenant.label}.example`
  await page.goto(`${story.origin}/messages?period=7`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/forgot-password/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible()
  await expect(page.getByText(/Resend code in \d+ s/)).toBeVisible()
  await story.checkAccess(page)

  const [mailbox] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'the mailbox' }).click(),
  ])
  await expect(mailbox.getByText('Open the mailbox with the link that the server prints')).toBeVisible()
  await story.checkAccess(mailbox)
  const { ctx } = story.installation.world
  await mailbox.goto(`${story.origin}/mailbox?key=${mailboxKey(ctx.secrets)}`)
  await expect(mailbox).toHaveURL(`${story.origin}/mailbox`)
  await expect(mailbox.getByText(email)).toBeVisible()
  const code = await codeMailedTo(ctx, story.tenant.id, email)
  await expect(mailbox.getByText(code)).toBeVisible()
  await story.checkAccess(mailbox)
  await mailbox.close()

  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '111111' : '000000')
  await page.getByLabel('New password', { exact: true }).fill('Password1!')
  await page.getByLabel('Confirm password').fill('Password2!')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('This password is too common')).toBeVisible()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(wanted)
  await page.getByLabel('Confirm password').fill(wanted)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Incorrect authentication code')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('status').getByText('Your password was changed')).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page).toHaveURL(/\/messages\?period=7/)
})

test('the link of the mail fills in the code, which is not in the address @second-path', async ({
  page,
  story,
}) => {
  const email = `compliance@${story.tenant.label}.example`
  const { ctx } = story.installation.world
  await page.goto(`${story.origin}/forgot-password`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible()
  const [mail] = await mailsTo(ctx, story.tenant.id, email)
  const [link = ''] = /http\S+\/reset-password#\S+/.exec(mail!.text) ?? []
  await page.goto('about:blank')
  // As from the sign-in page of Messenger.
  await page.goto(`${story.origin}/reset-password?return=/messenger/${new URL(link).hash}`)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(/^\d{6}$/)
  await expect(page).toHaveURL(/\/reset-password\?return=[^#]*$/)
  await page.getByLabel('New password', { exact: true }).fill(wanted)
  await page.getByLabel('Confirm password').fill(wanted)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Continue to Messenger' }).press('Enter')
  await expect(page).toHaveURL(/\/messenger/)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(0)
})

test('a reset password is confirmed before the second step @second-path', async ({ page, story }) => {
  const { ctx } = story.installation.world
  const { id, label, users } = story.tenant
  const email = `compliance@${label}.example`
  await inTenant(ctx.db, id, (tx) =>
    tx.updateTable('identity_user').set({ mfa_required: true }).where('id', '=', users.compliance).execute(),
  )
  await page.goto(`${story.origin}/forgot-password`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(await codeMailedTo(ctx, id, email))
  await page.getByLabel('New password', { exact: true }).fill(wanted)
  await page.getByLabel('Confirm password').fill(wanted)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
  await expect(page.getByText('Your password was changed.')).toBeVisible()
  await story.checkAccess(page)
})

test('an expired code shows an error, and another one is sent after a minute, five times in an hour @second-path', async ({
  page,
  story,
}) => {
  const email = `compliance@${story.tenant.label}.example`
  const { ctx } = story.installation.world
  const type = async (code: string) => {
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByLabel('New password', { exact: true }).fill(wanted)
    await page.getByLabel('Confirm password').fill(wanted)
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  await page.clock.install()
  await page.goto(`${story.origin}/forgot-password`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(/Resend code in \d+ s/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend code' })).toHaveCount(0)
  await inTenant(ctx.db, story.tenant.id, (tx) =>
    tx.updateTable('identity_reset').set({ expires_at: ctx.now() }).execute(),
  )
  await type(await codeMailedTo(ctx, story.tenant.id, email))
  await expect(page.getByText('The code has expired. Ask for a new one.')).toBeVisible()
  await story.checkAccess(page)

  for (let sent = 2; sent <= 5; sent++) {
    await page.clock.fastForward('01:01')
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(page.getByText(/Resend code in \d+ s/)).toBeVisible()
  }
  const last = await codeMailedTo(ctx, story.tenant.id, email)
  await page.clock.fastForward('01:01')
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByText('Too many attempts')).toBeVisible()
  await type(last)
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('an unknown address that requests a code gets the same answer @second-path', async ({ page, story }) => {
  await page.goto(`${story.origin}/forgot-password`)
  await page.getByLabel('Email').fill('nobody@nowhere.example')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('If there is an account for nobody@nowhere.example')).toBeVisible()
})

test('an invited person chooses a password, sets up an authenticator, and signs in with both', async ({
  page,
  story,
}) => {
  const { ctx } = story.installation.world
  const { tenant } = story
  const email = `analyst@${tenant.label}.example`
  await inTenant(ctx.db, tenant.id, async (tx) => {
    await ctx.identityAdmin.remove(tx, tenant.users.analyst)
    await ctx.identityAdmin.invite(tx, [{ id: tenant.users.analyst, email, firstName: 'Ana' }])
    await tx
      .updateTable('identity_user')
      .set({ mfa_required: true })
      .where('id', '=', tenant.users.analyst)
      .execute()
  })
  await page.goto(`${story.origin}/messages?period=7`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(await passwordMailedTo(ctx, tenant.id, email))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/set-password/)
  await story.checkAccess(page)
  await page.getByLabel('New password', { exact: true }).fill(wanted)
  await page.getByLabel('Confirm password').fill(wanted)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('img', { name: 'Code for an authenticator app' })).toBeVisible()
  await story.checkAccess(page)
  const secret = ((await page.getByLabel('Secret key').textContent()) ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('Authentication code').fill(totp.generate({ timestamp: ctx.now().getTime() }))
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await story.checkAccess(page)
  const recovery = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page).toHaveURL(/\/messages\?period=7/)

  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${story.origin}/`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(wanted)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Each code is accepted once, and so is the next one already.
  const next = totp.generate({ timestamp: ctx.now().getTime() + 30_000 })
  await page.getByLabel('Authentication code').fill(next)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${story.origin}/`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(wanted)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
})
