/**
 * A whole sign-in by proof: its CPU time on client and server, HTTP and database driver included, compared with only the
 * powers of the protocol, by the fastest implementation here.
 */
import { DiffieHellman, getDiffieHellman, randomBytes, randomInt } from 'node:crypto'
import { openSession } from '@verbatim/client/session.ts'
import { cognitoConfig } from '@verbatim/server/domains/identity/config.ts'
import { openTestTab } from '@verbatim/server/testing/client-environment.ts'
import { worldPassword } from '@verbatim/server/testing/world.ts'
import { type Claim, median, type Row } from './figures.ts'
import { endpointRoles, openProduct } from './product.ts'
import { inRounds } from './timed.ts'

const rounds = 5
const signIns = 20

export const signIn: Claim = {
  name: 'sign-in',
  async measure({ tell }): Promise<Row[]> {
    // Every sign-in comes from another address, so that the limit per address does not apply.
    await using product = await openProduct({ works: false, env: { TRUST_PROXY: '1' } })
    const tenant = await product.world.makeTenant('bench')
    const cpu = await inRounds({ rounds, warmUps: 1 }, async () => {
      const server = await product.cpuMs(endpointRoles)
      const client = process.cpuUsage()
      for (let i = 0; i < signIns; i++) await signInOnce()
      const { user, system } = process.cpuUsage(client)
      const both = ((await product.cpuMs(endpointRoles)) - server + (user + system) / 1000) / signIns
      tell(`client ${((user + system) / 1000 / signIns).toFixed(1)} ms, together ${both.toFixed(1)} ms`)
      return { both, powers: barePowersMs() }
    })
    return [
      {
        what: 'SRP sign-in: CPU of client and server together',
        ours: median(cpu.both),
        floor: median(cpu.powers),
        against: 'the six bare powers by OpenSSL',
        unit: 'ms',
        marks: { atMost: 60 },
      },
    ]

    async function signInOnce(): Promise<void> {
      const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
      const tab = openTestTab({
        fetch: (input, init) => {
          const headers = new Headers(init?.headers)
          headers.set('x-forwarded-for', from)
          return fetch(input, { ...init, headers })
        },
      })
      const session = openSession(cognitoConfig(tenant.id, product.origin), tab)
      const { next } = await session.signIn('compliance@bench.example', worldPassword)
      if (next !== 'done') throw new Error(`The sign-in went on to ${next}`)
      session.close()
    }
  },
}

// oxlint-disable-next-line typescript/unbound-method -- borrowed on purpose, as the server's half does
const setKey: (this: unknown, key: Buffer) => void = DiffieHellman.prototype.setPrivateKey

/** Bytes of the exponents: the client's g^a, g^x and S, and the server's g^b, v^u and S. */
const exponents = [32, 32, 64, 32, 32, 32]

function barePowersMs(): number {
  const group = getDiffieHellman('modp15')
  const setPrivateKey = (key: Buffer) => setKey.call(group, key)
  setPrivateKey(randomBytes(32))
  const base = group.generateKeys()
  const began = process.cpuUsage()
  const repeats = 20
  for (let i = 0; i < repeats; i++) {
    for (const bytes of exponents) {
      setPrivateKey(randomBytes(bytes))
      group.computeSecret(base)
    }
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000 / repeats
}
