import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { forms, signedHeadersOf } from './cognito-forms.ts'
import { LocalServer } from './local-server.ts'

interface PoolUser {
  readonly sub: string
  readonly username: string
  readonly attributes: Record<string, string>
  status: 'FORCE_CHANGE_PASSWORD' | 'UNCONFIRMED' | 'CONFIRMED'
  enabled: boolean
  authenticator: boolean
  /** Undefined while the mailed temporary password is in force. */
  password?: string
  signedOut: number
}

/** The requests to the fake, for tests that check them. */
interface CognitoCall {
  readonly operation: string
  readonly body: Readonly<Record<string, unknown>>
}

interface FakeCognitoOptions {
  readonly now: () => Date
  /** The clock for checking the dates of signatures, because the client that makes them uses the machine's clock. */
  readonly machineTime?: () => Date
}

/** How long a signature is valid before and after its date. */
const skewMs = 5 * 60_000

class Refusal extends Error {
  override name: string
  constructor(name: string, message: string = name) {
    super(message)
    this.name = name
  }
}

/** A user pool at AWS as its administrator and its tokens' readers see it: it checks every signature and every form. */
export async function openFakeCognito(options: FakeCognitoOptions): Promise<FakeCognito> {
  const fake = new FakeCognito(options)
  await fake.listen()
  return fake
}

export class FakeCognito extends LocalServer {
  readonly userPoolId = 'eu-central-1_FakePool1'
  readonly clientId = 'fakeclient1'
  readonly accessKeyId = 'AKIAFAKEFAKEFAKE'
  readonly secretAccessKey = 'fake-secret-access-key'
  readonly calls: CognitoCall[] = []
  /** Addresses that an invitation was mailed to. */
  readonly mails: string[] = []
  readonly #users = new Map<string, PoolUser>()
  /** Calls with an invalid signature. */
  refusedSignatures = 0
  /** The last call with a valid signature, as received. */
  lastSigned: { readonly headers: Record<string, string>; readonly body: string } | undefined
  readonly #failures: (string | undefined)[] = []
  readonly #now: () => Date
  readonly #machineTime: () => Date
  #keys: { access: CryptoKey; id: CryptoKey; jwks: JWK[] } | undefined

  constructor({ now, machineTime = () => new Date() }: FakeCognitoOptions) {
    super()
    this.#now = now
    this.#machineTime = machineTime
  }

  override async listen(): Promise<void> {
    const [access, id] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
    const jwks = [
      { ...(await exportJWK(access.publicKey)), kid: 'access', alg: 'RS256', use: 'sig' },
      { ...(await exportJWK(id.publicKey)), kid: 'id', alg: 'RS256', use: 'sig' },
    ]
    this.#keys = { access: access.privateKey, id: id.privateKey, jwks }
    await super.listen()
  }

  get endpoint(): string {
    return `http://${this.host}`
  }

  /** The configuration of an installation whose users sign in here. */
  get config() {
    return {
      IDENTITY_USER_POOL_ID: this.userPoolId,
      IDENTITY_CLIENT_ID: this.clientId,
      IDENTITY_DOMAIN: undefined,
      IDENTITY_ENDPOINT: this.endpoint,
      AWS_ACCESS_KEY_ID: this.accessKeyId,
      AWS_SECRET_ACCESS_KEY: this.secretAccessKey,
    }
  }

  get issuer(): string {
    return `${this.endpoint}/${this.userPoolId}`
  }

  /** The next calls get this error, as many times as set. */
  failNext(name: string, times = 1): void {
    for (let i = 0; i < times; i++) this.#failures.push(name)
  }

  /** The next call after the failing ones succeeds. */
  answerNext(): void {
    this.#failures.push(undefined)
  }

  find(username: string): PoolUser | undefined {
    return this.#users.get(username)
  }

  /** Signs the person in with the temporary password and chooses their own. */
  confirm(username: string): void {
    const user = this.#users.get(username)
    if (user) user.status = 'CONFIRMED'
  }

  /** Someone signs up under a name of their choice, as a pool lets them unless it is set otherwise, and reads the code in their mail. */
  signUp(username: string, email: string, { isConfirmed = true } = {}): void {
    if (this.#users.has(username)) throw new Refusal('UsernameExistsException', 'User already exists')
    const state = { enabled: true, authenticator: false, signedOut: 0, password: 'Their-Own-Horse-7' }
    const attributes = { email, email_verified: String(isConfirmed) }
    const status = isConfirmed ? 'CONFIRMED' : 'UNCONFIRMED'
    this.#users.set(username, { sub: randomUUID(), username, attributes, status, ...state })
  }

  /** A person deletes themselves with their token, which frees their name. */
  deleteSelf(username: string): void {
    this.#users.delete(username)
  }

  /** Tokens as the pool issues them; `changed` has the claims that a forger or another pool would write. */
  async accessToken(username: string, changed: JWTPayload = {}, signer = 'access'): Promise<string> {
    const user = this.#users.get(username)
    if (!user?.enabled || user.status !== 'CONFIRMED') throw new Refusal('NotAuthorizedException')
    const seconds = Math.floor(this.#now().getTime() / 1000)
    const claims = {
      sub: user.sub,
      iss: this.issuer,
      client_id: this.clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username,
      auth_time: seconds,
      iat: seconds,
      exp: seconds + 3600,
      jti: randomUUID(),
      origin_jti: randomUUID(),
      ...changed,
    }
    if (!this.#keys) throw new Error('Not listening')
    const key = signer === 'id' ? this.#keys.id : this.#keys.access
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: signer }).sign(key)
  }

  protected override async handle(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk as Buffer)
    const reply = (status: number, body: object, headers: Record<string, string> = {}) => {
      const date = this.#machineTime().toUTCString()
      answer.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', date, ...headers })
      answer.end(JSON.stringify(body))
    }
    if (asked.method === 'GET' && asked.url === `/${this.userPoolId}/.well-known/jwks.json`)
      return reply(200, { keys: this.#keys?.jwks ?? [] })
    try {
      reply(200, this.#call(asked, Buffer.concat(chunks)))
    } catch (error) {
      const { name, message } = error as Error
      reply(400, { __type: name, message }, { 'x-amzn-errortype': `${name}:` })
    }
  }

  #call(asked: IncomingMessage, body: Buffer): object {
    try {
      this.#checkSignature(asked, body)
    } catch (error) {
      this.refusedSignatures += 1
      throw error
    }
    this.lastSigned = { headers: signedHeadersOf(asked), body: body.toString() }
    const [, operation = ''] = String(asked.headers['x-amz-target']).split('.')
    const given = JSON.parse(body.toString()) as Record<string, unknown>
    this.calls.push({ operation, body: given })
    const failure = this.#failures.shift()
    if (failure) throw new Refusal(failure)
    const form = forms[operation]
    if (!form) throw new Refusal('UnknownOperationException')
    const allowed = [...form.needs, ...(form.may ?? [])]
    if (
      !form.needs.every((name) => name in given) ||
      !Object.keys(given).every((name) => allowed.includes(name))
    )
      throw new Refusal('InvalidParameterException', `${operation}: ${Object.keys(given).join(', ')}`)
    if (given['UserPoolId'] !== this.userPoolId) throw new Refusal('ResourceNotFoundException')
    return this.#administer(operation, String(given['Username']), given)
  }

  #administer(operation: string, username: string, given: Record<string, unknown>): object {
    const user =
      this.#users.get(username) ?? (operation === 'AdminGetUser' ? this.#byAddress(username) : undefined)
    if (operation === 'AdminCreateUser') return this.#create(username, given)
    if (!user) throw new Refusal('UserNotFoundException', 'User does not exist.')
    if (operation === 'AdminDeleteUser') this.#users.delete(username)
    if (operation === 'AdminDisableUser') user.enabled = false
    if (operation === 'AdminEnableUser') user.enabled = true
    if (operation === 'AdminUserGlobalSignOut') user.signedOut += 1
    if (operation === 'AdminGetUser')
      return { Username: user.username, UserStatus: user.status, UserAttributes: attributesOf(user) }
    if (operation === 'AdminSetUserPassword') this.#setPassword(user, given)
    if (operation === 'AdminSetUserMFAPreference') {
      const { Enabled } = given['SoftwareTokenMfaSettings'] as { Enabled: boolean }
      user.authenticator = Enabled
    }
    return {}
  }

  #byAddress(email: string): PoolUser | undefined {
    return [...this.#users.values()].find(({ attributes }) => attributes['email'] === email)
  }

  #setPassword(user: PoolUser, { Password, Permanent }: Record<string, unknown>): void {
    if (typeof Password !== 'string' || Password.length < 8) throw new Refusal('InvalidPasswordException')
    user.password = Password
    user.status = Permanent === true ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
  }

  #create(username: string, given: Record<string, unknown>): object {
    const known = this.#users.get(username)
    if (given['MessageAction'] === 'RESEND') {
      if (!known) throw new Refusal('UserNotFoundException', 'User does not exist.')
      if (known.status !== 'FORCE_CHANGE_PASSWORD')
        throw new Refusal('UnsupportedUserStateException', 'Resend not possible.')
      this.mails.push(known.attributes['email'] ?? '')
      return {}
    }
    if (known) throw new Refusal('UsernameExistsException', 'User account already exists')
    const listed = (given['UserAttributes'] ?? []) as { Name: string; Value: string }[]
    const attributes = Object.fromEntries(listed.map(({ Name, Value }) => [Name, Value]))
    const { email = '' } = attributes
    if (attributes['email_verified'] !== 'true' || !email.includes('@'))
      throw new Refusal('InvalidParameterException')
    if (this.#byAddress(email))
      throw new Refusal('AliasExistsException', 'An account with the email already exists.')
    const state = {
      status: 'FORCE_CHANGE_PASSWORD' as const,
      enabled: true,
      authenticator: false,
      signedOut: 0,
    }
    const user: PoolUser = { sub: randomUUID(), username, attributes, ...state }
    this.#users.set(username, user)
    if (given['MessageAction'] !== 'SUPPRESS') this.mails.push(email)
    return {
      User: { Username: username, UserStatus: user.status, Enabled: true, Attributes: attributesOf(user) },
    }
  }

  /** Signature Version 4, computed again from what arrived. Source: AWS "Create a signed request". */
  #checkSignature(asked: IncomingMessage, body: Buffer): void {
    const form =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
    const [, keyId, day = '', region = '', service = '', names = '', given] =
      form.exec(asked.headers.authorization ?? '') ?? []
    if (!given) throw new Refusal('MissingAuthenticationTokenException')
    if (keyId !== this.accessKeyId) throw new Refusal('UnrecognizedClientException')
    const signed = names.split(';')
    for (const name of ['host', 'x-amz-date', 'x-amz-target', 'content-type'])
      if (!signed.includes(name)) throw new Refusal('IncompleteSignatureException', name)
    const date = String(asked.headers['x-amz-date'])
    const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    if (Math.abs(at - this.#machineTime().getTime()) > skewMs)
      throw new Refusal('InvalidSignatureException', 'Signature expired')
    const headers = signed.map((name) => `${name}:${String(asked.headers[name]).trim()}\n`).join('')
    const request = [asked.method, asked.url, '', headers, names, sha256(body)].join('\n')
    const scope = `${day}/${region}/${service}/aws4_request`
    const text = ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n')
    const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
      (secret, part) => hmac(secret, part),
      `AWS4${this.secretAccessKey}`,
    )
    if (service !== 'cognito-idp' || region !== 'eu-central-1' || hmac(key, text).toString('hex') !== given)
      throw new Refusal('InvalidSignatureException')
  }
}

/** As both calls answer them: with the subject. */
const attributesOf = ({ sub, attributes }: PoolUser) =>
  Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value }))

const sha256 = (text: Buffer | string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
