/** An account is linked by its owner on a phone, its provider is away for a while, and what was said meanwhile arrives. */
import type { Page } from '@playwright/test'
import { type Channel, channelNames } from '@verbatim/contract/channels.ts'
import { minuteMs } from '@verbatim/contract/durations.ts'
import {
  accountNames,
  agentClient,
  type Client,
  phoneClient,
  phoneNumber,
  signalClient,
  signalNumber,
  telegramClient,
} from '#peers/clients.ts'
import { dialog } from '#dialog.ts'
import { addBot, begin, create, type Desk, rita, scanSignal, scanWithPhone } from '#peers/connect-accounts.ts'
import { test } from '#peers/peers.ts'
import { expectEndedGap, followMailedLink, subjectsTo } from '#mailed-link.ts'
import { expect } from '#world.ts'

interface Outage {
  readonly channel: Channel
  /** Which account has the connection. */
  readonly cut: string
  readonly enter: (desk: Desk) => Promise<void>
  /** What the owner does on the page of the mailed link. */
  readonly link: (owner: Page, desk: Desk) => Promise<Client>
  /** A client says this while the provider is away. What is given hands it over, where the provider does so once it is back. */
  readonly sayMeanwhile: (
    client: Client,
    text: string,
    desk: Desk,
  ) => Promise<(() => Promise<void>) | undefined>
}

const outages: readonly Outage[] = [
  {
    channel: 'telegram',
    cut: 'Bot of the organization',
    async enter({ page }) {
      await dialog(page).getByLabel('A person’s account, through a bot').check()
      await dialog(page).getByRole('combobox', { name: 'Bot' }).click()
      await page.getByRole('option', { name: 'Bot of the organization' }).click()
    },
    async link(owner, desk) {
      const { telegram } = desk.peers
      const link = owner.getByRole('link', { name: /Telegram/ })
      const token = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start') ?? ''
      await telegram.does.keep(await telegram.does.started(rita, token))
      const { id, ...connected } = await telegram.does.connected(rita)
      await telegram.does.keep(connected)
      return telegramClient(desk, id)
    },
    async sayMeanwhile(client, text) {
      await client.say(text)
      return undefined
    },
  },
  {
    channel: 'signal',
    cut: accountNames.signal,
    enter: ({ page }) => dialog(page).getByLabel('Number').fill(signalNumber),
    async link(owner, desk) {
      await scanSignal(owner, desk)
      return signalClient(desk)
    },
    async sayMeanwhile(_client, message, { now, peers: { signal } }) {
      const timestamp = now().getTime()
      const bob = { sourceNumber: '+351912000111', sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444' }
      const envelope = { ...bob, timestamp, dataMessage: { timestamp, message } }
      return async () => {
        await expect.poll(() => signal.does.streamsOf(signalNumber), { timeout: minuteMs }).toBe(1)
        await signal.does.receive(signalNumber, { envelope })
      }
    },
  },
  {
    channel: 'whatsappnative',
    cut: accountNames.whatsappnative,
    enter: ({ page }) => dialog(page).getByLabel('Number').fill(phoneNumber),
    async link(owner, desk) {
      await scanWithPhone(owner, desk.peers.whatsapp)
      return phoneClient(desk)
    },
    // Its server hands over what was not confirmed.
    async sayMeanwhile(client, text) {
      await client.say(text)
      return undefined
    },
  },
  {
    channel: 'imessage',
    cut: accountNames.imessage,
    enter: ({ page }) => dialog(page).getByLabel('Number or address').fill('+14155550142'),
    async link(owner, desk) {
      const { imessage } = desk.peers
      await owner.getByLabel('Agent address').fill(await imessage.read('serverUrl'))
      await owner.getByRole('textbox', { name: 'Agent password' }).fill(await imessage.read('password'))
      await owner.getByRole('button', { name: 'Connect' }).click()
      return agentClient(desk)
    },
    async sayMeanwhile(client, text) {
      await client.keep?.(text)
      return undefined
    },
  },
]

for (const { channel, cut, enter, link, sayMeanwhile } of outages)
  test(`${channelNames[channel]}: an owner links an account on a phone, a lost connection is reported, and what was said meanwhile arrives @second-path`, async ({
    page,
    story,
    peers,
    browser,
  }) => {
    test.setTimeout(3 * minuteMs)
    const { tenant, origin, installation } = story
    const { world } = installation
    await using closing = new AsyncDisposableStack()
    const desk: Desk = {
      page,
      address: origin,
      world,
      closing,
      peers,
      origin: installation.origin,
      now: () => story.now(),
    }
    await story.signIn(page, 'tenant_admin')
    if (channel === 'telegram') await addBot(desk)
    await begin(desk, channel)
    await enter(desk)
    await dialog(page).getByRole('combobox', { name: 'Owner' }).fill('Rita')
    await page.getByRole('option', { name: 'Rita Lund' }).click()
    await create(page)
    await expect(dialog(page).getByText(`A link was sent to rep@${tenant.label}.example on`)).toBeVisible()
    const owner = await followMailedLink(story, browser)
    await expect(
      owner.getByRole('heading', { name: `Link your ${channelNames[channel]} account` }),
    ).toBeVisible()
    const client = await link(owner, desk)
    await expect(owner.getByRole('status')).toContainText('Connected')
    expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await owner.context().close()
    await client.say('See you at nine')
    await story.findMessage(page, 'See you at nine')

    let passedMs = 0
    // The next story begins at the machine's time: the database has that, and links are judged by both.
    closing.defer(() => world.pass(-passedMs))
    const subjects = async () => {
      world.pass(minuteMs)
      passedMs += minuteMs
      return subjectsTo(story, 'tenant_admin')
    }
    const account = `${channelNames[channel]} account “${cut}”`
    const patiently = { timeout: minuteMs, intervals: [1_000] }
    await client.pull?.()
    await expect.poll(subjects, patiently).toContain(`${account} is not connected`)
    const handOver = await sayMeanwhile(client, 'Where were you?', desk)
    await client.plugIn?.()
    await handOver?.()
    await expect.poll(subjects, patiently).toContain(`${account} is connected again`)
    await story.findMessage(page, 'Where were you?')
    await page.goto(`${origin}/integrations/${channel}`)
    await page.getByRole('row', { name: cut }).getByRole('link', { name: cut }).first().click()
    await dialog(page).getByRole('link', { name: 'Capture health of the account' }).click()
    await expectEndedGap(page)
  })
