import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { findAccounts } from '@verbatim/server/domains/accounts/queries.ts'
import { TwilioSecrets } from '@verbatim/server/channels/twilio/secrets.ts'
import { openSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import type { DemoOrganization } from '#organization.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { Seeding } from './seeding.ts'

/** An account for trying out deliveries, with the provider's part of the secret. */
interface WebhookEndpoint {
  readonly accountId: string
  readonly webhookPath: string
  readonly authToken: string
  readonly accountSid: string
  /** The account's own number. */
  readonly number: string
  /** A client who writes to it. */
  readonly client: string
}

/** The contents of `demo.json` in the home. */
export interface IntakeCard {
  readonly organization: string
  readonly sms: WebhookEndpoint
  readonly whatsapp: WebhookEndpoint
  readonly proofpoint: { readonly accountId: string; readonly journalAddress: string }
}

/** The file's name in the home. */
export const intakeCardFile = 'demo.json'

/** Writes the data for deliveries to the demo's endpoints, readable by its owner only. */
export async function writeIntakeCard(seeding: Seeding, home: string): Promise<void> {
  const { demo, label } = seeding
  const journal = demo.accounts.find(({ channel }) => channel === 'proofpoint')
  if (!journal) throw new Error('The demo has no journal')
  const card: IntakeCard = {
    organization: label,
    sms: await webhookEndpoint(seeding, 'sms'),
    whatsapp: await webhookEndpoint(seeding, 'whatsapp'),
    proofpoint: {
      accountId: seeding.idOf<AccountId>('account', journal.key),
      journalAddress: journal.address.value,
    },
  }
  const path = join(home, intakeCardFile)
  await writeFile(`${path}.new`, `${JSON.stringify(card, undefined, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

async function webhookEndpoint(seeding: Seeding, channel: 'sms' | 'whatsapp'): Promise<WebhookEndpoint> {
  const { ctx, demo, tenantId, idOf } = seeding
  const { accountKey, client } = busiestPair(demo, channel)
  const accountId = idOf<AccountId>('account', accountKey)
  const [account] = await inTenant(ctx.db, tenantId, (tx) => findAccounts(tx, [accountId]))
  if (!account) throw new Error('The account of an endpoint does not exist')
  const { authTokens, accountSid } = TwilioSecrets.parse(openSecretsOf(account, ctx.secrets))
  return {
    accountId,
    webhookPath: `/hooks/${channel}/${accountId}`,
    authToken: authTokens[0] ?? '',
    accountSid,
    number: account.address,
    client,
  }
}

/** The account and the client with the most messages; deliveries that you try out join their conversation. */
function busiestPair(demo: DemoOrganization, channel: 'sms' | 'whatsapp') {
  const counts = new Map<string, { accountKey: string; client: string; messages: number }>()
  for (const { accountKey, event } of demo.deliveries) {
    if (event.channel !== channel || event.kind !== 'message' || event.direction !== 'inbound') continue
    const client = event.author.value
    const pair = counts.get(`${accountKey} ${client}`) ?? { accountKey, client, messages: 0 }
    pair.messages += 1
    counts.set(`${accountKey} ${client}`, pair)
  }
  const [busiest] = [...counts.values()].toSorted((a, b) => b.messages - a.messages)
  if (!busiest) throw new Error(`No client writes on ${channel} in the demo`)
  return busiest
}
