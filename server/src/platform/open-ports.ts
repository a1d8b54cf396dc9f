import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Checks that a port is free, before any slow work starts.
 * @throws the system's error, with its code and port.
 */
export async function tryPort(port: number, host: string): Promise<void> {
  if (port === 0) return
  const server = createServer()
  server.listen({ port, host, exclusive: true })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
