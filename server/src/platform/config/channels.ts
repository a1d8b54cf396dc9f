import { path, variable } from './variable.ts'

/** What an operator sets for one channel. Its connector reads it by its name. */
export const channelVariables = {
  WECOM_SDK_PATH: variable({
    schema: path.optional(),
    form: 'the path of libWeWorkFinanceSdk_C.so',
    otherwise: 'WeCom’s message archive is not read',
    meaning: 'WeCom’s own library for its message archive. WeCom gives it to its customers only.',
  }),
  WECOM_ARCHIVE_DIR: variable({
    schema: path.optional(),
    form: 'the path of a folder',
    otherwise: 'the archive at WeCom',
    meaning: 'For tests only: message archives in files, which are read instead of those at WeCom.',
  }),
} as const
