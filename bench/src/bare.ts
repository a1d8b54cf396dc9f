import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { freePort, type Product } from './product.ts'

interface BareServer {
  readonly child: ChildProcess
  readonly port: number
}

/** Starts the floor of a webhook in a separate process; disconnecting the child ends it. */
export async function startBare({ admin, adminUrl }: Product): Promise<BareServer> {
  await admin.query('create table bare_capture (id uuid primary key, bytes bytea not null)')
  const port = await freePort()
  const child = fork(new URL('bare-server.ts', import.meta.url), [adminUrl, String(port)], { execArgv: [] })
  await once(child, 'message')
  return { child, port }
}
