/** What a person does on a page before its picture is taken. */
import { inTenant } from '@verbatim/server/platform/db.ts'
import { passwordMailedTo } from '@verbatim/server/testing/waiting-mail.ts'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { administrator, label, originOf, type Stage } from './stage.ts'

/** Signs somebody in who was just invited where a second step is required, as far as one of the pages on the way. */
export function comesInvited(to: 'set-password' | 'enrol' | 'recovery-codes' | 'verify') {
  return async (page: Page, stage: Stage) => {
    const { email, temporary } = await inviteAgain(stage)
    const enter = async (password: string) => {
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(`${originOf(stage.house, label)}/sign-in`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await enter(temporary)
    await page.getByLabel('New password', { exact: true }).fill(administrator.password)
    if (to === 'set-password') return
    await page.getByLabel('Confirm the password').fill(administrator.password)
    await page.getByRole('button', { name: 'Set the password' }).click()
    const key = page.getByLabel('Secret key')
    await key.waitFor()
    if (to === 'enrol') return
    const secret = Secret.fromBase32(((await key.textContent()) ?? '').replaceAll(' ', ''))
    await page.getByLabel('Authentication code').fill(new TOTP({ secret }).generate())
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    if (to === 'recovery-codes') return
    await enter(administrator.password)
    await page.getByLabel('Authentication code').waitFor()
  }
}

/** Takes an analyst's sign-in away and gives them another. */
async function inviteAgain({ house, tenantId }: Stage): Promise<{ email: string; temporary: string }> {
  const { ctx } = house.world
  const email = await inTenant(ctx.db, tenantId, async (tx) => {
    const found = tx.selectFrom('tenant_user').select(['id', 'email', 'first_name'])
    const { id, email, first_name } = await found.where('role', '=', 'analyst').executeTakeFirstOrThrow()
    await ctx.identityAdmin.remove(tx, tenantId, id)
    await ctx.identityAdmin.invite(tx, tenantId, [{ id, email, firstName: first_name }])
    await tx.updateTable('identity_user').set({ mfa_required: true }).where('id', '=', id).execute()
    return email
  })
  return { email, temporary: await passwordMailedTo(ctx, tenantId, email) }
}

/** Presses a key that opens something over the screen. */
export function opens(key: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
  }
}

/** Brings a section of a long page into sight. */
export function scrollsTo(title: string): (page: Page) => Promise<void> {
  return (page) =>
    page
      .getByRole('heading', { name: title })
      .evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
}
