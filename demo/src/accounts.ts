import type { Channel } from '@verbatim/contract/channels.ts'
import type { Identity } from '@verbatim/server/kernel/captured-event.ts'
import type { DemoAccount, DemoRepresentative } from './organization.ts'
import { domain } from './staff.ts'

/** Channels on which the whole organization has one account, and that account. */
const shared: Partial<Record<Channel, Omit<DemoAccount, 'key' | 'channel' | 'status'>>> = {
  proofpoint: {
    name: 'Mail journal',
    address: { kind: 'email', value: `journal@${domain}` },
    ourDomains: [domain],
  },
  wecom: {
    name: 'WeCom corporate archive',
    address: { kind: 'wecom-user', value: 'ww7halden0marsh42' },
    ourDomains: [domain],
  },
}

const addressKind: Partial<Record<Channel, Identity['kind']>> = {
  telegram: 'telegram',
  signal: 'signal',
  wecom: 'wecom-user',
  proofpoint: 'email',
}

/** Every connected account: one per representative and channel, and the two shared ones. */
export function makeAccounts(representatives: readonly DemoRepresentative[]): DemoAccount[] {
  const own = representatives.flatMap((owner) =>
    owner.channels.filter((channel) => !shared[channel]).map((channel) => ownAccount(owner, channel)),
  )
  const ours = Object.entries(shared).map(([channel, account]) => ({
    ...account,
    key: accountKey(channel as Channel, undefined),
    channel: channel as Channel,
    status: 'active' as const,
  }))
  return [...own, ...ours]
}

/** The account that captures `ownerKey`'s traffic on `channel`. */
export function accountKey(channel: Channel, ownerKey: string | undefined): string {
  return shared[channel] || !ownerKey ? channel : `${channel}/${ownerKey}`
}

function ownAccount(owner: DemoRepresentative, channel: Channel): DemoAccount {
  return {
    key: accountKey(channel, owner.key),
    channel,
    name: `${owner.firstName} ${owner.lastName}`,
    ownerKey: owner.key,
    address: identityOf(owner.identities, channel),
    ourDomains: [domain],
    status: 'active',
  }
}

/** The one of `identities` by which the channel knows a person. */
export function identityOf(identities: readonly Identity[], channel: Channel): Identity {
  const kind = addressKind[channel] ?? 'phone'
  const found =
    identities.find((identity) => identity.kind === kind) ??
    identities.find((identity) => channel === 'wecom' && identity.kind === 'wecom-external')
  if (!found) throw new Error(`No identity for ${channel}`)
  return found
}
