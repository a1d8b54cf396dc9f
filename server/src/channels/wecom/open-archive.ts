import { join } from 'node:path'
import type { CallLimits } from '#channels/provider-calls.ts'
import type { ArchiveSource } from './archive-source.ts'
import { openFolder } from './file-source.ts'
import { openSdk } from './sdk-source.ts'
import type { Corporation } from './secrets.ts'

/**
 * The archive of a corporation; undefined where this installation has no way to it. WeCom's library is not ours to give, so
 * its operator says where it is.
 */
export function openArchive(
  { corpId, archiveSecret: secret }: Corporation,
  { timeoutMs, variables = {} }: Pick<CallLimits, 'timeoutMs' | 'variables'>,
  signal?: AbortSignal,
): ArchiveSource | undefined {
  const { WECOM_ARCHIVE_DIR: folder, WECOM_SDK_PATH: library } = variables
  if (folder) return openFolder(join(folder, corpId))
  return library ? openSdk({ library, corpId, secret, timeoutMs, signal }) : undefined
}

/** Where a folder takes the place of WeCom, there is no one to ask. */
export const isAsked = ({ variables = {}, extraHosts = [] }: Pick<CallLimits, 'variables' | 'extraHosts'>) =>
  !variables['WECOM_ARCHIVE_DIR'] || extraHosts.length > 0
