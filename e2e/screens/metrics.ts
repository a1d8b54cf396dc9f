import { dayMs } from '@verbatim/contract/durations.ts'
import { layer, type Screen } from './stage.ts'

const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

const sinceTuesday = () => (new Date().getUTCDay() + 5) % 7

/** The screens of Key Metrics. */
export const screensOfMetrics: readonly Screen[] = [
  { name: 'metrics', address: '/metrics/organization-overview?period=90', picture: 'light' },
  {
    name: 'metrics-info',
    address: '/metrics/organization-overview?period=90',
    act: async (page) => {
      await page.getByRole('button', { name: 'About Messages sent', exact: true }).click()
      await page.getByRole('dialog', { name: 'About Messages sent' }).waitFor()
    },
    ...layer('screens/metrics/FigureInfo.tsx', 'dialog', 'About Messages sent'),
  },
  {
    name: 'metrics-numbers',
    // From a Tuesday on, on which a small organization talks: the same week, whatever day it is now.
    address: () =>
      `/metrics/organization-overview?period=${dayBefore(sinceTuesday() + 14)}|${dayBefore(sinceTuesday() + 8)}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Show Messages per day as a table' }).click()
      // Whether its tooltip shows while the pointer rests there depends on what moves below it.
      await page.mouse.move(0, 0)
      await page.getByRole('tooltip').waitFor({ state: 'hidden' })
    },
  },
  { name: 'metrics-account-days', address: '/metrics/organization-overview?period=90&filter=all#rows' },
  { name: 'metrics-none', address: '/metrics/organization-overview?period=2020-01-01|2020-01-31' },
  { name: 'metrics-sales', address: '/metrics/sales-effectiveness?period=90' },
  { name: 'metrics-inactive', address: '/metrics/sales-effectiveness?period=7&filter=inactive#rows' },
  { name: 'metrics-waiting', address: '/metrics/sales-effectiveness?filter=waiting#rows' },
  { name: 'metrics-waiting-owners', address: '/metrics/sales-effectiveness?filter=waiting-owners#rows' },
  { name: 'metrics-representatives', address: '/metrics/sales-effectiveness?period=90&filter=all#rows' },
  { name: 'metrics-bursts', address: '/metrics/sales-effectiveness?period=90&filter=bursts#rows' },
  { name: 'metrics-digital', address: '/metrics/digital-engagement?period=90' },
  {
    name: 'metrics-conversations',
    address: '/metrics/digital-engagement?period=90&filter=conversations#rows',
  },
  { name: 'metrics-compliance', address: '/metrics/cognitive-compliance?period=90' },
  {
    name: 'metrics-reviewers',
    address: '/metrics/cognitive-compliance?period=90&filter=reviewers#rows',
  },
]
