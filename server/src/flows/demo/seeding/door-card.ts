import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { findAccounts } from '#domains/accounts/queries.ts'
import { openSecretsOf } from '#flows/capture/account-secrets.ts'
import type { DemoAccount } from '#flows/demo/organization.ts'
import { inTenant } from '#platform/db.ts'
import type { Seeding } from './seeding.ts'

/** One account at whose door deliveries may be tried. Its provider's part of the secret is in it. */
interface WebhookDoor {
  readonly accountId: string
  readonly webhookPath: string
  readonly authToken: string
  readonly accountSid: string
  /** The account's own number. */
  readonly number: string
  /** A client of the account's owner. */
  readonly client: string
}

/** What `demo.json` in the home says. */
export interface DoorCard {
  readonly organization: string
  readonly sms: WebhookDoor
  readonly whatsapp: WebhookDoor
  readonly proofpoint: { readonly accountId: string; readonly journalAddress: string }
}

/** The file's name in the home. */
export const doorCardFile = 'demo.json'

/** Writes what is needed to deliver to the demo's doors: for its owner's eyes only. */
export async function writeDoorCard(seeding: Seeding, home: string): Promise<void> {
  const { demo, label } = seeding
  const journal = demo.accounts.find(({ channel }) => channel === 'proofpoint')
  if (!journal) throw new Error('The demo has no journal')
  const card: DoorCard = {
    organization: label,
    sms: await webhookDoor(seeding, 'sms'),
    whatsapp: await webhookDoor(seeding, 'whatsapp'),
    proofpoint: {
      accountId: seeding.idOf<AccountId>('account', journal.key),
      journalAddress: journal.address.value,
    },
  }
  const path = join(home, doorCardFile)
  await writeFile(`${path}.new`, `${JSON.stringify(card, undefined, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

async function webhookDoor(seeding: Seeding, channel: 'sms' | 'whatsapp'): Promise<WebhookDoor> {
  const { ctx, demo, tenantId, idOf } = seeding
  const account = demo.accounts.find((one) => one.channel === channel && one.ownerKey)
  if (!account) throw new Error(`The demo has no ${channel} account`)
  const accountId = idOf<AccountId>('account', account.key)
  const [found] = await inTenant(ctx.db, tenantId, (tx) => findAccounts(tx, [accountId]))
  if (!found) throw new Error('The account of a door is not there')
  const { authTokens, accountSid } = openSecretsOf(found, ctx.secrets)
  return {
    accountId,
    webhookPath: `/hooks/${channel}/${accountId}`,
    authToken: authTokens?.[0] ?? '',
    accountSid: accountSid ?? '',
    number: account.address.value,
    client: clientOf(seeding, account),
  }
}

function clientOf({ demo }: Seeding, account: DemoAccount): string {
  return demo.contacts.find(({ ownerKey }) => ownerKey === account.ownerKey)?.phone ?? '+15005550006'
}
