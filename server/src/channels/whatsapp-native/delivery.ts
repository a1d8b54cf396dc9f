import type { ChannelAccount } from '#channels/connector.ts'
import { isDeepJson } from '#channels/deep-json.ts'
import { jsonOf } from '#kernel/json.ts'
import { fieldsOf, listOf, textOf } from './fields.ts'
import { type FindPerson, peopleOf } from './jid.ts'

/** One event of the linked device, as it is kept, with what was known then of the people and groups in it. */
export interface Delivery {
  /** As Baileys names it. */
  readonly event: string
  readonly data: unknown
  /** Numbers by privacy ids. */
  readonly phones?: Readonly<Record<string, string>>
  /** Names by addresses. */
  readonly names?: Readonly<Record<string, string>>
  /** By addresses. */
  readonly groups?: Readonly<Record<string, KnownGroup>>
  /** The owner's own addresses; only where they matter. */
  readonly me?: readonly string[]
}

export interface KnownGroup {
  readonly subject?: string
  /** Addresses; left out once they were reported. */
  readonly members?: readonly string[]
  /** Addresses; only where they matter. */
  readonly admins?: readonly string[]
}

/** What a delivery says besides its event. */
export interface Context {
  readonly account: ChannelAccount
  readonly find: FindPerson
  readonly nameOf: (...addresses: unknown[]) => string | undefined
  readonly groupOf: (address: string) => KnownGroup
  /** The owner's own addresses, as far as they are known. */
  readonly me: readonly string[]
}

/** The delivery in these bytes; undefined if they are something else, or nest too deep. */
export function readDelivery(
  body: Uint8Array,
  account: ChannelAccount,
): { readonly event: string; readonly data: unknown; readonly context: Context } | undefined {
  const json = fieldsOf(jsonOf(body))
  const event = textOf(json?.['event'])
  if (!json || !event || isDeepJson(json)) return undefined
  const [names, groups] = [fieldsOf(json['names']) ?? {}, fieldsOf(json['groups']) ?? {}]
  const find = peopleOf(account, fieldsOf(json['phones']) ?? {})
  const nameOf = (...addresses: unknown[]) =>
    addresses.flatMap(
      (one) => (typeof one === 'string' && Object.hasOwn(names, one) ? textOf(names[one]) : undefined) ?? [],
    )[0]
  const groupOf = (address: string): KnownGroup => {
    const group = Object.hasOwn(groups, address) ? fieldsOf(groups[address]) : undefined
    const subject = textOf(group?.['subject'])
    return {
      ...(subject && { subject }),
      members: textsOf(group?.['members']),
      admins: textsOf(group?.['admins']),
    }
  }
  return { event, data: json['data'], context: { account, find, nameOf, groupOf, me: textsOf(json['me']) } }
}

const textsOf = (value: unknown) => listOf(value).filter((one) => typeof one === 'string')
