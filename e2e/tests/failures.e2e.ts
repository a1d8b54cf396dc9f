/** Each failure appears once, in its place, with the next step. Source: docs/rules/failures.md. */
import { close } from '@verbatim/server/flows/found-organization/operate.ts'
import { expect, test } from '#world.ts'

const generic =
  'Oops! We encountered an unexpected error. Please try again or contact your support representative'

test.use({ expectedErrors: [/A part of the program is missing/] })

/** Only the calls of the groups list, because other screens request group names at any time. */
const groupsCall = '**/messenger/api/v1/conversation-groups?**'

test('a missing permission is named; a missing page leads back', async ({ page, story }) => {
  await story.signIn(page, 'analyst')
  await page.goto(`${story.origin}/messages`)
  await page.goto(`${story.origin}/organization/audit-trail`)
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('audit.view')
  await story.checkAccess(page)

  for (const [address, thing] of [
    ['messages', 'Message'],
    ['events', 'Cognitive event'],
  ]) {
    await page.goto(`${story.origin}/${address}/00000000-0000-7000-8000-000000000000`)
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByText(`Oops! ${thing} with specified ID doesn't exist...`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go back' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page).not.toHaveURL(/events/)

  await page.goto(`${story.origin}/nowhere`)
  await expect(page.getByRole('link', { name: 'Go to the main page' })).toBeVisible()
})

test('a busy service shows a countdown, and the call is retried automatically, or at once on request @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/`)
  let refusals = 1
  let seconds = 9
  await page.route(groupsCall, (route) => {
    refusals -= 1
    if (refusals < 0) return route.continue()
    const body = { code: 'unavailable', message: 'The service is busy.', details: {}, requestId: 'r1' }
    return route.fulfill({ status: 503, headers: { 'retry-after': String(seconds) }, json: body })
  })
  await page.clock.install()
  const row = page.getByRole('link', { name: 'North' }).first()
  const banner = page.getByText(/Trying again in \d s/)
  await Promise.all([expect(banner).toBeVisible(), page.goto(`${story.origin}/organization/groups`)])
  await story.checkAccess(page)
  await page.clock.fastForward(9000)
  await expect(row).toBeVisible()
  await expect(banner).toBeHidden()

  // The automatic retry would come later than this test waits.
  refusals = 1
  seconds = 60
  await page.reload()
  await page.getByRole('button', { name: 'Try again now' }).click()
  await expect(row).toBeVisible()

  refusals = Infinity
  seconds = 3
  await page.reload()
  for (const _ of [1, 2]) {
    await expect(page.getByText(/(Trying again|Next attempt) in \d s/)).toBeVisible()
    await page.clock.fastForward(3000)
  }
  await expect(page.getByText(/Several attempts failed. Next attempt in \d s/)).toBeVisible({
    timeout: 20_000,
  })
  refusals = 0
  await expect(row).toBeVisible()
})

test('an unexpected failure shows the catalogue’s text and the id of the request @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/`)
  await page.route(groupsCall, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'internal', message: `${generic} for assistance.`, details: {}, requestId: 'request-7' },
    }),
  )
  await page.goto(`${story.origin}/organization/groups`)
  await expect(page.getByRole('alert')).toContainText(generic)
  await expect(page.getByRole('alert')).toContainText('request-7')
  await page.unroute(groupsCall)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'North' }).first()).toBeVisible()
})

test('the page says that it is offline, and continues when the network is back', async ({ page, story }) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/`)
  await page.getByRole('link', { name: 'Organization Settings' }).click()
  const tabs = page.getByRole('navigation', { name: 'Organization Settings' })
  await tabs.getByRole('link', { name: 'Permission Profiles' }).click()
  await expect(page.getByRole('link', { name: 'North only' })).toBeVisible()
  await page.route('**/bff/**', (route) => route.abort())
  await tabs.getByRole('link', { name: 'Platform Users' }).click()
  await expect(page.getByText('Verbatim can’t be reached.')).toBeVisible()
  await page.unroute('**/bff/**')
  await expect(page.getByRole('link', { name: /^super_admin/ }).first()).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Verbatim can’t be reached.')).toBeHidden()
})

test('when a newer version has replaced a part of the program, the page reloads once', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/`)
  let [fetches, documents] = [0, 0]
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.route(/assets\/policies-.*\.js/, (route) => {
    fetches += 1
    return fetches === 1 ? route.fulfill({ status: 404 }) : route.continue()
  })
  // The page may reload before it has loaded.
  await page.goto(`${story.origin}/organization/policies`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible()
  expect(documents).toBe(2)
  // The router would have done it without checking the network.
  const noted = await page.evaluate(() => Object.keys(sessionStorage))
  expect(noted).toContain('verbatim.reloaded')
  expect(noted.filter((key) => key.startsWith('tanstack_router_reload'))).toEqual([])
})

test('without a network the page does not reload itself @second-path', async ({ page, story }) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/`)
  await page.getByRole('link', { name: 'Organization Settings' }).click()
  const tabs = page.getByRole('navigation', { name: 'Organization Settings' })
  const policies = tabs.getByRole('link', { name: 'Policies' })
  await expect(policies).toBeVisible()
  await page.route(/assets\/policies-.*\.js/, (route) => route.abort())
  await page.context().setOffline(true)
  await policies.click()
  await expect(page.getByText('This part of Verbatim could not be loaded')).toBeVisible()
  await page.unroute(/assets\/policies-.*\.js/)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible()
})

test('a part of the program that cannot be loaded leads to a reload @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/`)
  await page.route(/assets\/policies-.*\.js/, (route) => route.abort())
  await page.goto(`${story.origin}/organization/policies`)
  await expect(page.getByText('This part of Verbatim could not be loaded')).toBeVisible()
  await page.unroute(/assets\/policies-.*\.js/)
  await page.getByRole('link', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible()
})

test('an organization that its operator closes shows a notice, and none of its endpoints answers @second-path', async ({
  page,
  story,
}) => {
  const { ctx } = story.installation.world
  await story.signIn(page)
  await close(
    { ...ctx, environment: 'local' },
    { name: 'An operator', via: { requestId: undefined, address: undefined, agent: undefined } },
    story.tenant.label,
  )
  // The organization of a host is cached for three seconds.
  await expect(async () => {
    await page.goto(`${story.origin}/messages`)
    await expect(page.getByRole('heading', { name: 'This organization is closed' })).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  await expect(page.getByText('Its records are kept.')).toBeVisible()
  await story.checkAccess(page)
})
