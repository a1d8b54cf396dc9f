/** Upkeep of an installation: verifying it, and backing it up, over the requested number of records. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDiffering } from '@verbatim/server/domains/metrics/kept-counts.ts'
import { backUp } from '@verbatim/server/platform/backup/back-up.ts'
import { readInstallationSecret } from '@verbatim/server/platform/installation/secret.ts'
import { verify as lookOver } from '@verbatim/server/platform/verify/verify.ts'
import { releaseSchema } from '@verbatim/server/release-schema.ts'
import { type BenchOptions, type Claim, median, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'
import { inRounds, timed } from './timed.ts'

const rounds = 3

export const verify: Claim = {
  name: 'verify',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    await fill(product, options)
    const { ctx } = product.world
    const secret = await readInstallationSecret(ctx.config.VERBATIM_HOME)
    const schema = await releaseSchema()
    const times = await inRounds({ rounds, warmUps: 1 }, async () => {
      const given = {
        ownerUrl: product.ownerUrl,
        secret,
        schema,
        blobs: ctx.blobs,
        findDiffering,
        now: ctx.now(),
        tell: () => {},
      }
      const { findings, recordMs } = await lookOver(given)
      if (findings.length > 0) throw new Error(findings.join('\n'))
      const floor = await timed(() =>
        product.admin.query('select sum(length(bytes)), max(bytes) from message_record'),
      )
      return { ours: recordMs, floor }
    })
    const perSecond = (ms: readonly number[]) => options.messages / (median(ms) / 1000)
    return [
      {
        what: 'Verify: records whose digest is checked',
        ours: perSecond(times.ours),
        floor: perSecond(times.floor),
        against: 'their bytes read by one statement',
        unit: 'per-second',
        marks: { atLeast: 100_000 },
      },
    ]
  },
}

export const backup: Claim = {
  name: 'backup',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    await fill(product, options)
    const folder = await mkdtemp(join(tmpdir(), 'verbatim-bench-backup-'))
    try {
      const { ctx } = product.world
      const make = (full: boolean) =>
        backUp({
          folder,
          passphrase: 'correct horse battery',
          ownerUrl: product.ownerUrl,
          home: ctx.config.VERBATIM_HOME,
          blobs: ctx.blobs,
          installation: product.installation,
          release: 'bench',
          full,
          now: new Date(),
          tell: () => {},
        })
      const copy = () =>
        product.admin.query(
          "copy (select * from message_record order by tenant_id, id) to program 'cat > /dev/null'",
        )
      const copyMs = await timed(copy)
      const fullMs = await timed(() => make(true))
      await fill(product, { ...options, messages: Math.round(options.messages / 100) })
      const incrementMs = await timed(() => make(false))
      const row = (what: string, ms: number): Row => ({
        what: `Backup: ${what}, records a second`,
        ours: options.messages / (ms / 1000),
        floor: options.messages / (copyMs / 1000),
        against: 'the same table copied by the database to nowhere',
        unit: 'per-second',
      })
      return [row('full', fullMs), row('increment of a hundredth', incrementMs)]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Records as long as a text message's webhook, without the rows derived from them. */
async function fill({ world, admin }: Product, { messages, tell }: BenchOptions): Promise<void> {
  const label = `kept-${Math.random().toString(36).slice(2, 8)}`
  const { id, accounts } = await world.makeTenant(label)
  tell(`${messages} records`)
  await admin.query(
    `insert into message_record (tenant_id, id, account_id, channel, transport, source_key, sha256, received_at, content_type, headers, bytes)
     select $1, gen_random_uuid(), $2, 'sms', 'webhook', i::text, sha256(b), now(), 'text/plain', '{}', b
     from (select i, convert_to((select string_agg(md5(i::text || j), ' ') from generate_series(1, 18) j), 'UTF8') as b
           from generate_series(1, $3::int) i) made`,
    [id, accounts.sms, messages],
  )
  await admin.query(
    'update account_counters set accepted = accepted + $3 where tenant_id = $1 and account_id = $2',
    [id, accounts.sms, messages],
  )
  await admin.query('vacuum (analyze) message_record')
}
