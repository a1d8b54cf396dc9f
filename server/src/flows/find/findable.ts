import type { FoundKind } from '@verbatim/contract/find.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { RawBuilder } from 'kysely'

/** How the things of one kind are found. */
export interface Findable {
  readonly kind: FoundKind
  /** Whoever lacks it finds none; without it, they are the caller's own. */
  readonly needs: Permission | undefined
  /** A query for `id`, `name`, `detail` and `message_id`, within the caller's scope. */
  readonly rows: RawBuilder<unknown>
}
