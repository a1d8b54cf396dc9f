import type { Page } from '@playwright/test'
import { channels, channelNames } from '@verbatim/contract/channels.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { foundForSetUp } from '@verbatim/server/flows/found-organization/set-up.ts'
import { mailsTo } from '@verbatim/server/testing/waiting-mail.ts'
import { dialog } from '#dialog.ts'
import { accountNames, type Client } from '#peers/clients.ts'
import { connecting, type Desk, isConnected, openAccounts } from '#peers/connect-accounts.ts'
import { test } from '#peers/peers.ts'
import { expect } from '#world.ts'

const twoMinutes = 2 * 60_000
const admin = 'ana.bell@halden.example'

/** docs/fidelity.md says what each channel has. */
test('each of the eight channels is connected, captured and archived; a lost connection is reported, and what was missed is found @second-path', async ({
  page,
  story,
  peers,
}) => {
  test.setTimeout(8 * 60_000)
  const { world, port, origin } = story.installation
  const [label, token] = ['eight', 'a-token-of-the-first-start']
  const tenantId = await foundForSetUp(world.ctx, { label, name: 'My organization', token })
  const address = `http://${label}.verbatim.localhost:${port}`
  await using closing = new AsyncDisposableStack()
  const desk: Desk = { page, address, world, closing, peers, origin, now: () => story.now() }
  await setUp(page, `${address}/set-up#${token}`)
  await archiveOutward(desk)
  await configureProvider(desk)

  const clients = new Map<string, Client>()
  for (const channel of channels) {
    const client = await test.step(`${channelNames[channel]} is connected`, () => connecting[channel](desk))
    clients.set(channel, client)
    await test.step(`${channelNames[channel]}: a message, its edit and its deletion`, async () => {
      const written = await client.say(`First offer by ${channel}`)
      await findMessage(desk, `First offer by ${channel}`)
      const archived = ['message']
      for (const [word, happens] of [
        ['EDITED', written.edit],
        ['DELETED', written.remove],
      ] as const) {
        if (!happens) continue
        await happens(`Second offer by ${channel}`)
        archived.push(word)
        await expect.poll(() => archivedOf(desk, channel), { timeout: 30_000 }).toEqual(archived)
      }
      await expect.poll(() => archivedOf(desk, channel), { timeout: 30_000 }).toEqual(archived)
    })
    const { sendFile } = client
    if (sendFile) {
      await test.step(`${channelNames[channel]}: a file`, async () => {
        await sendFile(`A file by ${channel}`)
        await findFile(desk, `A file by ${channel}`)
      })
    }
  }
  await story.checkAccess(page)

  await test.step('all connections are cut, and reported within two minutes', () =>
    pullCables(desk, tenantId, clients))
  await test.step('messages that only a list has are found', () => reconcile(desk, clients))
  await test.step('what was said meanwhile is found, and is marked as late', async () => {
    for (const channel of channels)
      if (clients.get(channel)?.pull) await findMessage(desk, saidMeanwhile(channel), '?isLate=true')
  })
})

const saidMeanwhile = (channel: string) => `Said to ${channel} while its cable was pulled`

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Name of the organization').fill('Halden & Marsh')
  await page.getByLabel('Your first name').fill('Ana')
  await page.getByLabel('Your last name').fill('Bell')
  await page.getByLabel('Your email').fill(admin)
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
  await page.getByLabel('Confirm password').fill('Correct-Horse-7')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('region', { name: 'Top bar' })).toContainText('Halden & Marsh', {
    timeout: 30_000,
  })
}

async function archiveOutward({ page, address, peers: { archive } }: Desk): Promise<void> {
  await page.goto(`${address}/organization/smtp-integration`)
  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Encryption', 'None')
  await choose('Sign-in', 'None')
  await page.getByRole('textbox', { name: 'Host' }).fill('localhost')
  await page.getByRole('textbox', { name: 'Port' }).fill(String(await archive.read('port')))
  await page.getByRole('textbox', { name: 'From address' }).fill('archive@halden.example')
  await page.getByRole('combobox', { name: 'Journal recipients' }).fill('journal@vendor.example')
  await page.getByRole('combobox', { name: 'Journal recipients' }).press('Enter')
  await choose('Mode', 'On')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('On. Each message, edit, deletion and reaction is sent')).toBeVisible()
}

async function configureProvider({ page, address, peers: { twilio } }: Desk): Promise<void> {
  await page.goto(`${address}/organization/integrations`)
  await page.getByLabel('Account SID').fill(await twilio.read('accountSid'))
  await page.getByLabel('Auth token', { exact: true }).fill(await twilio.read('authToken'))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

/** A message that arrives while the list is open waits behind a button. */
async function findMessage({ page, address }: Desk, text: string, filter = ''): Promise<void> {
  await expect(async () => {
    await page.goto(`${address}/messages${filter}`)
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

/** Its name is shown as soon as its message arrives, and its text once its bytes were fetched and opened. */
async function findFile(desk: Desk, text: string): Promise<void> {
  const { page } = desk
  await expect(async () => {
    await findMessage(desk, text)
    const row = page.getByRole('row').filter({ hasText: text })
    await row.getByRole('link', { name: /^Message from/ }).click({ timeout: 2_000 })
    await page.getByRole('button', { name: /^Show text.*terms\.txt/ }).click({ timeout: 2_000 })
    await expect(page.getByRole('region', { name: 'Text of terms.txt' })).toContainText('Clause nine')
  }).toPass({ timeout: 30_000 })
}

/** What the archive took about a channel's offer, in order; each once, though each was delivered twice. */
async function archivedOf({ peers: { archive } }: Desk, channel: string): Promise<string[]> {
  const mails = (await archive.read('got')).filter(({ isTaken }) => isTaken).map(({ mail }) => mail)
  return mails
    .filter(({ text }) => text?.includes(`offer by ${channel}`))
    .map(({ subject }) => /^(EDITED|DELETED)\b/.exec(subject ?? '')?.[1] ?? 'message')
}

async function pullCables(
  desk: Desk,
  tenantId: TenantId,
  clients: ReadonlyMap<string, Client>,
): Promise<void> {
  const { world, now } = desk
  const pulled = channels.filter((channel) => clients.get(channel)?.pull)
  expect(channels.filter((channel) => !pulled.includes(channel))).toEqual(['proofpoint'])
  const names = pulled.map((channel) =>
    channel === 'telegram'
      ? 'Bot of the organization'
      : channel === 'wecom'
        ? 'Corporation'
        : accountNames[channel],
  )
  const notified = async () => {
    const mails = await mailsTo(world.ctx, tenantId, admin)
    return names.filter((name) => mails.some(({ text }) => text.includes(`account “${name}”`)))
  }
  expect(await notified()).toEqual([])
  const began = now().getTime()
  for (const channel of pulled) await clients.get(channel)?.pull?.()
  // In real time: some is noticed by connections and some by questions, each of which keeps a pace of its own.
  await expect.poll(notified, { timeout: twoMinutes, intervals: [1_000] }).toEqual(names)
  expect(now().getTime() - began).toBeLessThanOrEqual(twoMinutes)
  for (const channel of pulled) {
    const { keep, say } = clients.get(channel) ?? {}
    await (keep ?? say)?.(saidMeanwhile(channel))
  }
  // What comes after more than an hour is late.
  world.pass(75 * 60_000)
  for (const channel of pulled) await clients.get(channel)?.plugIn?.()
}

/** What an account's coverage says of the comparison. The list of WeCom is the archive that it is collected from. */
function coverageOf(channel: string, listed: readonly string[]): string | RegExp {
  if (listed.includes(channel) || channel === 'wecom') return /^Compared with the provider’s list until/
  return channel === 'telegram'
    ? 'The owner of this account may exclude chats, and the provider does not say which'
    : 'The provider of this account has no list to compare with'
}

async function reconcile(desk: Desk, clients: ReadonlyMap<string, Client>): Promise<void> {
  const { page, world } = desk
  const listed = channels.filter((channel) => clients.get(channel)?.keep)
  expect(listed.toSorted()).toEqual(['imessage', 'sms', 'whatsapp'])
  for (const channel of listed) await clients.get(channel)?.keep?.(`Only in the list of ${channel}`)
  // The hour in which it was sent is over, and its end could be compared.
  world.pass(75 * 60_000)
  for (const channel of listed) await findMessage(desk, `Only in the list of ${channel}`)
  for (const channel of channels) {
    await expect(async () => {
      await openAccounts(desk, channel)
      await isConnected(desk, accountNames[channel])
    }).toPass({ timeout: 60_000 })
    await page.getByRole('row', { name: accountNames[channel] }).getByRole('link').first().click()
    await dialog(page).getByRole('link', { name: 'Capture health of the account' }).click()
    await expect(page.getByText(coverageOf(channel, listed))).toBeVisible()
  }
}
