import { setTimeout as sleep } from 'node:timers/promises'
import type { SmallWorld } from '@verbatim/e2e/screens/small-world.ts'
import { Secret, TOTP } from 'otpauth'
import type { Effort, Hand } from './hand.ts'

export interface Task {
  readonly name: string
  /** Where it begins. */
  readonly from: string
  readonly address: string | ((world: SmallWorld) => string)
  /** As of the commit before the interface was rebuilt. */
  readonly before: Pick<Effort, 'clicks' | 'keys'>
  readonly do: (hand: Hand, world: SmallWorld) => Promise<void>
}

const dialog = ({ page }: Hand) => page.getByRole('dialog').first()
const filters = ({ page }: Hand) => page.getByRole('search', { name: 'Filters' })

export const tasks: readonly Task[] = [
  {
    name: 'The first event reviewed',
    from: 'the list of messages',
    address: '/messages',
    before: { clicks: 1, keys: 3 },
    async do(hand) {
      const { page } = hand
      await hand.click(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cognitive Events' }),
      )
      await hand.see(page.getByRole('table', { name: 'Cognitive Events' }).getByRole('link').first())
      await hand.press('j', 'Enter')
      await hand.see(page.getByText(/^1 of \d+$/))
      await hand.press('4')
      await hand.see(page.getByText('Status: Dismissed'))
    },
  },
  {
    name: '20 events decided by keyboard',
    from: 'the list of events',
    address: '/events?filter=status[in]:new',
    before: { clicks: 0, keys: 41 },
    async do(hand) {
      const { page } = hand
      await hand.see(page.getByRole('table', { name: 'Cognitive Events' }).getByRole('link').first())
      await hand.press('j', 'Enter')
      for (let decided = 1; decided <= 20; decided += 1) {
        await hand.see(page.getByText(new RegExp(`^${decided} of \\d+$`)))
        await hand.press('4')
        if (decided < 20) await hand.press('j')
      }
      await hand.see(page.getByText('20 times'))
    },
  },
  {
    name: 'One person’s Chinese messages of the last quarter exported',
    from: 'the list of messages',
    address: '/messages',
    before: { clicks: 18, keys: 8 },
    async do(hand) {
      const { page } = hand
      await hand.see(filters(hand).getByRole('button', { name: 'Filter', exact: true }))
      await hand.press('f')
      await hand.click(dialog(hand).getByRole('button', { name: 'Written by', exact: true }))
      await hand.click(dialog(hand).getByRole('checkbox', { name: 'Helena Marsh', exact: true }))
      await hand.click(dialog(hand).getByRole('button', { name: 'Language', exact: true }))
      await hand.click(dialog(hand).getByRole('checkbox', { name: 'Chinese', exact: true }))
      await hand.click(filters(hand).getByRole('button', { name: /^Last 30 days/ }))
      await hand.click(page.getByRole('button', { name: 'Last quarter' }))
      await hand.see(page.getByRole('table', { name: 'Content Library' }).getByText('报价').first())
      await hand.click(page.getByRole('button', { name: 'Export' }))
      const saved = page.waitForEvent('download')
      await hand.click(page.getByRole('menuitem', { name: 'CSV' }))
      await saved
      await hand.see(page.getByText('Its checksum matches.'))
    },
  },
  {
    name: 'A policy made, tried and saved',
    from: 'the policies',
    address: '/organization/policies',
    before: { clicks: 6, keys: 42 },
    async do(hand) {
      const { page } = hand
      await hand.click(page.getByRole('link', { name: 'New policy' }).first())
      await hand.see(dialog(hand).getByLabel('Name'))
      await hand.type('Gifts')
      await hand.click(dialog(hand).getByText('High', { exact: true }))
      await hand.click(dialog(hand).getByRole('link', { name: 'Policy Rules' }))
      await hand.click(dialog(hand).getByRole('button', { name: 'Add rule' }))
      await hand.see(dialog(hand).getByRole('textbox', { name: 'Phrases', exact: true }))
      await hand.type('tickets for you')
      await hand.click(dialog(hand).getByRole('textbox', { name: 'Try it' }))
      await hand.type('I have tickets for you')
      await hand.see(dialog(hand).getByText('1 rule of 1 would catch this.'))
      await hand.click(dialog(hand).getByRole('button', { name: 'Create policy' }))
      await hand.see(page.getByText('“Gifts” was created'))
    },
  },
  {
    name: 'Contacts imported from a file, with one column chosen by hand',
    from: 'the contacts',
    address: '/organization/contacts',
    before: { clicks: 7, keys: 0 },
    async do(hand) {
      const { page } = hand
      const text =
        'Name,Mobile,Coverage\nNora Feld,+44 20 7946 0958,Asia Desk\nJonas Weber,+44 20 7946 0959,Asia Desk\n'
      await hand.click(page.getByRole('link', { name: 'Import', exact: true }))
      await hand.choose(page.locator('input[type=file]'), {
        name: 'clients.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      })
      const columns = page.getByRole('table', { name: 'Columns' })
      await hand.click(
        columns
          .getByRole('row', { name: /^Groups/ })
          .getByRole('combobox')
          .first(),
      )
      await hand.click(page.getByRole('option', { name: 'Coverage' }))
      await hand.click(page.getByRole('button', { name: 'Check rows' }))
      await hand.click(page.getByRole('button', { name: 'Import 2 rows' }))
      await hand.see(page.getByLabel('Result').getByText('Created'))
    },
  },
  {
    name: 'Why a colleague does not see a message',
    from: 'the message',
    address: ({ sights }) => `/messages/${sights.message}`,
    before: { clicks: 2, keys: 3 },
    async do(hand) {
      const { page } = hand
      await hand.click(page.getByRole('combobox', { name: 'Person' }))
      await hand.type('Nor')
      await hand.click(page.getByRole('option', { name: /North/ }))
      await hand.see(page.getByText(/can(’t)? see this message/))
    },
  },
  {
    name: 'A notification for a policy',
    from: 'the notifications',
    address: '/organization/notifications',
    before: { clicks: 5, keys: 20 },
    async do(hand) {
      const { page } = hand
      await hand.click(page.getByRole('link', { name: 'New notification' }).first())
      await hand.click(dialog(hand).getByRole('combobox', { name: 'Policy' }))
      await hand.click(page.getByRole('option', { name: 'Gifts' }))
      await hand.click(dialog(hand).getByRole('combobox', { name: 'Recipients' }))
      await hand.type('desk@client.example')
      await hand.press('Enter')
      await hand.click(dialog(hand).getByRole('button', { name: 'Create notification' }))
      await hand.see(page.getByText('The notification for “Gifts” was created'))
    },
  },
  {
    name: 'What one person did in the last week',
    from: 'the audit trail',
    address: '/organization/audit-trail',
    before: { clicks: 5, keys: 1 },
    async do(hand) {
      const { page } = hand
      await hand.see(filters(hand).getByRole('button', { name: 'Filter', exact: true }))
      await hand.press('f')
      await hand.click(dialog(hand).getByRole('button', { name: 'User', exact: true }))
      await hand.click(dialog(hand).getByRole('checkbox', { name: /^Avery Lindqvist/ }))
      await hand.click(filters(hand).getByRole('button', { name: /^Last 30 days/ }))
      await hand.click(page.getByRole('button', { name: 'Last 7 days' }))
      await hand.see(page.getByRole('table', { name: 'Audit Trail' }).getByText('Avery Lindqvist').first())
      while (
        await page
          .getByRole('table', { name: 'Audit Trail' })
          .getByText(/^North/)
          .count()
      )
        await sleep(20)
    },
  },
  // Last: from now on a sign-in asks for a code.
  {
    name: 'An authenticator set up',
    from: 'any screen',
    address: '/messages',
    before: { clicks: 5, keys: 6 },
    async do(hand, { installation }) {
      const { page } = hand
      await hand.click(page.getByRole('button', { name: /^Account of/ }))
      await hand.click(page.getByRole('menuitem', { name: 'Account Settings' }))
      await hand.click(page.getByRole('button', { name: 'Set up an authenticator' }))
      const key = page.getByLabel('Secret key')
      await hand.see(key)
      const secret = Secret.fromBase32(((await key.textContent()) ?? '').replaceAll(' ', ''))
      const timestamp = installation.world.ctx.now().getTime()
      await hand.click(page.getByLabel('Authentication code'))
      await hand.type(new TOTP({ secret }).generate({ timestamp }))
      await hand.click(page.getByRole('button', { name: 'I have saved them' }))
      await hand.see(page.getByText('10 recovery codes are left.'))
    },
  },
]
