/**
 * Mails of a journal, from MAIL FROM to their 250 after the commit, on open connections, compared with the same SMTP library and one
 * INSERT for each. The worker is idle. Fewer than an address may send in a minute.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type Claim, median, type Row } from './figures.ts'
import type { MailLoad } from './mail-client.ts'
import { openProduct } from './product.ts'

const rounds = 3
const mails = 3_000
const connections = 16

export const journal: Claim = {
  name: 'journal',
  async measure({ tell }): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('mails')
    await product.admin.query('create table bare_capture (id uuid primary key, bytes bytea not null)')
    const bare = fork(new URL('bare-mail-server.ts', import.meta.url), [product.adminUrl], { execArgv: [] })
    const [barePort] = (await once(bare, 'message')) as [number]
    const { rows } = await product.admin.query<{ address: string }>(
      'select address from channel_account where id = $1',
      [tenant.accounts.proofpoint],
    )
    const to = rows[0]?.address ?? ''
    const send = (port: number, count: number) => sendMails({ port, to, mails: count, connections })
    for (const port of [barePort, product.smtpPort]) await send(port, 500)
    const [ours, floors]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      floors.push(await send(barePort, mails))
      ours.push(await send(product.smtpPort, mails))
      tell(`${ours.at(-1)?.toFixed(0)}/s, ${floors.at(-1)?.toFixed(0)}/s bare`)
    }
    bare.disconnect()
    return [
      {
        what: 'Mails of a journal captured by SMTP',
        ours: median(ours),
        floor: median(floors),
        against: 'the SMTP library + one INSERT',
        unit: 'per-second',
      },
    ]
  },
}

/** @returns How many a second. */
async function sendMails(load: MailLoad): Promise<number> {
  const child = fork(new URL('mail-client.ts', import.meta.url), { execArgv: [] })
  child.send(load)
  const ended = once(child, 'exit')
  const [perSecond] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The mail client ended (${String(code)})`))),
  ])) as [number]
  await ended
  return perSecond
}
