/** Mails to an archive on this machine, sustained by the worker; against the same mails sent by the bare SMTP library. */
import { usualArchiving } from '@verbatim/contract/archiving.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { findArchiving } from '@verbatim/server/domains/archiving/find.ts'
import { compose } from '@verbatim/server/flows/archive/compose.ts'
import { mostConnections } from '@verbatim/server/flows/archive/pace.ts'
import { readRecord } from '@verbatim/server/flows/archive/read-record.ts'
import { storedForm } from '@verbatim/server/flows/archive/receiver.ts'
import { backlog } from '@verbatim/server/flows/capture/backlog.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { wake } from '@verbatim/server/platform/work/wake.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { createTransport } from 'nodemailer'
import { batchRows, toArrival } from './deliveries.ts'
import { type Claim, median, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'
import { makeMessages, seeded } from './texts.ts'
import { inRounds } from './timed.ts'

const rounds = 3
const mails = 1_500
/** Archives are elsewhere: each answer comes so much later. */
const lateMs = 20

export const outward: Claim = {
  name: 'outward',
  async measure({ tell }): Promise<Row[]> {
    const what = 'Mails to an archive: read, composed, sent, and their state stored'
    return [
      { what, ...(await measureWith(0, { connections: 2, tell })) },
      {
        what: `The same to an archive that gives each answer ${lateMs} ms later`,
        ...(await measureWith(lateMs, { connections: mostConnections, tell })),
      },
    ]
  },
}

/** @param connections Of the bare library: as many as the worker comes to have. */
async function measureWith(
  late: number,
  { connections, tell }: { readonly connections: number; readonly tell: (text: string) => void },
): Promise<Omit<Row, 'what'>> {
  const sink = fork(new URL('mail-sink.ts', import.meta.url), [String(late)], { execArgv: [] })
  try {
    const [port] = (await once(sink, 'message')) as [number]
    await using product = await openProduct({ env: { MEDIA_HOSTS: 'localhost' } })
    const { ours, bare } = await inRounds({ rounds, warmUps: 1 }, async (round) => {
      const tenant = await product.world.makeTenant(`outward${round}`)
      const sent = await sendAll(product, tenant, { port, round })
      const floor = await sendBare(await composeAll(product, tenant), { port, connections })
      tell(`${late} ms late, round ${round}: ${sent.toFixed(0)} mails/s, bare ${floor.toFixed(0)}/s`)
      return { ours: sent, bare: floor }
    })
    return {
      ours: median(ours),
      floor: median(bare),
      against: `the same mails by the bare SMTP library, over ${connections} connections`,
      unit: 'per-second',
      marks: { atLeast: 100 },
    }
  } finally {
    sink.kill()
  }
}

/** Everything is captured while archiving is paused; then the worker sends it. */
async function sendAll(
  product: Product,
  tenant: WorldTenant,
  { port, round }: { readonly port: number; readonly round: number },
): Promise<number> {
  const { world, admin } = product
  const configure = await archivingOf(product, tenant, port)
  await configure('paused')
  const texts = makeMessages(seeded(round + 1), mails)
  const arrivals = texts.map((text, i) => toArrival(tenant, text, round * mails + i))
  for (let first = 0; first < arrivals.length; first += batchRows)
    await keepArrivals(world.ctx.db, tenant.id, arrivals.slice(first, first + batchRows), new Date())
  await wake(world.ctx.db, backlog)
  await product.drained()
  const accepted = async () => {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from archive_mail where tenant_id = '${tenant.id}' and state = 'accepted'`,
    )
    return rows[0]?.count ?? 0
  }
  const began = performance.now()
  await configure('on')
  while ((await accepted()) < mails) await pause(50)
  return (1_000 * mails) / (performance.now() - began)
}

/** @returns The function that changes its mode. */
export async function archivingOf(
  { world }: Product,
  tenant: WorldTenant,
  port: number,
): Promise<(mode: 'paused' | 'on') => Promise<void>> {
  const caller = await world.as(tenant, tenant.users.tenant_admin)
  let expectedVersion = 0
  return async (mode) => {
    const asked = { ...settings(port), mode, expectedVersion: expectedVersion++ }
    const { status, text } = await caller.call('PUT', '/bff/archiving/settings', asked)
    if (status !== 200) throw new Error(text)
  }
}

const settings = (port: number) => ({
  ...usualArchiving,
  host: 'localhost',
  port,
  security: 'none-with-warning',
  signIn: 'none',
  fromAddress: 'archive@acme.example',
  journalRecipients: ['journal@vendor.example'],
})

/** The bytes of the same mails. */
async function composeAll({ world: { ctx } }: Product, { id }: WorldTenant): Promise<Buffer[]> {
  const { form, rows } = await inTenant(ctx.db, id, async (tx) => {
    const row = await findArchiving(tx)
    if (!row) throw new Error('Archiving is not configured')
    const waiting = await tx.selectFrom('archive_mail').selectAll().execute()
    return { form: await storedForm(tx, ctx.addresses, row), rows: waiting }
  })
  const raw: Buffer[] = []
  for (const row of rows) {
    const record = await readRecord(ctx, id, row)
    if (record !== 'pending') for (const { build } of compose(record, form)) raw.push(await build())
  }
  return raw
}

async function sendBare(
  raw: readonly Buffer[],
  { port, connections }: { readonly port: number; readonly connections: number },
): Promise<number> {
  const transport = createTransport({
    pool: true,
    host: 'localhost',
    port,
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: Infinity,
  })
  const envelope = { from: 'archive@acme.example', to: ['journal@vendor.example'] }
  const began = performance.now()
  try {
    await Promise.all(raw.map((mail) => transport.sendMail({ envelope, raw: mail })))
  } finally {
    transport.close()
  }
  return (1_000 * raw.length) / (performance.now() - began)
}
