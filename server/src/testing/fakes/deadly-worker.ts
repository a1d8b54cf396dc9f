/** A process that ingests the records of an organization, in both lanes, and ends at each of a certain text, as one out of memory does. */
import { TenantId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { openReadingMark } from '#flows/capture/reading-mark.ts'
import { openExaminer } from '#flows/examine/examine.ts'
import { openThemePlacer } from '#flows/revise-themes/place.ts'
import { openBlobs } from '#platform/blobs.ts'
import { openDb } from '#platform/db.ts'
import { openFolderStore } from '#platform/files/folder-store.ts'
import { silentLog } from '#platform/log.ts'

export const deadly = 'deadly'

const [url = '', home = '', tenant = '', nowMs = ''] = process.argv.slice(2)
if (url) {
  const tenantId = TenantId.parse(tenant)
  const db = openDb(url)
  const readers = {
    find: (channel: Parameters<typeof findConnector>[0]) => {
      const connector = findConnector(channel)
      if (!connector) return undefined
      const parse: typeof connector.parse = (delivery, account) =>
        Buffer.from(delivery.body).toString() === deadly
          ? process.exit(134)
          : connector.parse(delivery, account)
      return { ...connector, parse }
    },
  }
  const ctx = {
    db,
    readers,
    blobs: openBlobs(openFolderStore(home)),
    examiner: openExaminer(),
    themePlacer: openThemePlacer(),
    log: silentLog,
    now: () => new Date(Number(nowMs)),
  }
  for (const lane of ['fresh', 'again'] as const) {
    const mark = await openReadingMark(home, lane, silentLog)
    while ((await ingest({ ...ctx, mark }, tenantId, lane)) > 0);
  }
  await db.destroy()
}
