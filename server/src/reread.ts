/**
 * `npm run redigest`: reads kept records again, so that what an earlier release did not understand is shown and examined. Runs
 * beside a running installation. After an interruption at any point, running it again continues.
 * docs/guides/read-records-again.md.
 *
 *   --all                 every record, not only those with content that was not understood
 *   --organization LABEL  only this organization
 *   --channel CHANNEL     only records of this channel
 *   --account ID          only records of this account
 *   --from, --before DAY  only records that were received on or after this day, and before this day (UTC)
 *   --files               instead of records, the files that an earlier release read
 */
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Channel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { z } from 'zod'
import { openReaders } from '#channels/registry.ts'
import { openExaminer } from '#flows/examine/examine.ts'
import { openThemePlacer } from '#flows/revise-themes/place.ts'
import { rereadFiles } from '#flows/reread/files.ts'
import { rereadRecords } from '#flows/reread/reread.ts'
import { versionOfRelease } from '#platform/release.ts'
import { Refusal } from '#platform/refusal.ts'
import { openRunningDatabase } from '#platform/running-database.ts'
import { findChosenTenants } from './chosen-tenants.ts'
import { type Operating, openStore, operate } from './operate.ts'

/** For one mail; a record that takes longer stays as it is. */
const reading = { threads: 1, timeoutMs: 10_000, memoryMb: 256 } as const

const Options = z.strictObject({
  all: z.literal(true).optional(),
  organization: z.string().optional(),
  channel: Channel.optional(),
  account: AccountId.optional(),
  from: z.iso.date().optional(),
  before: z.iso.date().optional(),
  files: z.literal(true).optional(),
})

await operate('reread', async (operating) => {
  const { config, terminal, log, resources, signal } = operating
  const { organization, account, files, ...choice } = readOptions()
  if (files) return awaitFiles(operating, organization)
  const { db, now } = await openRunningDatabase(config, resources)
  const readers = openReaders(reading)
  resources.defer(() => readers.close())
  const examiner = openExaminer()
  resources.defer(() => examiner.close())
  const tenants = await findChosenTenants(db, organization)
  const ctx = {
    db,
    readers,
    log,
    signal,
    blobs: await openStore(operating),
    examiner,
    themePlacer: openThemePlacer(),
    now,
    release: versionOfRelease(),
    operator: whoOperates(),
  }
  const total = { records: 0, understood: 0, added: 0, unreadable: 0 }
  const step = terminal.step('Read again')
  for (const [index, tenantId] of tenants.entries()) {
    const counts = await rereadRecords(
      {
        ...ctx,
        tell: ({ records, understood }) =>
          step.progress(
            `organization ${index + 1} of ${tenants.length}: ${records} records, ${understood} understood`,
          ),
      },
      tenantId,
      { ...choice, accountId: account },
    )
    for (const name of ['records', 'understood', 'added', 'unreadable'] as const) total[name] += counts[name]
    if (!signal.aborted) continue
    terminal.say('  Stopped. The next run continues from here.')
    return 1
  }
  const text = (count: number) => count.toLocaleString('en')
  step.done(`${text(total.records)} records`)
  terminal.say(
    `  ${text(total.understood)} messages are understood now, and ${text(total.added)} were added.`,
    ...(total.unreadable > 0
      ? [`  ${text(total.unreadable)} records could not be read and were left unchanged. The log names them.`]
      : []),
  )
  return 0
})

const whoOperates = () => ({
  userId: undefined,
  name: `Operator ${userInfo().username}`,
  via: { requestId: undefined, address: undefined, agent: 'npm run redigest' },
})

/** The workers of the running installation read them. */
async function awaitFiles(
  { config, terminal, resources, signal }: Operating,
  organization: string | undefined,
): Promise<number> {
  const { db, now } = await openRunningDatabase(config, resources)
  const step = terminal.step('Files')
  let files = 0
  for (const tenantId of await findChosenTenants(db, organization)) {
    const tell = (count: number) => step.progress(`${(files + count).toLocaleString('en')} files`)
    const ctx = { db, now, signal, tell, release: versionOfRelease(), operator: whoOperates() }
    files += await rereadFiles(ctx, tenantId)
    if (!signal.aborted) continue
    terminal.say('  Stopped. Run the same command again for the others.')
    return 1
  }
  step.done(`${files.toLocaleString('en')} files`)
  terminal.say('  The running workers read them again, after newly arriving files.')
  return 0
}

function readOptions(): z.infer<typeof Options> {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean' },
      organization: { type: 'string' },
      channel: { type: 'string' },
      account: { type: 'string' },
      from: { type: 'string' },
      before: { type: 'string' },
      files: { type: 'boolean' },
    },
  })
  const { data, error } = Options.safeParse(values)
  if (error)
    throw new Refusal(error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'))
  const { files, organization: _organization, ...records } = data
  if (files && Object.keys(records).length > 0)
    throw new Refusal('--files can only be combined with --organization: the other options select records.')
  return data
}
