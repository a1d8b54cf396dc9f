import { textPdf } from '@verbatim/documents/text/text-pdf.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { expect, test } from '#world.ts'

test('the text of a file is found, raises an event, and is shown with its place', async ({ page, story }) => {
  test.slow()
  const { world } = story.installation
  const caller = await world.as(story.tenant, story.tenant.users.compliance)
  const made = await caller.call('POST', '/bff/api/v1/topic', {
    name: 'Guarantees in files',
    severity: 'high',
    rules: [
      { name: 'Promises', type: 'phrase', pattern: 'guaranteed return', scope: 'message_and_attachment' },
    ],
  })
  expect(made.status).toBe(200)
  const lines = ['Dear client,', 'this note is a Guaranteed Return without any risk.', 'Yours, the desk']
  await captureHistory(world, story.tenant, [
    messageOf(world, {
      body: 'Please see the two files.',
      attachments: [
        { ordinal: 0, name: 'offer.pdf', bytes: textPdf('Offer', lines) },
        { ordinal: 1, name: 'photo.png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
      ],
    }),
  ])
  await world.settle()
  await story.signIn(page)

  await page.goto(`${story.origin}/events`)
  const row = page.getByRole('link', { name: /^Guarantees in files/ })
  await expect(page.locator('mark[data-tone="evidence"]')).toHaveText(['Guaranteed Return'])
  await row.click()
  const rules = page.getByRole('region', { name: 'Rules that matched' })
  await rules.getByRole('button', { name: /Guaranteed Return.*in “offer\.pdf”/ }).click()
  const text = page.getByRole('region', { name: 'Text of offer.pdf' })
  await expect(text.locator('mark[data-tone="current"]')).toHaveText(['Guaranteed Return'])
  await expect(text).toContainText('Yours, the desk')
  await expect(page.getByText('Files of this type are not searched or examined.')).toBeVisible()
  await story.checkAccess(page)

  await page.goto(`${story.origin}/messages?search=without+risk`)
  await expect(page.getByText('In an attachment or another text ·')).toBeVisible()
  await page.getByRole('link', { name: /^Message from / }).click()
  await page.getByRole('button', { name: 'Show text · 1 match: offer.pdf' }).click()
  await expect(text.locator('mark')).toHaveText(['Guaranteed Return', 'without', 'risk'])
  await story.checkAccess(page)
})

test('the other texts of a mail are examined, and open where the match is @second-path', async ({
  page,
  story,
}) => {
  const { world } = story.installation
  const caller = await world.as(story.tenant, story.tenant.users.compliance)
  const rules = [{ name: 'Promises', type: 'phrase', pattern: 'guaranteed return', scope: 'message' }]
  const policy = { name: 'Guarantees in other texts', severity: 'high', rules }
  expect((await caller.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
  await captureHistory(world, story.tenant, [
    messageOf(world, {
      body: 'The note as agreed.',
      others: [{ kind: 'plain', text: 'The note as agreed, with a guaranteed return.' }],
    }),
  ])
  await world.settle()
  await story.signIn(page)

  await page.goto(`${story.origin}/events`)
  await page.getByRole('link', { name: /^Guarantees in other texts/ }).click()
  const others = page.getByRole('list', { name: 'This email also contains' })
  const opener = others.getByRole('button', {
    name: 'This email also contains a different plain text · 1 match',
  })
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(others.locator('mark')).toHaveText(['guaranteed return'])
  await story.checkAccess(page)
  await opener.click()
  await expect(others.locator('mark')).toHaveCount(0)
  await story.checkAccess(page)
})
