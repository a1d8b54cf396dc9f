import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { openLocalServer } from './local-server.ts'
import { testProviderClient } from './oidc-provider.ts'

export type Forged = Readonly<Record<string, unknown>>

/** A provider that signs any claims of a test. */
export async function openForger(email: string) {
  const keys = await generateKeyPair('RS256')
  const strange = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const forger = {
    issuer: '',
    claims: {} as Forged,
    key: 'own' as 'own' | 'strange' | 'none',
    nonce: '',
    introduced: 0,
    /** What happens elsewhere before it answers. */
    meanwhile: (): Promise<unknown> => Promise.resolve(),
  }
  const server = await openLocalServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '', 'http://x')
    const reply = (body: object) => {
      answer.writeHead(200, { 'content-type': 'application/json' })
      answer.end(JSON.stringify(body))
    }
    if (pathname === '/jwks') return reply({ keys: [jwk] })
    if (pathname === '/token') {
      void forger
        .meanwhile()
        .then(idToken)
        .then((id_token) => reply({ access_token: 'a', token_type: 'Bearer', id_token }))
      return
    }
    forger.introduced += 1
    reply({
      issuer: forger.issuer,
      authorization_endpoint: `${forger.issuer}/authorize`,
      token_endpoint: `${forger.issuer}/token`,
      jwks_uri: `${forger.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  })
  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: forger.issuer,
      sub: 'forged',
      aud: testProviderClient.clientId,
      iat: now,
      exp: now + 300,
      nonce: forger.nonce,
      email,
      email_verified: true,
      ...forger.claims,
    }
    if (forger.key === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    const key = forger.key === 'own' ? keys.privateKey : strange.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
  }
  forger.issuer = `http://${server.host}`
  return Object.assign(forger, { close: () => server.close() })
}
