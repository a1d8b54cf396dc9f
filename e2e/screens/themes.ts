import type { Screen } from './stage.ts'

/** The screens of themes. */
export const screensOfThemes: readonly Screen[] = [
  { name: 'themes', address: '/themes?period=365', picture: 'light' },
  {
    name: 'themes-theme',
    address: '/themes?period=90',
    act: async (page) => {
      await page
        .getByRole('list', { name: 'Themes', exact: true })
        .getByRole('heading')
        .first()
        .getByRole('link')
        .click()
      await page.getByRole('list', { name: 'History' }).waitFor()
    },
  },
  { name: 'themes-questions', address: '/themes/questions?period=365' },
  {
    name: 'messages-theme',
    address: '/themes?period=365',
    act: async (page) => {
      await page
        .getByRole('list', { name: 'Themes', exact: true })
        .getByRole('link', { name: /messages?$/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Theme is / }).waitFor()
    },
  },
  {
    name: 'messages-theme-filter',
    address: '/messages?period=365',
    act: async (page) => {
      await page.getByRole('search').getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Theme', exact: true }).click()
      await page.getByRole('dialog').getByRole('checkbox').first().check()
    },
  },
  { name: 'themes-none', address: '/themes/complaints?period=2020-01-01|2020-01-31' },
]
