import { type ArchiveSource, isUnopened, type SealedMessage } from './archive-source.ts'
import type { MessageKeys } from './message-keys.ts'

/** The text of a message; undefined if no key opens it now. @throws ArchiveFailure */
export async function openOne(
  keys: MessageKeys,
  archive: Pick<ArchiveSource, 'open'>,
  { publickey_ver: version, encrypt_random_key: sealedKey, encrypt_chat_msg: text }: SealedMessage,
): Promise<string | undefined> {
  const messageKey = keys.open(version, sealedKey)
  if (messageKey === undefined || text === '') return undefined
  try {
    return await archive.open(messageKey, text)
  } catch (error) {
    if (isUnopened(error)) return undefined
    throw error
  }
}
