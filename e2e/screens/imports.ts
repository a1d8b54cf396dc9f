/** Contacts taken in from a file. */
import { runImports } from '@verbatim/server/flows/imports/run-imports.ts'
import { choosesFile } from './acts.ts'
import type { Screen } from './stage.ts'

export const screensOfImports: readonly Screen[] = [
  { name: 'import-start', address: '/organization/contacts/import' },
  {
    name: 'import-columns',
    changes: true,
    address: '/organization/contacts/import',
    act: (page) =>
      choosesFile(
        page,
        'clients.csv',
        'Client,Mobile,Desk\nHelena Marsh,+44 20 7946 0958,Asia Desk\nJonas Weber,,Asia Desk\n',
      ),
  },
  {
    name: 'import-report',
    changes: true,
    address: '/organization/contacts/import',
    act: async (page, { installation, tenantId }) => {
      const number = `+44 20 7946 0${String(Date.now() % 1000).padStart(3, '0')}`
      const rows = ['Name,Mobile,Group', `Nora Feld,${number},Asia Desk`, 'No number,,Asia Desk']
      await choosesFile(page, 'clients.csv', `${rows.join('\n')}\n`)
      const takenIn = async () => {
        await page.getByRole('button', { name: 'Cancel import' }).waitFor()
        while ((await runImports(installation.world.ctx, tenantId)) > 0);
        await page.reload()
      }
      await page.getByRole('button', { name: 'Check the rows' }).click()
      await takenIn()
      await page.getByRole('button', { name: /^Import \d/ }).click()
      await takenIn()
    },
  },
  { name: 'imports', address: '/organization/imports' },
]
