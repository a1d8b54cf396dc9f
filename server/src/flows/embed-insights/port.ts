/** The port of embedded insights: what is asked of every provider. Each has a file beside this one. Source: docs/decisions/0116. */
import type { PermissionProfileId, TenantId } from '@verbatim/contract/ids.ts'
import type { ProviderKind, ProviderProblem } from '@verbatim/contract/insight-providers.ts'
import type { InsightType } from '@verbatim/contract/insights.ts'
import type { ExtraHosts } from '#platform/public-fetch.ts'

/** Where a provider is, and what it is asked with. */
export interface Connection {
  readonly kind: ProviderKind
  readonly address: string
  readonly region: string
  readonly accountId: string
  readonly namespace: string
  readonly user: string
  readonly secret: string
  readonly apiKey: string
  readonly tenantFilter: string
  readonly profileFilter: string
  readonly sessionMinutes: number
}

/** A dashboard or chart, as the provider calls it. */
export interface Thing {
  readonly type: InsightType
  readonly externalId: string
}

/** What a reader may see there; they cannot change it. */
interface LockedFilters {
  readonly tenantId: TenantId
  readonly profileIds: readonly PermissionProfileId[]
}

export interface Asking {
  /** The origin of the page that shows it: the only one that may. */
  readonly origin: string
  readonly now: Date
  readonly extraHosts: ExtraHosts
  /** For all calls together. */
  readonly signal: AbortSignal
}

/** What the frame shows. */
export interface Opened {
  readonly url: string
  /** Of Superset, which takes it by message and not in its address. */
  readonly guestToken?: string
  /** Nothing is shown afterwards. */
  readonly endsAt: Date
}

/** Each call throws `Refused`, and never shows more than the filters allow. */
export interface EmbeddingProvider {
  /** How many permission profiles of a reader it can take; any number by default. */
  readonly mostProfiles?: number
  /** Whether it is there, and takes what we ask with. */
  test(connection: Connection, asking: Asking): Promise<void>
  /** Whether the thing is there, may be shown, and is narrowed by both filters in each of its parts. */
  check(connection: Connection, thing: Thing, asking: Asking): Promise<void>
  /** Begins a session with locked filters. */
  open(connection: Connection, thing: Thing, filters: LockedFilters, asking: Asking): Promise<Opened>
}

type Refusal =
  | { readonly kind: 'problem'; readonly problem: ProviderProblem }
  /** There is nothing of this ID. */
  | { readonly kind: 'missing' }
  /** A part that would show rows of others. */
  | { readonly kind: 'unmapped'; readonly part: string; readonly filter: string }

/** Why a provider shows nothing. */
export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal, cause?: unknown) {
    super(refusal.kind === 'problem' ? refusal.problem : refusal.kind, { cause })
    this.refusal = refusal
  }
}

export const problem = (found: ProviderProblem, cause?: unknown) =>
  new Refused({ kind: 'problem', problem: found }, cause)

export const missing = () => new Refused({ kind: 'missing' })

export const unmapped = (part: string, filter: string) => new Refused({ kind: 'unmapped', part, filter })
