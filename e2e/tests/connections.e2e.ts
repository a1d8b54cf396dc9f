import { dayMs } from '@verbatim/contract/durations.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PeerProcess, startPeer } from '@verbatim/server/testing/fakes/own-process.ts'
import type { PeerOf } from '@verbatim/server/testing/fakes/peers.ts'
import type { FakeCallback } from '@verbatim/server/testing/fakes/wecom.ts'
import type { Page } from '@playwright/test'
import { dialog } from '#dialog.ts'
import { expect, type Story, test as base } from '#world.ts'

interface Peers {
  readonly daemon: PeerProcess<PeerOf<'signal'>>
  readonly agent: PeerProcess<PeerOf<'imessage'>>
  readonly wecom: PeerProcess<PeerOf<'wecom'>>
  readonly names: PeerProcess<PeerOf<'wecomNames'>>
  /** The archive of WeCom. */
  readonly folder: string
}

/** Stories of this file have the peers that accounts are connected to, each in a process, which their installation may call. */
const test = base.extend<object, { peers: Peers }>({
  peers: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture names what it needs
    async ({}, use) => {
      await using closing = new AsyncDisposableStack()
      const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
      closing.defer(() => rm(folder, { recursive: true, force: true }))
      const daemon = closing.use(await startPeer('signal'))
      const agent = closing.use(await startPeer('imessage'))
      const wecom = closing.use(await startPeer('wecom'))
      const names = closing.use(await startPeer('wecomNames'))
      await use({ daemon, agent, wecom, names, folder })
    },
    { scope: 'worker' },
  ],
  installationEnv: [
    async ({ peers: { daemon, agent, names, folder } }, use) =>
      use({
        SIGNAL_DAEMON_URL: await daemon.read('url'),
        WECOM_ARCHIVE_DIR: folder,
        MEDIA_HOSTS: `${await names.read('host')},${await agent.read('host')}`,
      }),
    { scope: 'worker' },
  ],
})

const row = (page: Page, name: string) => page.getByRole('row', { name })

async function startAccount(page: Page, story: Story, channel: string): Promise<void> {
  await page.goto(`${story.origin}/integrations/${channel}`)
  await page.getByRole('link', { name: 'New account' }).first().click()
}

async function chooseOwner(page: Page): Promise<void> {
  await dialog(page).getByRole('combobox', { name: 'Owner' }).fill('Rita')
  await page.getByRole('option', { name: 'Rita Lund' }).click()
}

const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create account' }).click()

/** A gap that is shorter than a minute is none. */
const waitMinutes = ({ installation: { world } }: Story) => world.pass(2 * 60_000)

/** The last gap of an account, on its page, to which its dialog leads. */
async function lastGap(page: Page) {
  await dialog(page).getByRole('link', { name: 'Capture health of the account' }).click()
  return page.getByRole('table', { name: 'Gaps' }).getByRole('row').nth(1)
}

test('Signal: an owner scans a picture, is captured, removes the device on the phone, and links it again @second-path', async ({
  page,
  story,
  peers: { daemon },
}) => {
  const number = '+14155550731'
  const scan = async () => {
    await expect(dialog(page).getByRole('img', { name: 'QR code to scan with Signal' })).toBeVisible()
    await expect.poll(async () => (await daemon.read('codes')).length).toBe(1)
    const [code = ''] = await daemon.read('codes')
    await daemon.does.scan(code, number)
    await expect(dialog(page).getByText('Waiting for its owner')).toBeHidden()
    await expect.poll(() => daemon.does.streamsOf(number)).toBe(1)
  }
  const receive = (message: string) => {
    const timestamp = story.now().getTime()
    const bob = { sourceNumber: '+351912000111', sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444' }
    return daemon.does.receive(number, {
      envelope: { ...bob, timestamp, dataMessage: { timestamp, message } },
    })
  }
  await story.signIn(page, 'tenant_admin')
  await startAccount(page, story, 'signal')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Rita’s Signal')
  await dialog(page).getByLabel('Number').fill(number)
  await chooseOwner(page)
  await create(page)
  await dialog(page).getByRole('button', { name: 'Link now' }).click()
  await scan()
  await receive('Are you on Signal now?')
  await story.findMessage(page, 'Are you on Signal now?')

  await page.goto(`${story.origin}/integrations/signal`)
  await expect(row(page, 'Rita’s Signal')).toContainText('Connected')
  await row(page, 'Rita’s Signal').getByRole('link').first().click()
  await daemon.does.signOut(number)
  await expect(dialog(page).getByText('The link to this account has ended.')).toBeVisible()
  waitMinutes(story)
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Link now' }).click()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await scan()
  await receive('There you are again.')
  await expect(await lastGap(page)).not.toContainText('Ongoing')
  await story.findMessage(page, 'There you are again.')
})

test('WeCom: a corporation’s archive and callbacks are set up, an employee is captured, and a refused network address is corrected @second-path', async ({
  page,
  story,
  peers: { wecom, names, folder },
}) => {
  const call = async ({ url, ...init }: FakeCallback) => {
    const { body, method } = init
    const answer = await fetch(url, { ...init, body: method === 'GET' ? null : new Uint8Array(body) })
    return { status: answer.status, text: await answer.text() }
  }
  let count = 0
  const say = async (content: string) => {
    const people = { from: 'LiWei', tolist: ['wmWangFang'], roomid: '' }
    const msgtime = story.now().getTime()
    const message = { msgid: `m${(count += 1)}_external`, action: 'send', ...people, msgtime }
    const sealed = await wecom.does.sealed({ ...message, msgtype: 'text', text: { content } })
    return wecom.does.archive(folder, [sealed])
  }
  await names.does.names.set('LiWei', 'Li Wei')
  await names.does.giveSeat('LiWei')
  await names.does.names.set('wmWangFang', 'Wang Fang')
  await story.signIn(page, 'tenant_admin')
  await startAccount(page, story, 'wecom')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Acme in WeCom')
  await dialog(page)
    .getByLabel('WeCom account')
    .fill(await wecom.read('corpId'))
  await dialog(page)
    .getByRole('textbox', { name: 'Message archive secret' })
    .fill(await names.read('archiveSecret'))
  await dialog(page).getByLabel('Private keys').fill('a key')
  await dialog(page)
    .getByRole('textbox', { name: 'Secret for names' })
    .fill(await names.read('contactSecret'))
  await dialog(page)
    .getByRole('textbox', { name: 'Callback token' })
    .fill(await wecom.read('token'))
  await dialog(page)
    .getByRole('textbox', { name: 'Callback EncodingAESKey' })
    .fill(await wecom.read('encodingAesKey'))
  await create(page)
  await expect(dialog(page).getByText('Enter private keys that are not encrypted')).toBeVisible()
  await dialog(page)
    .getByLabel('Private keys')
    .fill((await wecom.read('privateKeys')).join('\n'))
  await create(page)

  // WeCom asks at the address for callbacks that an administrator enters there.
  const shown = await dialog(page)
    .getByText(/^http.*\/hooks\/wecom\//)
    .textContent()
  const address = `${story.installation.origin}${new URL(shown ?? '').pathname}`
  expect(await call(await wecom.does.challenge(address, '1288432023552776189'))).toEqual({
    status: 200,
    text: '1288432023552776189',
  })
  await story.checkAccess(page)
  await page.keyboard.press('Escape')
  await expect(row(page, 'Acme in WeCom')).toContainText('Connected')

  await page.getByRole('link', { name: 'New account' }).first().click()
  await dialog(page).getByLabel('An employee’s account').check()
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Rita in WeCom')
  await dialog(page).getByRole('combobox', { name: 'Corporation' }).click()
  await page.getByRole('option', { name: 'Acme in WeCom' }).click()
  await dialog(page).getByLabel('WeCom account').fill('LiWei')
  await chooseOwner(page)
  await create(page)
  await expect(dialog(page).getByText('Nothing has arrived yet.')).toBeVisible()
  await say('Shall we move to WeCom?')
  const notify = async () =>
    call(await wecom.does.callback(address, await wecom.does.event({ Event: 'msgaudit_notify' })))
  expect((await notify()).status).toBe(200)
  await expect(dialog(page).getByText('Nothing has arrived yet.')).toBeHidden()
  await story.findMessage(page, 'Shall we move to WeCom?')
  await expect(page.getByText('Wang Fang').first()).toBeVisible()

  await page.goto(`${story.origin}/integrations/wecom`)
  await expect(row(page, 'Rita in WeCom')).toContainText('Connected')
  await row(page, 'Acme in WeCom').getByRole('link').first().click()
  await wecom.does.fail(folder, 10_009)
  await say('Did you get this?')
  expect((await notify()).status).toBe(200)
  await expect(dialog(page).getByText(/does not accept calls from this installation/)).toBeVisible()
  waitMinutes(story)
  await story.checkAccess(page)
  await wecom.does.fail(folder, '')
  await dialog(page).getByRole('button', { name: 'Reconnect' }).click()
  await expect(dialog(page).getByText('This account is not connected')).toBeHidden()
  await expect(await lastGap(page)).not.toContainText('Ongoing')
  await story.findMessage(page, 'Did you get this?')
})

test('iMessage: an agent is connected, what it delivers arrives, and the import of its history is stopped and started again @second-path', async ({
  page,
  story,
  peers: { agent },
}) => {
  const from = '+351912000111'
  const daysAgo = (days: number) => story.now().getTime() - days * dayMs
  await agent.does.newMessage({ from, text: 'An old question', fields: { dateCreated: daysAgo(3) } })
  await agent.change({ isLocked: true })
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/integrations`)
  await page.getByRole('textbox', { name: 'Initial history date' }).fill(story.day(5))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await startAccount(page, story, 'imessage')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Rita’s Mac')
  await dialog(page).getByLabel('Number or address').fill('+14155550142')
  await dialog(page)
    .getByLabel('Agent address')
    .fill(await agent.read('serverUrl'))
  await dialog(page).getByRole('textbox', { name: 'Agent password' }).fill('guessed')
  await chooseOwner(page)
  await create(page)
  await expect(dialog(page).getByText('The provider refuses the credentials.')).toBeVisible()
  await story.checkAccess(page)
  await dialog(page)
    .getByRole('textbox', { name: 'Agent password' })
    .fill(await agent.read('password'))
  await dialog(page).getByRole('button', { name: 'Save account' }).click()
  await expect(row(page, 'Rita’s Mac')).toContainText('Connected')
  const said = await agent.does.newMessage({
    from,
    text: 'Do you read this?',
    fields: { dateCreated: daysAgo(0) },
  })
  const [answer] = await agent.does.deliver(said, story.installation.origin)
  expect(answer?.status).toBe(200)

  await row(page, 'Rita’s Mac').getByRole('link').first().click()
  await dialog(page).getByRole('link', { name: 'Capture health of the account' }).click()
  await expect(page.getByText(/^Importing the history since/)).toContainText('0%')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Stop import' }).click()
  await expect(page.getByText('The import was stopped')).toBeVisible()
  await agent.change({ isLocked: false })
  await page.getByRole('button', { name: 'Import history again' }).click()
  await expect(page.getByText(/^Importing the history since/)).toBeHidden()
  const days = page.getByRole('table', { name: 'Days' }).getByRole('row')
  await expect(days.filter({ hasText: 'Complete' }).nth(5)).toBeVisible()
  await story.findMessage(page, 'An old question')
  await expect(page.getByText('Do you read this?')).toBeVisible()
})
