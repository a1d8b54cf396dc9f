/** All screens. */
import { nounScreens } from '@verbatim/contract/nouns.ts'
import { closed, exportsList, losesFile, opensMore, opensRow, peeks, scrollsToComments } from './acts.ts'
import { screensOfConnections } from './connections.ts'
import { screensOfImports } from './imports.ts'
import { screensOfInsights } from './insights.ts'
import { screensOfMetrics } from './metrics.ts'
import { screensOfThemes } from './themes.ts'
import { screensWithLongNames } from './long-names.ts'
import { screensOfOrganization } from './organization.ts'
import { screensOutside } from './outside.ts'
import { forgetsView, savesView, screensWithPanels } from './panels.ts'
import { protectedScreens } from './protected.ts'
import { screensWithQuestions } from './questions.ts'
import { layer, type Screen } from './stage.ts'

const triedText =
  'Mark the close today, that should push the price up nicely.\n\nAnd spread the word quietly.'

/** The lists of the nouns, and their new ones: `groups`, `groups-new`. */
const ofNouns = nounScreens.flatMap(({ path, create }): Screen[] => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return [{ name, address: path }, ...(create ? [{ name: `${name}-new`, address: `${path}/new` }] : [])]
})

export const screens: readonly Screen[] = [
  ...screensOutside,
  ...ofNouns,
  ...screensOfMetrics,
  ...screensOfThemes,
  ...screensOfInsights,
  { name: 'messages', address: '/messages?period=365' },
  { name: 'messages-found', address: '/messages?period=365&search=portfolio', picture: 'dark' },
  { name: 'messages-exported', address: '/messages?period=365', act: exportsList },
  { name: 'messages-not-understood', address: '/messages?filter=chanel[eq]:wecom' },
  {
    name: 'messages-filter',
    address: '/messages?period=365',
    act: async (page) => {
      await page.getByRole('search').getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Language', exact: true }).click()
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Chinese', exact: true }).check()
    },
    ...layer('ui/src/filters/FilterChip.tsx', 'dialog', 'Filter'),
  },
  {
    name: 'messages-days',
    address: '/messages?period=2026-10-05|2026-10-23',
    act: async (page) => {
      await page.getByRole('search').getByRole('button', { name: /2026/ }).click()
      await page.getByRole('button', { name: 'Choose days…' }).click()
      await page.getByLabel('First day').waitFor()
    },
    ...layer('ui/src/filters/PeriodPicker.tsx', 'dialog', /2026/),
  },
  {
    name: 'messages-views',
    changes: true,
    address: '/messages?period=365&search=portfolio',
    act: async (page) => {
      await savesView(page)
      await page.getByText('My views').waitFor()
    },
    undo: forgetsView,
  },
  { name: 'messages-pane', address: '/messages?period=365&search=portfolio', act: peeks },
  { name: 'messages-none', address: '/messages?period=365&search=zzyzx' },
  { name: 'message', address: ({ message }) => `/messages/${message}` },
  {
    name: 'message-also',
    address: ({ mail }) => `/messages/${mail}`,
    act: opensMore,
  },
  {
    name: 'message-absent',
    changes: true,
    address: ({ message }) => `/messages/${message}`,
    ...losesFile,
  },
  { name: 'message-missing', address: '/messages/00000000-0000-7000-8000-000000000000' },
  {
    name: 'conversation',
    address: ({ conversation }) => `/messages?period=365&conversation=${conversation}`,
    // It opens over the list, once that is there.
    act: (page) => page.getByRole('dialog').getByRole('list', { name: 'Messages' }).waitFor(),
    ...layer('screens/conversations/ConversationOverview.tsx', 'dialog', /./),
  },
  { name: 'events', address: '/events?period=365', picture: 'light' },
  {
    name: 'events-pane',
    address: '/events?period=365',
    act: peeks,
  },
  { name: 'event', address: ({ event }) => `/events/${event}`, picture: 'light' },
  {
    name: 'events-mine',
    address: '/events?period=365',
    act: (page) =>
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Mine/ }).click(),
  },
  {
    name: 'events-decided',
    changes: true,
    address: '/events?period=365&filter=status[in]:new',
    act: async (page) => {
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.getByText(/^1 of /).waitFor()
      for (const key of ['4', 'j', '4']) await page.keyboard.press(key)
      await page.getByText('2 times').waitFor()
    },
  },
  {
    name: 'event-comments',
    address: ({ event }) => `/events/${event}/comments`,
    act: scrollsToComments,
  },
  {
    name: 'inbox',
    address: () => '/events',
    act: async (page) => {
      await page.getByRole('button', { name: /^Inbox/ }).click()
      await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor()
    },
    ...layer('shell/inbox/InboxButton.tsx', 'dialog', 'Inbox'),
  },
  {
    name: 'event-note',
    address: ({ eventOfOurs }) => `/events/${eventOfOurs}`,
    act: (page) => page.getByRole('button', { name: /^Send a(nother)? note$/ }).click(),
    ...layer('screens/cognitive-events/NotifyAuthor.tsx', 'dialog', 'Send a note to the author'),
  },
  {
    name: 'event-history',
    address: ({ event }) => `/events/${event}/history`,
    act: scrollsToComments,
  },
  { name: 'policy', address: ({ policy }) => `/organization/policies/${policy}` },
  {
    name: 'policy-blocks',
    address: ({ policy }) => `/organization/policies/${policy}`,
    act: (page) => page.getByRole('radio', { name: 'Block in Messenger (DLP)' }).check(),
  },
  { name: 'policy-rules', address: ({ policy }) => `/organization/policies/${policy}?tab=rules` },
  {
    name: 'policy-tried',
    address: ({ policy }) => `/organization/policies/${policy}?tab=rules`,
    act: async (page) => {
      await page.getByLabel('Try it', { exact: true }).last().fill(triedText)
      await page.getByRole('list', { name: 'What each rule finds' }).getByRole('listitem').first().waitFor()
    },
    picture: 'dark',
  },
  {
    name: 'policy-rule',
    address: ({ policy }) => `/organization/policies/${policy}?tab=rules`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add rule' }).click()
      await page
        .getByRole('button', { name: /^Conditions/ })
        .last()
        .click()
      await page.getByLabel('Ignore disclaimers').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'policy-import',
    address: ({ policy }) => `/organization/policies/${policy}?tab=rules`,
    act: (page) => page.getByRole('button', { name: 'Import' }).click(),
    ...layer('screens/policies/rules/ImportDialog.tsx', 'dialog', 'Import rules from a CSV file'),
  },
  {
    name: 'contact',
    address: '/organization/contacts',
    act: (page) => page.getByRole('table').getByRole('link').first().click(),
  },
  { name: 'platform-users', address: '/organization/platform-users' },
  { name: 'platform-user-invite', address: '/organization/platform-users/invite' },
  {
    name: 'platform-user',
    address: '/organization/platform-users',
    act: (page) => page.getByRole('table').getByRole('link').first().click(),
  },
  {
    name: 'platform-user-effect',
    address: '/organization/platform-users',
    act: async (page) => {
      await page.getByRole('row', { name: /Stefan Brandl/ }).click()
      await page.getByRole('combobox', { name: 'Role' }).click()
      await page.getByRole('option', { name: 'Compliance' }).click()
      await page.getByRole('button', { name: 'Save user' }).click()
      await page.getByRole('dialog', { name: 'Review the effect of this change' }).waitFor()
    },
    ...layer('screens/users/user-editor.tsx', 'dialog', 'Review the effect of this change'),
  },
  { name: 'messenger-users', address: '/messenger-settings/messenger-users' },
  { name: 'messenger-user-invite', address: '/messenger-settings/messenger-users/invite' },
  {
    name: 'messenger-user',
    address: '/messenger-settings/messenger-users',
    act: (page) => page.getByRole('table').getByRole('link').first().click(),
  },
  {
    name: 'messenger-user-leaves',
    address: '/messenger-settings/messenger-users',
    act: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove user' }).click()
      await page.getByRole('combobox', { name: 'Successor' }).waitFor()
    },
    ...layer('editor/define-removal.tsx', 'dialog', /^Remove this /),
  },
  ...screensOfImports,
  {
    name: 'group',
    address: '/organization/groups',
    act: async (page) => {
      await opensRow(page, 'Asia Desk')
      await page.getByText('Where this group is used').waitFor()
    },
    ...layer('editor/EditorDialog.tsx', 'dialog', 'Asia Desk'),
  },
  {
    name: 'group-members',
    address: '/organization/groups',
    act: async (page) => {
      await opensRow(page, 'Asia Desk')
      await page.getByRole('dialog').getByRole('link', { name: 'Members' }).click()
      await page
        .getByRole('button', { name: /^Remove / })
        .first()
        .waitFor()
    },
  },
  ...screensOfOrganization,
  ...protectedScreens,
  {
    name: 'notification',
    address: '/organization/notifications',
    act: async (page) => {
      await page.getByRole('link', { name: 'Market abuse' }).first().click()
      await page.getByRole('dialog').getByLabel('Recipients').waitFor()
    },
  },
  {
    name: 'notification-mails',
    changes: true,
    address: '/organization/notifications',
    act: async (page) => {
      await page.getByRole('link', { name: 'Market abuse' }).first().click()
      await page.getByRole('button', { name: 'Send me a test' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Emails' }).click()
      await page.getByText('Queued').first().waitFor()
    },
  },
  { name: 'audit', address: '/organization/audit-trail?period=365' },
  // Of changes that were made once: how the whole trail is folded depends on how fast they were made.
  {
    name: 'audit-filtered',
    address: `/organization/audit-trail?period=365&filter=eventType[in]:${[
      'retention_updated',
      'notification_created',
      'saved_view_created',
      'organization_updated',
    ].join('|')}`,
  },
  {
    name: 'audit-detail',
    address: '/organization/audit-trail?period=365&filter=eventType[eq]:retention_updated',
    act: (page) =>
      page
        .getByRole('button', { name: /changed how long data is kept/ })
        .first()
        .click(),
  },
  ...screensOfConnections,
  { name: 'page-missing', address: '/there-is-no-such-page' },
  ...screensWithPanels,
  ...screensWithQuestions,
  ...screensWithLongNames,
  // It may take the session with it.
  { name: 'closed', address: '/messages', changes: true, ...closed },
  { name: 'messenger-sign-in', app: 'messenger', address: '/messenger/sign-in', isOutside: true },
  { name: 'messenger', app: 'messenger', address: '/messenger/' },
  {
    name: 'messenger-conversation',
    app: 'messenger',
    address: '/messenger/',
    act: (page) =>
      page
        .getByRole('link')
        .filter({ has: page.locator('time') })
        .first()
        .click(),
  },
]
