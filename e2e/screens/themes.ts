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
  { name: 'themes-none', address: '/themes/complaints?period=2020-01-01|2020-01-31' },
]
