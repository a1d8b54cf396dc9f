import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The decoded parameters of a form: a `URLSearchParams` or another iterable. */
type Parameters = Iterable<readonly [name: string, value: string]>

/**
 * Whether `signature` was made with one of `authTokens` for this request. `parameters` are those of a form; a request
 * without a form signs only its address. The address is tried as given, with and without its port, and in the form of the
 * URL standard: Twilio's products sign different forms. All comparisons take the same time. Source: Twilio, "Validating
 * Signatures"; the tests compare it with Twilio's own library.
 */
export function isSigned(
  signature: string,
  authTokens: readonly string[],
  url: string,
  parameters: Parameters | undefined,
): boolean {
  const given = Buffer.from(signature)
  const signedForm = parameters ? joinParameters(parameters) : ''
  for (const address of addressVariants(url)) {
    for (const token of authTokens) {
      if (token === '') continue // with an empty secret, anyone could sign
      if (sameBytes(given, Buffer.from(sign(token, address + signedForm)))) return true
    }
  }
  return false
}

/** The signature that Twilio makes of the address followed by every parameter, sorted by name. */
export function twilioSignature(authToken: string, url: string, parameters?: Parameters): string {
  return sign(authToken, url + (parameters ? joinParameters(parameters) : ''))
}

/** Whether the body matches `bodySHA256` in the signed address. */
export function isAnnouncedBody(url: string, body: Uint8Array): boolean {
  const announced = new URL(url).searchParams.get('bodySHA256') ?? ''
  return sameBytes(Buffer.from(announced), Buffer.from(bodyHash(body)))
}

/** The value that a sender of JSON puts into the `bodySHA256` parameter. */
export function bodyHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

function sign(authToken: string, signed: string): string {
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}

/**
 * Sorted by name only; the different values of a repeated name are sorted too, each after its name. They are read once, because
 * a stranger chooses their number before we know anything about the stranger.
 */
function joinParameters(parameters: Parameters): string {
  const valuesOf = new Map<string, Set<string>>()
  for (const [name, value] of parameters) {
    const values = valuesOf.get(name)
    if (values) values.add(value)
    else valuesOf.set(name, new Set([value]))
  }
  const parts: string[] = []
  for (const [name, values] of [...valuesOf].sort(([a], [b]) => byCodeUnit(a, b)))
    for (const value of [...values].sort(byCodeUnit)) parts.push(name, value)
  return parts.join('')
}

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Lazily, because the first variant is nearly always the signed one, and each costs an HMAC. */
function* addressVariants(url: string): Generator<string> {
  const seen = new Set<string>()
  const tried = (variant: string) => seen.size === seen.add(variant).size
  for (const make of [() => url, () => withPort(url), () => withoutPort(url), () => standard(url)]) {
    const variant = make()
    if (!tried(variant)) yield variant
  }
  for (const variant of [withPort(standard(url)), withoutPort(standard(url))]) {
    if (!tried(variant)) yield variant
  }
}

const addressParts = /^([a-z][a-z0-9+.-]*:\/\/)((?:[^/?#]*@)?)(\[[^\]]*\]|[^/?#:]*)(:\d*)?([^]*)$/i

function withoutPort(url: string): string {
  return url.replace(addressParts, '$1$2$3$5')
}

function withPort(url: string): string {
  const port = /^https:/i.test(url) ? ':443' : ':80'
  return addressParts.exec(url)?.[4] ? url : url.replace(addressParts, `$1$2$3${port}$5`)
}

function standard(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}

function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
