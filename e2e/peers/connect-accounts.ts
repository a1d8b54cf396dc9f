/** An administrator connects an account of each channel in the screens, and its provider's side does what its owner would. */
import type { Locator, Page } from '@playwright/test'
import type { Channel } from '@verbatim/contract/channels.ts'
import { openIntake } from '@verbatim/server/flows/capture/intake/smtp.ts'
import type { World } from '@verbatim/server/testing/world.ts'
import { dialog } from '#dialog.ts'
import { scanned } from '#scanned.ts'
import { expect } from '#world.ts'
import {
  accountNames,
  agentClient,
  type Client,
  type ClientContext,
  journalClient,
  numbers,
  phoneClient,
  phoneNumber,
  signalClient,
  signalNumber,
  telegramClient,
  textClient,
  wecomClient,
} from './clients.ts'

export interface Desk extends ClientContext {
  readonly page: Page
  /** The organization's address. */
  readonly address: string
  readonly world: World
  /** What ends with the story. */
  readonly closing: AsyncDisposableStack
}

const row = (page: Page, name: string) => page.getByRole('row', { name })
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })

export async function create(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(dialog(page).getByRole('link', { name: 'Capture health of the account' })).toBeVisible()
}

export async function openAccounts({ page, address }: Desk, channel: Channel): Promise<void> {
  await page.goto(`${address}/integrations/${channel}`)
  await expect(page.getByRole('link', { name: 'New account' }).first()).toBeVisible()
}

export async function begin(
  desk: Desk,
  channel: Channel,
  name: string = accountNames[channel],
): Promise<void> {
  await openAccounts(desk, channel)
  await desk.page.getByRole('link', { name: 'New account' }).first().click()
  await field(desk.page, 'Name').fill(name)
}

export async function isConnected({ page }: Desk, name: string): Promise<void> {
  await expect(row(page, name)).toContainText('Connected', { timeout: 15_000 })
}

export const connecting: Record<Channel, (desk: Desk) => Promise<Client>> = {
  sms: (desk) => connectNumber(desk, 'sms'),
  whatsapp: (desk) => connectNumber(desk, 'whatsapp'),
  imessage: connectMac,
  signal: connectSignal,
  telegram: connectTelegram,
  wecom: connectWecom,
  whatsappnative: connectPhone,
  proofpoint: connectJournal,
}

async function connectNumber(desk: Desk, channel: 'sms' | 'whatsapp'): Promise<Client> {
  const { page, peers } = desk
  const { addNumber, addSender } = peers.twilio.does.rest
  await (channel === 'sms' ? addNumber : addSender)(numbers[channel])
  await begin(desk, channel)
  await dialog(page).getByLabel('Number').fill(numbers[channel])
  await create(page)
  await openAccounts(desk, channel)
  await isConnected(desk, accountNames[channel])
  return textClient(channel, desk)
}

async function connectMac(desk: Desk): Promise<Client> {
  const { page, peers } = desk
  await begin(desk, 'imessage')
  await dialog(page).getByLabel('Number or address').fill('+14155550142')
  await dialog(page)
    .getByLabel('Agent address')
    .fill(await peers.imessage.read('serverUrl'))
  await field(page, 'Agent password').fill(await peers.imessage.read('password'))
  await create(page)
  await openAccounts(desk, 'imessage')
  await isConnected(desk, accountNames.imessage)
  return agentClient(desk)
}

async function connectSignal(desk: Desk): Promise<Client> {
  const { page } = desk
  await begin(desk, 'signal')
  await dialog(page).getByLabel('Number').fill(signalNumber)
  await create(page)
  await dialog(page).getByRole('button', { name: 'Link now' }).click()
  await scanSignal(dialog(page), desk)
  await openAccounts(desk, 'signal')
  await isConnected(desk, accountNames.signal)
  return signalClient(desk)
}

/** The owner scans the picture that is shown. */
export async function scanSignal(shown: Page | Locator, { peers: { signal } }: Desk): Promise<void> {
  const code = await scanned(shown.getByRole('img', { name: 'QR code to scan with Signal' }))
  await signal.does.scan(code, signalNumber)
  await expect.poll(() => signal.does.streamsOf(signalNumber)).toBe(1)
}

export const rita = { id: 7_001_001, first_name: 'Rita', is_bot: false } as const

export async function addBot(desk: Desk): Promise<void> {
  const { page, peers } = desk
  await begin(desk, 'telegram', 'Bot of the organization')
  const username = await peers.telegram.read('username')
  await dialog(page).getByLabel('Telegram account').fill(`@${username}`)
  await field(page, 'Bot token').fill(await peers.telegram.read('token'))
  await create(page)
  await openAccounts(desk, 'telegram')
  await isConnected(desk, 'Bot of the organization')
}

async function connectTelegram(desk: Desk): Promise<Client> {
  const { page, peers } = desk
  await addBot(desk)
  await page.getByRole('link', { name: 'New account' }).first().click()
  await dialog(page).getByLabel('A person’s account, through a bot').check()
  await field(page, 'Name').fill(accountNames.telegram)
  await dialog(page).getByRole('combobox', { name: 'Bot' }).click()
  await page.getByRole('option', { name: 'Bot of the organization' }).click()
  await create(page)
  await dialog(page).getByRole('button', { name: 'Link now' }).click()
  const link = dialog(page).getByRole('link', { name: /Telegram/ })
  const token = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start') ?? ''
  await peers.telegram.does.keep(await peers.telegram.does.started(rita, token))
  const { id, ...connected } = await peers.telegram.does.connected(rita)
  await peers.telegram.does.keep(connected)
  await openAccounts(desk, 'telegram')
  await isConnected(desk, accountNames.telegram)
  return telegramClient(desk, id)
}

async function connectWecom(desk: Desk): Promise<Client> {
  const { page, peers, origin } = desk
  const { wecom, wecomNames } = peers
  await wecomNames.does.names.set('LiWei', 'Li Wei')
  await wecomNames.does.giveSeat('LiWei')
  await wecomNames.does.names.set('wmWangFang', 'Wang Fang')
  await begin(desk, 'wecom', 'Corporation')
  await dialog(page)
    .getByLabel('WeCom account')
    .fill(await wecom.read('corpId'))
  await field(page, 'Message archive secret').fill(await wecomNames.read('archiveSecret'))
  await dialog(page)
    .getByLabel('Private keys')
    .fill((await wecom.read('privateKeys')).join('\n'))
  await field(page, 'Secret for names').fill(await wecomNames.read('contactSecret'))
  await field(page, 'Callback token').fill(await wecom.read('token'))
  await field(page, 'Callback EncodingAESKey').fill(await wecom.read('encodingAesKey'))
  await create(page)
  const shown = await dialog(page)
    .getByText(/^http.*\/hooks\/wecom\//)
    .textContent()
  const hook = `${origin}${new URL(shown ?? '').pathname}`
  await openAccounts(desk, 'wecom')
  await isConnected(desk, 'Corporation')

  await page.getByRole('link', { name: 'New account' }).first().click()
  await dialog(page).getByLabel('An employee’s account').check()
  await field(page, 'Name').fill(accountNames.wecom)
  await dialog(page).getByRole('combobox', { name: 'Corporation' }).click()
  await page.getByRole('option', { name: 'Corporation' }).click()
  await dialog(page).getByLabel('WeCom account').fill('LiWei')
  await create(page)
  await expect(dialog(page).getByText('Nothing has arrived yet.')).toBeVisible()
  const event = await wecom.does.event({ Event: 'msgaudit_notify' })
  return wecomClient(desk, async () => {
    const { url, body, ...init } = await wecom.does.callback(hook, event)
    const { status } = await fetch(url, { ...init, body: new Uint8Array(body) })
    expect(status).toBe(200)
  })
}

async function connectPhone(desk: Desk): Promise<Client> {
  const { page } = desk
  await begin(desk, 'whatsappnative')
  await dialog(page).getByLabel('Number').fill(phoneNumber)
  await create(page)
  await dialog(page).getByRole('button', { name: 'Link now' }).click()
  await scanWithPhone(dialog(page), desk.peers.whatsapp)
  await openAccounts(desk, 'whatsappnative')
  await isConnected(desk, accountNames.whatsappnative)
  return phoneClient(desk)
}

/** The phone scans the picture that is shown. */
export async function scanWithPhone(
  shown: Page | Locator,
  whatsapp: Pick<Desk['peers']['whatsapp'], 'does'>,
): Promise<void> {
  const picture = await scanned(shown.getByRole('img', { name: /^QR code to scan/ }))
  await whatsapp.does.scan(phoneNumber.slice(1), picture)
}

async function connectJournal(desk: Desk): Promise<Client> {
  const { page, world, closing } = desk
  const password = 'a-password-of-the-journal'
  await begin(desk, 'proofpoint')
  await field(page, 'Password').fill(password)
  await create(page)
  await expect(dialog(page).getByText('Nothing has arrived yet.')).toBeVisible()
  const address =
    (await dialog(page)
      .getByText(/^journal-[0-9a-f]{20}@/)
      .textContent()) ?? ''
  // The processes of an installation take its mails in one of them.
  const intake = await openIntake(world.ctx)
  closing.defer(() => intake.close())
  return journalClient(desk, { port: intake.port, address, password })
}
