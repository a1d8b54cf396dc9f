import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { testProviderClient } from './oidc-provider.ts'

/**
 * The process of the test's provider. Its page asks for a mail address and accepts any; an address that begins with
 * `unverified` is not confirmed. The subject is the address, so a test can choose the person.
 */
const [redirectUri = ''] = process.argv.slice(2)
const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  serve(issuer)
  process.send?.(issuer)
})
// However the test ends, this ends with it.
process.once('disconnect', () => process.exit())

function serve(issuer: string): void {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: testProviderClient.clientId,
        client_secret: testProviderClient.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['of a test'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id,
        email_verified: !id.startsWith('unverified'),
        name: 'Nora North',
        given_name: 'Nora',
        family_name: 'North',
      }),
    }),
  })
  const handle = provider.callback()
  server.on('request', (asked, answer) => {
    const [, uid] = /^\/interaction\/([\w-]+)/.exec(asked.url ?? '') ?? []
    if (!uid) return void handle(asked, answer)
    if (asked.method === 'GET') {
      answer.writeHead(200, { 'content-type': 'text/html' })
      answer.end(page)
      return
    }
    void finish(asked).catch((error: unknown) => answer.writeHead(500).end(String(error)))

    async function finish(request: IncomingMessage): Promise<void> {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('email') ?? ''
      const { params } = await provider.interactionDetails(asked, answer)
      const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) })
      grant.addOIDCScope('openid email profile')
      const consent = { grantId: await grant.save() }
      await provider.interactionFinished(asked, answer, { login: { accountId }, consent })
    }
  })
}

const page = `<!doctype html><html lang="en"><title>Test provider</title><main><h1>Test provider</h1>
<form method="post"><label for="email">Address</label><input id="email" name="email" required>
<button type="submit">Continue</button></form></main></html>`
