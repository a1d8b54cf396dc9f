import { expect, test } from '#world.ts'

test('a reviewer signs in, and out of every session', async ({ page, story }) => {
  await story.signInByScreens(page, 'compliance')
  await expect(page).toHaveTitle(/Verbatim/)
  await story.checkAccess(page)
})

test('a wrong password shows an error, and keeps the address', async ({ page, story }) => {
  await page.goto(`${story.origin}/`)
  await page.getByLabel('Email').fill(`compliance@${story.tenant.label}.example`)
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-8')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Incorrect email address or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(`compliance@${story.tenant.label}.example`)
  await story.checkAccess(page)
})

test('two tabs that repeatedly renew at the same time stay signed in @second-path', async ({
  page,
  context,
  story,
}) => {
  await story.signInByScreens(page, 'compliance')
  const other = await context.newPage()
  await other.goto(`${story.origin}/messages`)
  await expect(other.getByRole('navigation').first()).toBeVisible()
  const answers: number[] = []
  for (const tab of [page, other])
    tab.on('response', (response) => {
      const operation = response.request().headers()['x-amz-target'] ?? ''
      if (operation.endsWith('GetTokensFromRefreshToken')) answers.push(response.status())
    })
  for (let round = 0; round < 4; round++) {
    // A tab that still shows the product would hand over its token, and no one would renew.
    for (const tab of [page, other]) await tab.goto('about:blank')
    await Promise.all([page, other].map((tab) => tab.goto(`${story.origin}/messages`)))
    for (const tab of [page, other]) await expect(tab.getByRole('navigation').first()).toBeVisible()
    story.installation.world.pass(11_000) // earlier tokens no longer work
  }
  expect(answers.length).toBeGreaterThanOrEqual(4)
  expect(answers.filter((status) => status !== 200)).toEqual([])
})

test('a second tab waits for a busy first tab, and does not ask for a password @second-path', async ({
  page,
  context,
  story,
}) => {
  await story.signInByScreens(page, 'compliance')
  const other = await context.newPage()
  const busy = page.evaluate(() => {
    for (const until = performance.now() + 1_500; performance.now() < until;);
  })
  await other.goto(`${story.origin}/messages`)
  await expect(other.getByRole('navigation').first()).toBeVisible()
  await busy
})
