/** A user's actions on a page before its picture is taken. */
import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs } from '@verbatim/contract/durations.ts'
import { type AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import { offerSingleSignOn } from '@verbatim/server/testing/single-sign-on.ts'
import { runExports } from '@verbatim/server/flows/make-exports/run-exports.ts'
import { close, reopen } from '@verbatim/server/flows/found-organization/operate.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { passwordMailedTo } from '@verbatim/server/testing/waiting-mail.ts'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { administrator, label, originOf, type Stage } from './stage.ts'

/** Signs in a newly invited user who needs a second step, up to one of the pages of the sign-in. */
export function comesInvited(to: 'set-password' | 'enrol' | 'recovery-codes' | 'verify') {
  return async (page: Page, stage: Stage) => {
    const { email, temporary } = await inviteAgain(stage)
    const enter = async (password: string) => {
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(`${originOf(stage.installation, label)}/sign-in`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await enter(temporary)
    await page.getByLabel('New password', { exact: true }).fill(administrator.password)
    if (to === 'set-password') return
    await page.getByLabel('Confirm password').fill(administrator.password)
    await page.getByRole('button', { name: 'Set password' }).click()
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

/** Replaces an analyst's sign-in with another. */
async function inviteAgain({ installation, tenantId }: Stage): Promise<{ email: string; temporary: string }> {
  const { ctx } = installation.world
  const email = await inTenant(ctx.db, tenantId, async (tx) => {
    const found = tx.selectFrom('tenant_user').select(['id', 'email', 'first_name'])
    const { id, email, first_name } = await found.where('role', '=', 'analyst').executeTakeFirstOrThrow()
    await ctx.identityAdmin.remove(tx, id)
    await ctx.identityAdmin.invite(tx, [{ id, email, firstName: first_name }])
    await tx.updateTable('identity_user').set({ mfa_required: true }).where('id', '=', id).execute()
    return email
  })
  return { email, temporary: await passwordMailedTo(ctx, tenantId, email) }
}

/** The sign-in page of single sign-on, which is turned on only for the picture. */
export const hosted = {
  async act(page: Page, stage: Stage): Promise<void> {
    await offers(stage, true)
    await page.reload()
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
    await page.waitForURL(/\/login\?/)
  },
  undo: (stage: Stage) => offers(stage, false),
}

const offers = ({ installation, tenantId }: Stage, isOffered: boolean) =>
  inTenant(installation.world.ctx.db, tenantId, (tx) => offerSingleSignOn(tx, isOffered))

/** Presses a key that opens a layer over the screen. */
export function opens(key: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
  }
}

/** Scrolls to a section of a long page. */
export function scrollsTo(title: string): (page: Page) => Promise<void> {
  return (page) =>
    page
      .getByRole('heading', { name: title })
      .evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
}

/** Scrolls to what is said of an event, and what was done with it. */
export const scrollsToComments = (page: Page): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Comments and history' })
    .evaluate((tabs) => tabs.scrollIntoView({ block: 'start' }))

/** Opens the other texts of a mail. */
export async function opensMore(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^This email also contains/ }).first()
  await more.waitFor()
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
  await more.scrollIntoViewIfNeeded()
}

/** Exports a list, and opens what its file lacks. */
export async function exportsList(page: Page, { installation, tenantId }: Stage): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await page.getByRole('article', { name: /as CSV$/ }).waitFor()
  while ((await runExports(installation.world.ctx, tenantId)) > 0);
  await page.getByRole('button', { name: /^Details of/ }).click()
}

let read: readonly { readonly id: AttachmentId; readonly reading: Reading }[] = []
type Reading = 'waiting' | 'read' | 'partly' | 'unreadable' | 'unsupported'

/** The bytes of a message's files are unavailable, while the picture is taken. */
export const losesFile = {
  async act(page: Page, stage: Stage): Promise<void> {
    await inTenant(stage.installation.world.ctx.db, stage.tenantId, async (tx) => {
      const of = MessageId.parse(stage.sights.message)
      read = await tx
        .selectFrom('attachment')
        .select(['id', 'reading'])
        .where('message_id', '=', of)
        .execute()
      await tx
        .updateTable('attachment')
        // Not due, so that no worker reads them before the page shows it.
        .set({ reading: 'waiting', reading_reason: 'missing', read_after: new Date(Date.now() + dayMs) })
        .where('message_id', '=', of)
        .execute()
    })
    await page.reload()
    const said = page.getByText(/^Not searched or examined yet/)
    await said.waitFor()
    await said.scrollIntoViewIfNeeded()
  },
  /** Otherwise the next picture of the message would be without its files too. */
  undo: ({ installation, tenantId }: Stage) =>
    inTenant(installation.world.ctx.db, tenantId, async (tx) => {
      for (const { id, reading } of read)
        await tx
          .updateTable('attachment')
          .set({ reading, reading_reason: null })
          .where('id', '=', id)
          .execute()
    }),
}

/** Closes the organization, as an operator would, while the picture is taken. */
export const closed = {
  async act(page: Page, stage: Stage): Promise<void> {
    await settle(stage, close)
    const said = page.getByRole('heading', { name: 'This organization is closed' })
    while (!(await said.isVisible())) await page.reload({ waitUntil: 'networkidle' })
  },
  async undo(stage: Stage): Promise<void> {
    await settle(stage, reopen)
    const { host } = new URL(originOf(stage.installation, label))
    const isOpen = async () =>
      (await stage.installation.world.app.inject({ url: '/config/cognito', headers: { host } }))
        .statusCode === 200
    while (!(await isOpen())) await sleep(500)
  },
}

async function settle({ installation: { world } }: Stage, act: typeof close): Promise<void> {
  const { db, config, now } = world.ctx
  const addresses = { publicBaseUrl: config.PUBLIC_BASE_URL, mainDomain: config.MAIN_DOMAIN }
  const via = { requestId: undefined, address: undefined, agent: undefined }
  const ctx = { db, now, addresses, environment: config.VERBATIM_ENVIRONMENT }
  await act(ctx, { name: 'Operator', via }, label)
}

/** Narrower, what would be read beside the list is a page. */
const leastForPane = 1_200

/** Reads the third row beside its list; on a narrow screen, on its own page. */
export async function peeks(page: Page): Promise<void> {
  for (const key of ['j', 'j', 'j', ' ']) await page.keyboard.press(key)
  if ((page.viewportSize()?.width ?? 0) < leastForPane) await page.waitForURL(/\/[0-9a-f-]{36}/)
  else await page.getByRole('complementary', { name: 'Reading pane' }).getByRole('heading').first().waitFor()
}

/** Chooses a file of an import, and waits for its columns. */
export async function choosesFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('table', { name: 'Columns' }).waitFor()
}

/** Opens a row of a list at its name: what is in the middle of the row may lead elsewhere. */
export async function opensRow(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click({ position: { x: 48, y: 20 } })
}
