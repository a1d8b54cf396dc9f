import { type Slice, slices as allSlices } from '@verbatim/contract/changes.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'

/** Changes are remembered for this long. For a page that began to load earlier, everything may have changed. */
const keptMs = 60_000
/** How much later than its page a change may be heard here, and how far the page's measurement may be off. */
const slackMs = 3_000

/**
 * Which slices changed in the last minute. A page reads its lists first and opens its socket then, and this is how it
 * learns what it missed in between, without reading everything twice.
 * @param now Milliseconds of a clock that never goes back.
 */
export function rememberChanges(now: () => number) {
  const byTenant = new Map<TenantId, Map<string, number>>()
  /** All changes since then were heard; undefined while the connection to the database is broken. */
  let heardSince: number | undefined
  const forgetOld = () => {
    for (const [tenantId, slices] of byTenant) {
      // The tenants are in the order of their latest changes.
      if (Math.max(...slices.values()) > now() - keptMs) return
      byTenant.delete(tenantId)
    }
  }
  return {
    connected(): void {
      heardSince = now()
    },
    lost(): void {
      heardSince = undefined
      byTenant.clear()
    },
    add(tenantId: TenantId, slices: readonly string[]): void {
      const known = byTenant.get(tenantId) ?? new Map<string, number>()
      for (const slice of slices) known.set(slice, now())
      byTenant.delete(tenantId)
      byTenant.set(tenantId, known)
      forgetOld()
    },
    /** @param ageMs How long ago the page began to load; undefined if it does not say. */
    missedBy(tenantId: TenantId, ageMs: number | undefined): ReadonlySet<string> {
      if (ageMs === undefined || heardSince === undefined) return everything
      const since = now() - ageMs - slackMs
      if (since < heardSince || since < now() - keptMs) return everything
      const known = byTenant.get(tenantId) ?? new Map<string, number>()
      return new Set([...known].filter(([, at]) => at >= since).map(([slice]) => slice))
    },
  }
}

const everything: ReadonlySet<string> = new Set<Slice>(allSlices)
