import type { Page } from '@playwright/test'
import { answersOfUser } from '@verbatim/client/forget-user.ts'
import { worldPassword } from '@verbatim/server/testing/world.ts'
import { expect, type Story, test } from '#world.ts'

const ann = '+15550107001'
const bob = '+15550107002'

async function signIn(page: Page, { origin, tenant }: Story, name: 'rep' | 'colleague' | 'compliance') {
  await page.goto(`${origin}/messenger/`)
  await page.getByLabel('Email').fill(`${name}@${tenant.label}.example`)
  await page.getByLabel('Password', { exact: true }).fill(worldPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Messenger', exact: true })).toBeVisible()
}

/** What is shown is stored on the device a moment later. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const keys = () =>
    page.evaluate(async (name) => {
      const kept = await (await caches.open(name)).keys()
      return kept.map(({ url }) => decodeURIComponent(url).split('/').at(-1)?.split(' ')[0])
    }, answersOfUser)
  await expect.poll(keys).toEqual(expect.arrayContaining(['config', 'list', 'thread']))
}

const listed = (page: Page) =>
  page.getByRole('list', { name: 'Conversations, latest first' }).getByRole('link')

test('a representative sees a message arrive without reloading; another representative does not', async ({
  page,
  browser,
  story,
}) => {
  await signIn(page, story, 'rep')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await story.checkAccess(page)
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, story, 'colleague')

  await story.deliver({ from: ann, body: 'Is the term sheet ready?' })
  await expect(listed(page)).toHaveText([/Is the term sheet ready\?/])
  await listed(page).click()
  const thread = page.getByRole('log')
  await expect(thread.getByText('Is the term sheet ready?')).toBeVisible()
  await story.deliver({ from: ann, body: 'I have to sign today.' })
  await expect(thread.getByText('I have to sign today.')).toBeVisible()
  await story.checkAccess(page)
  await expect(page.getByRole('complementary')).toContainText(ann)

  await expect(elsewhere.getByText('No conversations yet')).toBeVisible()
  await elsewhere.goto(page.url())
  await expect(elsewhere.getByText("doesn't exist")).toBeVisible()
  await expect(elsewhere.getByText('term sheet')).toHaveCount(0)
  await elsewhere.close()
})

test('conversations are found by number and reached by arrow keys @second-path', async ({ page, story }) => {
  await story.deliver({ from: ann, body: 'From Ann' })
  await story.deliver({ from: bob, body: 'From Bob' })
  await signIn(page, story, 'rep')
  await expect(listed(page)).toHaveCount(2)
  await listed(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('From Ann')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('7002')
  await expect(listed(page)).toHaveText([/From Bob/])
  await page.getByRole('searchbox').fill('nobody')
  await expect(page.getByText('No results')).toBeVisible()
})

test('a narrow screen shows one pane at a time, and leads back', async ({ page, story }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await story.deliver({ from: ann, body: 'On the road' })
  await signIn(page, story, 'rep')
  await expect(page.getByRole('log')).toBeHidden()
  await listed(page).click()
  await expect(page.getByRole('log').getByText('On the road')).toBeVisible()
  await expect(listed(page)).toBeHidden()
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'About this conversation' }).click()
  await expect(page.getByRole('complementary')).toContainText('Messages')
  await expect(page.getByRole('log')).toBeHidden()
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'Back to messages' }).click()
  await page.getByRole('link', { name: 'Back to conversations' }).click()
  await expect(listed(page)).toBeVisible()
  await story.checkAccess(page)
})

test('read conversations are available offline, and are deleted after signing out', async ({
  page,
  context,
  story,
}) => {
  await story.deliver({ from: ann, body: 'Read on the train' })
  await story.deliver({ from: bob, body: 'Never opened' })
  await signIn(page, story, 'rep')
  await listed(page).filter({ hasText: 'Read on the train' }).click()
  await expect(page.getByRole('log').getByText('Read on the train')).toBeVisible()
  await isKept(page)

  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('log').getByText('Read on the train')).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await story.checkAccess(page)
  await listed(page).filter({ hasText: 'Never opened' }).click()
  await expect(page.getByText('Not available offline')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('log').getByText('Never opened')).toBeVisible()
  // What the console kept in this browser.
  await page.evaluate(() => localStorage.setItem('verbatim.recent.someone', '[]'))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Messenger' })).toBeVisible()
  expect(await page.evaluate(() => caches.has('verbatim-messenger-kept'))).toBe(false)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('verbatim.recent.someone'))).toBeNull()
})

test('an idle messenger locks, leaves nothing behind, and returns after the sign-in @second-path', async ({
  page,
  story,
}) => {
  await story.deliver({ from: ann, body: 'For your eyes only' })
  await page.clock.install()
  await signIn(page, story, 'rep')
  await listed(page).click()
  await expect(page.getByRole('log').getByText('For your eyes only')).toBeVisible()
  const address = page.url()
  await page.clock.fastForward('29:00')
  await expect(page.getByRole('log').getByText('For your eyes only')).toBeVisible()
  await page.clock.fastForward('02:00')
  await expect(page.getByText('after a period of inactivity')).toBeVisible()
  await expect(page.getByText('For your eyes only')).toHaveCount(0)
  expect(await page.evaluate(() => caches.has('verbatim-messenger-kept'))).toBe(false)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await story.checkAccess(page)
  await page.getByLabel('Email').fill(`rep@${story.tenant.label}.example`)
  await page.getByLabel('Password', { exact: true }).fill(worldPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('log').getByText('For your eyes only')).toBeVisible()
})

test('the messenger also locks offline, and hides its stored conversations @second-path', async ({
  page,
  context,
  story,
}) => {
  await story.deliver({ from: ann, body: 'Read on the train' })
  await page.clock.install()
  await signIn(page, story, 'rep')
  await listed(page).click()
  await expect(page.getByRole('log').getByText('Read on the train')).toBeVisible()
  await isKept(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('log').getByText('Read on the train')).toBeVisible()
  await page.clock.fastForward('31:00')
  await expect(
    page.getByRole('button', { name: 'Reload' }).or(page.getByRole('link', { name: 'Reload' })),
  ).toBeVisible()
  await expect(page.getByText('Read on the train')).toHaveCount(0)
  expect(await page.evaluate(() => caches.has('verbatim-messenger-kept'))).toBe(false)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await context.setOffline(false)
})

test('a user without a messenger role sees why @second-path', async ({ page, story }) => {
  await signIn(page, story, 'compliance')
  await expect(page.getByText('The messenger is not turned on for you')).toBeVisible()
})

test('the messenger is installable', async ({ page, story }) => {
  await page.goto(`${story.origin}/messenger`)
  await expect(page).toHaveURL(/\/messenger\//)
  const statusOf = (path: string) => page.evaluate(async (url) => (await fetch(url)).status, path)
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!
    return (await (await fetch(link.href)).json()) as { scope: string; icons: { src: string }[] }
  })
  expect(manifest.scope).toBe('/messenger/')
  for (const { src } of manifest.icons) expect(await statusOf(src)).toBe(200)
  expect(await statusOf('/messenger/api/nothing')).toBe(404)
  expect(await statusOf('/messenger/assets/nothing.js')).toBe(404)
})
