import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'

/** What the administrators of a corporation entered for it. */
const CorporationSecrets = z.object({
  /** Opens the message archive. */
  archiveSecret: z.string().default(''),
  /** Every private key whose other half WeCom has or had, in PEM form. */
  privateKeys: z.string().default(''),
  /** Reads the names of employees and customers: of an application that may see them. */
  contactSecret: z.string().default(''),
  /** Signs callbacks. */
  callbackToken: z.string().default(''),
  /** Encrypts callbacks: 32 bytes in base64, without the `=` at the end. */
  encodingAesKey: z.string().default(''),
})

/** A corporation with access to its message archive. */
export interface Corporation {
  readonly corpId: string
  readonly archiveSecret: string
  /** Empty where names are not to be asked for. */
  readonly contactSecret: string
  readonly privateKeys: string
}

/** The corporation of an account: the account itself, or the source of a person's. Undefined while its secret is not set. */
export function corporationOf(account: ChannelAccount): Corporation | undefined {
  const { address, secrets } = account.source ?? account
  const { archiveSecret, contactSecret, privateKeys } = CorporationSecrets.parse(secrets)
  const corpId = address.value
  return archiveSecret && isCorpId(corpId) ? { corpId, archiveSecret, contactSecret, privateKeys } : undefined
}

const isCorpId = (text: string) => /^[A-Za-z0-9]\w{0,63}$/.test(text)

/** What signs and encrypts the callbacks of a corporation. Undefined until both are set. */
interface CallbackKeys {
  readonly token: string
  readonly key: Buffer
}

export function callbackKeysOf({ secrets }: Pick<ChannelAccount, 'secrets'>): CallbackKeys | undefined {
  const { callbackToken: token, encodingAesKey } = CorporationSecrets.parse(secrets)
  const key = Buffer.from(`${encodingAesKey}=`, 'base64')
  return token && encodingAesKey.length === 43 && key.length === 32 ? { token, key } : undefined
}
