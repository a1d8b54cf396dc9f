import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeBlueBubbles, openFakeBlueBubbles } from '@verbatim/server/testing/fakes/bluebubbles.ts'
import { type FakeSignalCli, openFakeSignalCli } from '@verbatim/server/testing/fakes/signal-cli.ts'
import { type FakeCallback, FakeWecom } from '@verbatim/server/testing/fakes/wecom.ts'
import { FakeWecomApi } from '@verbatim/server/testing/fakes/wecom-api.ts'
import type { Page } from '@playwright/test'
import { expect, type Story, test as base } from '#world.ts'

interface Peers {
  readonly daemon: FakeSignalCli
  readonly agent: FakeBlueBubbles
  readonly wecom: FakeWecom
  readonly names: FakeWecomApi
  /** The archive of WeCom. */
  readonly folder: string
}

/** Stories of this file have the peers that accounts are connected to, which their installation may call. */
const test = base.extend<object, { peers: Peers }>({
  peers: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture names what it needs
    async ({}, use) => {
      await using closing = new AsyncDisposableStack()
      const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
      closing.defer(() => rm(folder, { recursive: true, force: true }))
      const daemon = closing.adopt(await openFakeSignalCli(), (one) => one.close())
      const agent = closing.use(await openFakeBlueBubbles())
      const names = closing.adopt(new FakeWecomApi(), (one) => one.close())
      await names.listen()
      await use({ daemon, agent, wecom: new FakeWecom(), names, folder })
    },
    { scope: 'worker' },
  ],
  installationEnv: [
    async ({ peers: { daemon, agent, names, folder } }, use) =>
      use({
        SIGNAL_DAEMON_URL: daemon.url,
        WECOM_ARCHIVE_DIR: folder,
        MEDIA_HOSTS: `${names.host},${agent.host}`,
      }),
    { scope: 'worker' },
  ],
})

const dialog = (page: Page) => page.getByRole('dialog').first()
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

test('Signal: an owner scans a picture, is captured, removes the device on the phone, and links it again', async ({
  page,
  story,
  peers: { daemon },
}) => {
  const number = '+14155550731'
  const scan = async () => {
    await expect(dialog(page).getByRole('img', { name: 'QR code to scan with Signal' })).toBeVisible()
    await expect.poll(() => daemon.codes.length).toBe(1)
    daemon.scan(daemon.codes[0] ?? '', number)
    await expect(dialog(page).getByText('Waiting for its owner')).toBeHidden()
    await expect.poll(() => daemon.streamsOf(number)).toBe(1)
  }
  const receive = (message: string) => {
    const timestamp = story.now().getTime()
    const bob = { sourceNumber: '+351912000111', sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444' }
    daemon.receive(number, { envelope: { ...bob, timestamp, dataMessage: { timestamp, message } } })
  }
  await story.signIn(page, 'tenant_admin')
  await startAccount(page, story, 'signal')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Rita’s Signal')
  await dialog(page).getByLabel('Number').fill(number)
  await chooseOwner(page)
  await create(page)
  await dialog(page).getByRole('button', { name: 'Link now' }).click()
  await scan()
  receive('Are you on Signal now?')
  await story.findMessage(page, 'Are you on Signal now?')

  await page.goto(`${story.origin}/integrations/signal`)
  await expect(row(page, 'Rita’s Signal')).toContainText('Connected')
  await row(page, 'Rita’s Signal').getByRole('link').first().click()
  daemon.signOut(number)
  await expect(dialog(page).getByText('The link to this account has ended.')).toBeVisible()
  waitMinutes(story)
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Link now' }).click()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await scan()
  receive('There you are again.')
  await expect(await lastGap(page)).not.toContainText('It lasts')
  await story.findMessage(page, 'There you are again.')
})

test('WeCom: a corporation’s archive and callbacks are set up, an employee is captured, and a refused network is mended @second-path', async ({
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
  const say = (content: string) => {
    const people = { from: 'LiWei', tolist: ['wmWangFang'], roomid: '' }
    const msgtime = story.now().getTime()
    const message = { msgid: `m${(count += 1)}_external`, action: 'send', ...people, msgtime }
    return wecom.archive(folder, [wecom.sealed({ ...message, msgtype: 'text', text: { content } })])
  }
  names.names.set('LiWei', 'Li Wei').set('wmWangFang', 'Wang Fang')
  await story.signIn(page, 'tenant_admin')
  await startAccount(page, story, 'wecom')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Acme in WeCom')
  await dialog(page).getByLabel('WeCom account').fill(wecom.corpId)
  await dialog(page).getByRole('textbox', { name: 'Secret of the message archive' }).fill(names.archiveSecret)
  await dialog(page).getByLabel('Private keys').fill('a key')
  await dialog(page).getByRole('textbox', { name: 'Secret for names' }).fill(names.contactSecret)
  await dialog(page).getByRole('textbox', { name: 'Token of the callbacks' }).fill(wecom.token)
  await dialog(page)
    .getByRole('textbox', { name: 'EncodingAESKey of the callbacks' })
    .fill(wecom.encodingAesKey)
  await create(page)
  await expect(dialog(page).getByText('Enter private keys that are not encrypted')).toBeVisible()
  await dialog(page).getByLabel('Private keys').fill(wecom.privateKeys.join('\n'))
  await create(page)

  // WeCom asks at the address for callbacks that an administrator enters there.
  const shown = await dialog(page)
    .getByText(/^http.*\/hooks\/wecom\//)
    .textContent()
  const address = `${story.installation.origin}${new URL(shown ?? '').pathname}`
  expect(await call(wecom.challenge(address, '1288432023552776189'))).toEqual({
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
  const notify = () => call(wecom.callback(address, wecom.event({ Event: 'msgaudit_notify' })))
  expect((await notify()).status).toBe(200)
  await expect(dialog(page).getByText('Nothing has arrived yet.')).toBeHidden()
  await story.findMessage(page, 'Shall we move to WeCom?')
  await expect(page.getByText('Wang Fang').first()).toBeVisible()

  await page.goto(`${story.origin}/integrations/wecom`)
  await expect(row(page, 'Rita in WeCom')).toContainText('Connected')
  await row(page, 'Acme in WeCom').getByRole('link').first().click()
  await wecom.fail(folder, 10_009)
  await say('Did you get this?')
  expect((await notify()).status).toBe(200)
  await expect(dialog(page).getByText(/does not take calls from this installation/)).toBeVisible()
  waitMinutes(story)
  await story.checkAccess(page)
  await wecom.fail(folder, '')
  await dialog(page).getByRole('button', { name: 'Reconnect' }).click()
  await expect(dialog(page).getByText('This account is not connected')).toBeHidden()
  await expect(await lastGap(page)).not.toContainText('It lasts')
  await story.findMessage(page, 'Did you get this?')
})

test('iMessage: an agent is connected, what it delivers arrives, and the import of its history is stopped and started again @second-path', async ({
  page,
  story,
  peers: { agent },
}) => {
  const from = '+351912000111'
  const daysAgo = (days: number) => story.now().getTime() - days * 86_400_000
  agent.newMessage({ from, text: 'An old question', fields: { dateCreated: daysAgo(3) } })
  agent.isLocked = true
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/integrations`)
  await page.getByRole('textbox', { name: 'Initial history date' }).fill(story.day(5))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await startAccount(page, story, 'imessage')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Rita’s Mac')
  await dialog(page).getByLabel('Number or address').fill('+14155550142')
  await dialog(page).getByLabel('Address of the agent').fill(agent.serverUrl)
  await dialog(page).getByRole('textbox', { name: 'Password of the agent' }).fill('guessed')
  await chooseOwner(page)
  await create(page)
  await expect(dialog(page).getByText('The provider refuses the credentials.')).toBeVisible()
  await story.checkAccess(page)
  await dialog(page).getByRole('textbox', { name: 'Password of the agent' }).fill(agent.password)
  await dialog(page).getByRole('button', { name: 'Save account' }).click()
  await expect(row(page, 'Rita’s Mac')).toContainText('Connected')
  const said = agent.newMessage({ from, text: 'Do you read this?', fields: { dateCreated: daysAgo(0) } })
  const [answer] = await agent.deliver(said, story.installation.origin)
  expect(answer?.status).toBe(200)

  await row(page, 'Rita’s Mac').getByRole('link').first().click()
  await dialog(page).getByRole('link', { name: 'Capture health of the account' }).click()
  await expect(page.getByText(/^Importing the history since/)).toContainText('0 %')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Stop the import' }).click()
  await expect(page.getByText('The import was stopped')).toBeVisible()
  agent.isLocked = false
  await page.getByRole('button', { name: 'Import the history again' }).click()
  await expect(page.getByText(/^Importing the history since/)).toBeHidden()
  const days = page.getByRole('table', { name: 'Days' }).getByRole('row')
  await expect(days.filter({ hasText: 'Complete' }).nth(5)).toBeVisible()
  await story.findMessage(page, 'An old question')
  await expect(page.getByText('Do you read this?')).toBeVisible()
})
