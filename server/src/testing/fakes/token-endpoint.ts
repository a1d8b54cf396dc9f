import { text } from 'node:stream/consumers'
import { openLocalServer } from './local-server.ts'

/** How the endpoint answers next, other than as it should: a status with this body. */
interface TokenAnswer {
  readonly status: number
  readonly body: string
}

export interface FakeTokenEndpoint {
  readonly url: string
  /** The forms that were posted. */
  readonly asked: readonly Readonly<Record<string, string>>[]
  /** The answers to the next requests; then it answers as RFC 6749 has it. */
  readonly answers: TokenAnswer[]
  /** The access tokens that a receiver accepts. */
  readonly tokens: Set<string>
  /** The refresh token that is valid now: each can be used once. */
  refreshToken: string
  /** Of the next access tokens, in seconds. */
  lifetime: number
  close(): Promise<void>
}

/** A token endpoint of an identity provider, with one confidential client. */
export async function openFakeTokenEndpoint(client: {
  readonly id: string
  readonly secret: string
}): Promise<FakeTokenEndpoint> {
  const asked: Record<string, string>[] = []
  const answers: TokenAnswer[] = []
  const tokens = new Set<string>()
  const answerTo = (form: Readonly<Record<string, string>>): TokenAnswer => {
    const refused = (status: number, error: string) => ({
      status,
      body: JSON.stringify({ error, error_description: `Refused: ${error}` }),
    })
    if (form['client_id'] !== client.id || form['client_secret'] !== client.secret)
      return refused(401, 'invalid_client')
    const isRefresh = form['grant_type'] === 'refresh_token'
    if (!isRefresh && form['grant_type'] !== 'client_credentials')
      return refused(400, 'unsupported_grant_type')
    if (isRefresh && form['refresh_token'] !== fake.refreshToken) return refused(400, 'invalid_grant')
    const access = `access-${asked.length}`
    tokens.add(access)
    if (isRefresh) fake.refreshToken = `refresh-${asked.length}`
    return {
      status: 200,
      body: JSON.stringify({
        token_type: 'Bearer',
        access_token: access,
        expires_in: fake.lifetime,
        ...(isRefresh && { refresh_token: fake.refreshToken }),
      }),
    }
  }
  const server = await openLocalServer((request, response) => {
    void text(request).then((posted) => {
      const form = Object.fromEntries(new URLSearchParams(posted))
      asked.push(form)
      const { status, body } = answers.shift() ?? answerTo(form)
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body)
    })
  })
  const fake: FakeTokenEndpoint = {
    url: `http://localhost:${server.port}/token`,
    asked,
    answers,
    tokens,
    refreshToken: 'refresh-0',
    lifetime: 3_600,
    close: () => server.close(),
  }
  return fake
}
