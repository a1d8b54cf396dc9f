import { randomBytes } from 'node:crypto'
import { AccountId, type PolicyId, type TenantId } from '@verbatim/contract/ids.ts'
import { PolicyDraft } from '@verbatim/contract/policies.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { findFirstTenant } from '@verbatim/server/domains/organizations/queries.ts'
import { createPolicy } from '@verbatim/server/domains/policies/commands.ts'
import { sealSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { openSecrets } from '@verbatim/server/platform/crypto.ts'
import { type Db, inTenant } from '@verbatim/server/platform/db.ts'
import type { TwilioEndpoint } from '@verbatim/server/testing/traffic/twilio-traffic.ts'
import { policies, type PolicyName } from './scene.ts'

/** The test data of an installation: an endpoint for each channel that delivers by itself, and policies that scenes break. */
export interface Tried {
  readonly tenantId: TenantId
  /** The account of text messages. */
  readonly sms: AccountId
  /** Of text messages, and of WhatsApp Business. */
  readonly endpoints: readonly TwilioEndpoint[]
  readonly journal: string
  readonly policyIds: ReadonlyMap<PolicyId, PolicyName>
}

/** Connects the accounts and makes the policies. */
export async function prepareAccounts(
  installation: { readonly home: string; readonly origin: string },
  db: Db,
): Promise<Tried> {
  const now = new Date()
  const organization = await findFirstTenant(db)
  if (!organization) throw new Error('The first start founded no organization')
  const tenantId = organization.id
  const secrets = await openSecrets(installation.home)
  const authToken = randomBytes(16).toString('hex')
  const accountOf = (channel: TwilioEndpoint['channel'], address: string) => {
    const id = AccountId.parse(newId(now))
    const sealedSecrets = sealSecretsOf({ tenantId, id }, { authTokens: [authToken] }, secrets)
    return { id, channel, name: channel, address, sealedSecrets }
  }
  const sms = accountOf('sms', '+15550100001')
  const accounts = [sms, accountOf('whatsapp', '+15550100002')]
  const journal = 'journal@faults.example'
  const policyIds = new Map<PolicyId, PolicyName>()
  await inTenant(db, tenantId, async (tx) => {
    await createAccounts(tx, [
      ...accounts,
      { id: AccountId.parse(newId(now)), channel: 'proofpoint', name: 'Journal', address: journal },
    ])
    for (const [name, rule] of Object.entries(policies) as [PolicyName, (typeof policies)[PolicyName]][]) {
      const draft = PolicyDraft.parse({ name, rules: [rule] })
      policyIds.set(await createPolicy(tx, { name: 'Faults', userId: undefined }, draft, now), name)
    }
  })
  return {
    tenantId,
    sms: sms.id,
    journal,
    policyIds,
    endpoints: accounts.map(({ id, channel, address }) => ({
      url: `${installation.origin}/hooks/${channel}/${id}`,
      channel,
      authToken,
      address,
    })),
  }
}
