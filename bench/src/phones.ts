/**
 * Five hundred phones whose linked devices are in one process of the product: each with its own secure web socket, the state of its
 * handshake, its sessions with the people who write to it, and its cache of keys, by the library that the product uses.
 * A process of its own is WhatsApp's server and these people. The memory of all serving processes is compared with that
 * without devices, and what is collected a second with the same events read and kept alone.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeLinkedDevice } from '@verbatim/server/testing/fakes/whatsapp-device.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import type { Claim, Row } from './figures.ts'
import { heldByAll, keepBodies, link } from './linked.ts'
import type { PhonesOpened, PhonesQuestion } from './phones-peer.ts'
import { openProduct, type Product } from './product.ts'

const accounts = 500
/** Who write to each, and how often. */
const [contacts, messages] = [4, 2]
const channel = 'whatsappnative'
const numberOf = (index: number) => `4915113${String(345_000 + index)}`

export const phones: Claim = {
  name: 'phones',
  async measure({ messages: most, tell }): Promise<Row[]> {
    const count = Math.min(accounts, most / 1_000)
    const folder = await mkdtemp(join(tmpdir(), 'verbatim-phones-'))
    const { child, opened, ask } = await openPhones()
    try {
      const certificate = join(folder, 'server.crt')
      await writeFile(certificate, opened.certificate)
      await using product = await openProduct({
        env: {
          NODE_EXTRA_CA_CERTS: certificate,
          NODE_OPTIONS: `--import ${new URL('phones-place.ts', import.meta.url).href}`,
          BENCH_WHATSAPP_URL: opened.url,
          BENCH_WHATSAPP_ROOT: Buffer.from(opened.rootKey).toString('hex'),
        },
      })
      const tenant = await product.world.makeTenant('phones')
      const devices = Array.from({ length: count }, (_, index) => makeLinkedDevice(numberOf(index), contacts))
      const written = await ask({
        asks: 'prepare',
        devices: devices.map(({ known }) => known),
        contacts,
        messages,
      })
      tell(`${written} messages are written`)

      const before = await heldByAll(product)
      const linking = performance.now()
      const made = devices.map(({ remembered }, index) => ({ address: `+${numberOf(index)}`, remembered }))
      await link(product, tenant, channel, made)
      while ((await ask({ asks: 'connected' })) < count) await pause(200)
      tell(`${count} devices are connected after ${((performance.now() - linking) / 1_000).toFixed(0)} s`)
      const idle = await heldByAll(product)

      const began = performance.now()
      await ask({ asks: 'send' })
      while ((await countMessages(product, tenant)) < written) await pause(200)
      const rate = (1_000 * written) / (performance.now() - began)
      await product.drained()
      const after = await heldByAll(product)
      tell(`${idle.toFixed(0)} MB before the first message`)
      const floor = await keepBodies(product, tenant, channel, await readBodies(product, tenant))
      return [
        {
          what: `Memory of all serving processes with ${count} linked phones, each with ${contacts} people`,
          ours: after,
          floor: before,
          against: 'none linked',
          unit: 'MB',
          marks: { atMost: 1_536 },
        },
        {
          what: `Collected from ${count} linked phones, decrypted`,
          ours: rate,
          floor,
          against: 'read and kept alone',
          unit: 'per-second',
        },
      ]
    } finally {
      child.kill()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function openPhones() {
  const child: ChildProcess = fork(new URL('phones-peer.ts', import.meta.url), {
    execArgv: [],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The phones ended with ${String(code)}`)
  })
  ended.catch(() => {}) // what is asked rejects
  const hear = async () => {
    const [said] = (await Promise.race([once(child, 'message'), ended])) as unknown[]
    return said
  }
  const opened = (await hear()) as PhonesOpened
  return {
    child,
    opened,
    ask: async (question: PhonesQuestion): Promise<number> => {
      const heard = hear()
      child.send(question)
      return (await heard) as number
    },
  }
}

/** The library reports more than messages. */
const isMessage = `substring(bytes from 1 for 26) = '{"event":"messages.upsert"'::bytea`

async function countMessages({ admin }: Product, { id }: WorldTenant): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from message_record where tenant_id = '${id}' and ${isMessage}`,
  )
  return rows[0]?.n ?? 0
}

async function readBodies({ admin }: Product, { id }: WorldTenant): Promise<Buffer[]> {
  const { rows } = await admin.query<{ bytes: Buffer }>(
    `select bytes from message_record where tenant_id = '${id}' and ${isMessage} order by id`,
  )
  return rows.map(({ bytes }) => bytes)
}
