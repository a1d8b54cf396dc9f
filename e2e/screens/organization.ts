import { scrollsTo } from './acts.ts'
import { screensOfArchiving } from './archiving.ts'
import { layer, type Screen } from './stage.ts'

/** Permission profiles, the organization's own settings, and the reader's. */
export const screensOfOrganization: readonly Screen[] = [
  {
    name: 'permission-profile',
    address: '/organization/permission-profiles',
    act: async (page) => {
      await page.getByRole('link', { name: 'Europe analysis' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Permissions' }).click()
      await page.getByRole('checkbox', { name: 'Telegram' }).waitFor()
    },
  },
  {
    name: 'permission-profile-effect',
    address: '/organization/permission-profiles',
    act: async (page) => {
      await page.getByRole('link', { name: 'Europe analysis' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Permissions' }).click()
      await page.getByRole('checkbox', { name: 'Telegram' }).uncheck()
      await page.getByRole('button', { name: 'Save profile' }).click()
      await page.getByText(/(Removes|Limits) /).waitFor()
    },
    ...layer('screens/permission-profiles/profile-editor.tsx', 'dialog', 'Review the effect of this change'),
  },
  {
    name: 'effective-access',
    address: ({ message }) => `/messages/${message}`,
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Person' }).fill('Stefan')
      await page.getByRole('option', { name: /Stefan/ }).click()
      await page.getByText(/can(’t)? see this message/).waitFor()
    },
  },
  { name: 'organization', address: '/organization/profile' },
  { name: 'organization-integrations', address: '/organization/integrations' },
  {
    name: 'organization-provider',
    address: '/organization/integrations',
    act: scrollsTo('Messaging provider'),
  },
  {
    name: 'organization-retention',
    address: '/organization/profile',
    act: async (page) => {
      await page.getByRole('button', { name: 'Forecast removals' }).click()
      await page.getByRole('table', { name: 'Messages that would be removed' }).waitFor()
      await scrollsTo('Data retention')(page)
    },
  },
  {
    name: 'organization-wrong',
    address: '/organization/profile',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Halden & Marsh '.repeat(10))
      await page.getByRole('button', { name: 'Save changes' }).click()
    },
  },
  { name: 'single-sign-on', address: '/organization/single-sign-on' },
  {
    name: 'single-sign-on-provider',
    address: '/organization/single-sign-on',
    act: async (page) => {
      for (const name of ['Offer single sign-on', 'Use your own identity provider'])
        await page.getByRole('switch', { name }).press('Space')
      await page.getByLabel('Name').fill('North Identity')
      await page.getByLabel('Issuer').fill('login.north.example')
      await page.getByRole('button', { name: 'Save changes' }).click()
    },
  },
  ...screensOfArchiving,
  { name: 'account-settings', address: '/account' },
]
