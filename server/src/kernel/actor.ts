import type { Channel } from '@verbatim/contract/channels.ts'
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

/** The way a request came: what the audit trail keeps beside who made it. */
export interface Via {
  readonly requestId: string | undefined
  readonly address: string | undefined
  readonly agent: string | undefined
}

/** Who is doing this, for which tenant, what they may do, and what they may see. */
export interface Actor {
  readonly tenantId: TenantId
  readonly userId: UserId
  /** As it is shown in history and audit at the time of the act. */
  readonly name: string
  readonly role: Role
  /** Roles that may use the messenger: all except `none`. */
  readonly messengerRole: MessengerRole
  readonly permissions: ReadonlySet<Permission>
  readonly scope: AccessScope
  /** Absent where no request asks: work of the product's own. */
  readonly via?: Via
}
