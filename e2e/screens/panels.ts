/** Menus and panels that buttons and keys open, each where a user meets it. */
import type { Page } from '@playwright/test'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { opens } from './acts.ts'
import { layer, type Screen, type Stage } from './stage.ts'

const search = (page: Page) => page.getByRole('search').first()

/** Selects the first event of the list. */
export const selectsEvent = (page: Page): Promise<void> =>
  page
    .getByRole('table', { name: 'Cognitive Events' })
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .press('Space')

/** Opens the menu of the first theme. */
export async function opensTheme(page: Page): Promise<void> {
  const themes = page.getByRole('list', { name: 'Themes', exact: true })
  await themes.getByRole('heading').first().getByRole('link').click()
  await page.getByRole('button', { name: /^Change / }).click()
}

/** Saves the list as a view, and opens the menu of views. */
export async function savesView(page: Page): Promise<void> {
  await search(page).getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(savedName)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await search(page).getByRole('button', { name: savedName }).click()
}

const savedName = 'Portfolio questions'

/** Saved, it would give its name to the button. */
export const forgetsView = ({ installation: { world }, tenantId }: Stage): Promise<unknown> =>
  inTenant(world.ctx.db, tenantId, (tx) =>
    tx.deleteFrom('saved_view').where('name', '=', savedName).execute(),
  )

/** Types a mention into a comment, which the tab keeps. */
const mentions: Pick<Screen, 'act' | 'undo'> = {
  act: (page) => page.getByRole('textbox', { name: 'Comment' }).pressSequentially('@St'),
  undo: (_, page) => page.getByRole('textbox', { name: 'Comment' }).fill(''),
}

export const screensWithPanels: readonly Screen[] = [
  {
    name: 'messages-export',
    address: '/messages?period=365',
    act: (page) => page.getByRole('button', { name: 'Export', exact: true }).click(),
    ...layer('exports/ExportMenu.tsx', 'menu', 'Export'),
  },
  {
    name: 'messages-columns',
    address: '/messages?period=365',
    act: (page) => page.getByRole('button', { name: 'Columns and row height' }).click(),
    ...layer('ui/src/table/DataTableHead.tsx', 'menu', 'Columns and row height'),
  },
  {
    name: 'messages-search-help',
    address: '/messages?period=365',
    async act(page) {
      await page.getByRole('button', { name: 'How to search' }).click()
      await page.getByRole('heading', { name: 'How to search' }).waitFor() // it is loaded when it is opened
    },
    ...layer('ui/src/filters/SearchBox.tsx', 'dialog', 'How to search'),
  },
  {
    name: 'messages-condition',
    address: '/messages?period=365&filter=channelType[eq]:whatsapp',
    act: (page) =>
      search(page)
        .getByRole('button', { name: /^Channel is/ })
        .click(),
    ...layer('ui/src/filters/FilterChip.tsx', 'dialog', 'Condition on Channel'),
  },
  {
    name: 'messages-views-menu',
    address: '/messages?period=365',
    act: (page) => search(page).getByRole('button', { name: 'Views' }).click(),
    ...layer('lists/SavedViews.tsx', 'menu', 'Views'),
  },
  {
    name: 'events-steps',
    address: '/events?period=365',
    act: async (page) => {
      await selectsEvent(page)
      await page.getByRole('button', { name: 'More steps' }).click()
    },
    ...layer('screens/cognitive-events/steps/BulkSteps.tsx', 'menu', 'More steps'),
  },
  {
    name: 'event-person',
    address: ({ event }) => `/events/${event}`,
    act: (page) =>
      page.getByRole('region', { name: 'Facts' }).getByRole('listitem').getByRole('button').first().click(),
    ...layer('thread/PersonName.tsx', 'dialog', /./),
  },
  {
    name: 'event-mention',
    address: ({ event }) => `/events/${event}`,
    ...mentions,
    ...layer('screens/cognitive-events/comments/MentionField.tsx', 'listbox', 'People to mention'),
  },
  {
    name: 'conversation-day',
    address: ({ conversation }) => `/messages?period=365&conversation=${conversation}`,
    act: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Go to a day' }).click()
      // A calendar without a chosen day shows the current month, which is another one each month.
      await page.getByRole('textbox', { name: 'Go to a day' }).fill('2026-03-12')
      await page.getByRole('button', { name: 'March 2026', exact: true }).waitFor()
    },
    ...layer('screens/conversations/ThreadTools.tsx', 'dialog', 'Go to a day'),
  },
  {
    name: 'theme-menu',
    address: '/themes?period=90',
    act: opensTheme,
    ...layer('screens/themes/ThemeActions.tsx', 'menu', /^Change /),
  },
  {
    name: 'metrics-files',
    address: '/metrics/organization-overview?period=90',
    act: (page) => page.getByRole('button', { name: 'Print or download' }).click(),
    ...layer('screens/metrics/FilesMenu.tsx', 'menu', 'Print or download'),
  },
  {
    name: 'organization-periods',
    address: '/organization/profile',
    act: (page) => page.getByRole('button', { name: 'Add a period' }).click(),
    ...layer('screens/organizations/RetentionSection.tsx', 'menu', 'Add a period'),
  },
  {
    name: 'organization-history-day',
    address: '/organization/integrations',
    act: async (page) => {
      // A calendar without a chosen day shows the current month, which is another one each month.
      await page.getByLabel('Initial history date', { exact: true }).fill('2026-03-12')
      await page.getByRole('button', { name: 'Choose in a calendar: Initial history date' }).click()
      await page.getByRole('button', { name: 'March 2026', exact: true }).waitFor()
    },
    ...layer('screens/organizations/ProviderSection.tsx', 'dialog', /Initial history date/),
  },
  {
    name: 'account-menu',
    address: '/account',
    act: (page) => page.getByRole('button', { name: /^Account of/ }).click(),
    ...layer('ui/src/frame/AccountMenu.tsx', 'menu', /^Account of/),
  },
  {
    name: 'navigation',
    address: '/account',
    isNarrow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Open navigation' }).click()
      await page.getByRole('dialog', { name: 'Navigation' }).waitFor()
    },
    ...layer('shell/NavigationDrawer.tsx', 'dialog', 'Navigation'),
  },
  {
    name: 'palette',
    address: '/events',
    act: opens('Control+K'),
    ...layer('shell/CommandPalette.tsx', 'dialog', 'Go anywhere'),
  },
  {
    name: 'palette-found',
    address: '/events',
    act: async (page) => {
      await page.keyboard.press('Control+K')
      await page.keyboard.type('market')
      await page.getByRole('dialog').getByRole('group', { name: 'Policies' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    address: '/events',
    act: opens('?'),
    ...layer('ui/src/frame/ShortcutMap.tsx', 'dialog', 'Keyboard shortcuts'),
  },
]
