import type { TenantId } from '@verbatim/contract/ids.ts'
import type { IdentityAdmin } from '@verbatim/server/domains/identity/admin.ts'
import type { IdentityContext } from '@verbatim/server/domains/identity/memory.ts'
import type { DemoOrganization } from '#organization.ts'
import type { Examiner } from '@verbatim/server/flows/examine/examine.ts'
import type { ThemePlacer } from '@verbatim/server/flows/revise-themes/place.ts'
import type { Blobs } from '@verbatim/server/platform/blobs.ts'
import type { NameIds } from './named-id.ts'

/** The dependencies of seeding. */
export interface SeedContext extends IdentityContext {
  readonly identityAdmin: IdentityAdmin
  readonly blobs: Blobs
  readonly examiner: Examiner
  readonly themePlacer: ThemePlacer
}

/** One seeding, with the state that its steps share. */
export interface Seeding {
  readonly ctx: SeedContext
  readonly demo: DemoOrganization
  readonly tenantId: TenantId
  /** The first label of the organization's address. */
  readonly label: string
  /** When the first attempt started, which is the end of the demo's year. */
  readonly beganAt: Date
  readonly administratorEmail: string
  readonly idOf: NameIds
  /** Reports progress. */
  readonly tell: (text: string) => void
}
