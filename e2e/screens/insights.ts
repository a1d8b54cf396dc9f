import type { Page } from '@playwright/test'
import type { Screen } from './stage.ts'

/** A chart of complaints beside a figure, with the settings of the chart open. */
async function builds(page: Page): Promise<void> {
  for (const kind of ['figure', 'text', 'table', 'chart'])
    await page.getByRole('button', { name: `Add ${kind}` }).click()
  await page.getByRole('combobox', { name: 'Category', exact: true }).click()
  await page.getByRole('option', { name: 'Complaint' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Move Messages per day', exact: true }).press('ArrowUp')
  await page
    .getByText(/^Complaint$/)
    .first()
    .waitFor()
}

/** Insights, and their builder. */
export const screensOfInsights: readonly Screen[] = [
  { name: 'insight-supervision', address: '/insights/weekly-supervision', picture: 'light' },
  { name: 'insight-complaints', address: '/insights/complaints?period=90' },
  { name: 'insight-off-channel', address: '/insights/off-channel?period=90' },
  { name: 'insight-activity', address: '/insights/representatives-activity?period=90' },
  { name: 'insight-responses', address: '/insights/response-times?period=90' },
  { name: 'insight-missing', address: '/insights/00000000-0000-7000-8000-000000000000' },
  { name: 'insight-builder', address: '/organization/insights/new', act: builds },
  { name: 'insight-details', address: '/organization/insights/new?tab=details' },
]
