/** A file in the archive of a corporation. */
export interface ArchivedFile {
  readonly corpId: string
  /** WeCom's name for it, `sdkfileid`. */
  readonly fileId: string
  /** The hash of its bytes, if WeCom gave one. */
  readonly md5?: string | undefined
}

const scheme = 'archived:'

/** The address of a file in a message. It is no address of the network: only WeCom's own library fetches the file. */
export function addressOfMedium({ corpId, fileId, md5 }: ArchivedFile): string {
  const query = md5 && /^[0-9a-f]{32}$/i.test(md5) ? `?md5=${md5.toLowerCase()}` : ''
  return `${scheme}${encodeURIComponent(corpId.toWellFormed())}/${encodeURIComponent(fileId.toWellFormed())}${query}`
}

/** Undefined for any other address. */
export function fileAt(address: string): ArchivedFile | undefined {
  const form = /^archived:([\w.~!*'()%-]+)\/([\w.~!*'()%-]+)(?:\?md5=([0-9a-f]{32}))?$/
  const [, corpId, fileId, md5] = form.exec(address) ?? []
  if (!corpId || !fileId) return undefined
  try {
    return { corpId: decodeURIComponent(corpId), fileId: decodeURIComponent(fileId), ...(md5 && { md5 }) }
  } catch {
    return undefined
  }
}
