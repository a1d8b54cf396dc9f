import { findTenantIds } from '#domains/organizations/queries.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { StoreAway } from '#platform/files/failures.ts'

/** If this file is in the home, missing attachments are accepted as lost. */
export const acceptedFile = 'accept-lost-attachments'

/** How many organizations, and files of each, are checked. */
const [organizations, files] = [20, 5]

/**
 * Whether the store has none of a sample of attachments: then it is a different store, or was emptied. `npm run
 * verify` lists single missing files. An unavailable store gives no information about its files.
 */
export async function areFilesLost({ db, blobs }: { db: Db; blobs: Pick<Blobs, 'has'> }): Promise<boolean> {
  let looked = 0
  for (const tenantId of (await findTenantIds(db)).slice(0, organizations)) {
    const named = await inTenant(db, tenantId, (tx) =>
      tx.selectFrom('attachment').select('sha256').where('state', '=', 'stored').limit(files).execute(),
    )
    for (const { sha256 } of named) {
      if (!sha256) continue
      looked += 1
      if (await mayBeThere(() => blobs.has(tenantId, sha256))) return false
    }
  }
  return looked > 0
}

async function mayBeThere(look: () => Promise<boolean>): Promise<boolean> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof StoreAway) return true
    throw error
  }
}
