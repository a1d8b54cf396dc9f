import type { FoundKind } from '@verbatim/contract/find.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { RawBuilder } from 'kysely'

/** How things of one kind are found. */
export interface Findable {
  readonly kind: FoundKind
  /** The permission to find them; without one, these are the caller's own things. */
  readonly needs: Permission | undefined
  /** A query for `id`, `name`, `detail` and `message_id`, within the caller's scope. */
  readonly rows: RawBuilder<unknown>
}
