import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { GroupId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { MessengerRole, Permission, Role } from '@verbatim/contract/permissions.ts'

/** One permission profile's grant: these channels, in these groups. */
export interface Grant {
  readonly channels: readonly Channel[]
  /** `all` includes conversations that belong to no group. */
  readonly groupIds: 'all' | readonly GroupId[]
}

/** The rows an actor may read: the union of its permission profiles' grants. No grant, no row. Source: docs/rules/permissions.md. */
export type AccessScope = readonly Grant[]

/** The scope that leaves nothing out: for the organization's own work, and for readers whom another rule limits. */
export const everything: AccessScope = [{ channels, groupIds: 'all' }]

/** The origin of a request: the audit trail keeps it beside its actor. */
export interface Via {
  readonly requestId: string | undefined
  readonly address: string | undefined
  readonly agent: string | undefined
}

/** The user behind an action, their tenant, their permissions, and their access scope. */
export interface Actor {
  readonly tenantId: TenantId
  readonly userId: UserId
  /** The name at the time of the action, for history and audit. */
  readonly name: string
  readonly role: Role
  /** Roles that may use the messenger: all except `none`. */
  readonly messengerRole: MessengerRole
  readonly permissions: ReadonlySet<Permission>
  readonly scope: AccessScope
  /** Absent without a request, as in the product's own work. */
  readonly via?: Via
  /** The stated purpose for messages without an event, or that it is missing, if the organization requires one. */
  readonly purpose?: { readonly words: string } | 'missing'
  /** The organization reads under pseudonyms: names are shown only where this user revealed them. */
  readonly readsUnderPseudonyms?: true
}
