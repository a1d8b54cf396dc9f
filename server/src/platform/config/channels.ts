import { z } from 'zod'
import { path, variable } from './variable.ts'

/** What an operator sets for one channel. Its connector reads it by its name. */
export const channelVariables = {
  SIGNAL_DAEMON_URL: variable({
    schema: z
      .string()
      .regex(/^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i)
      .optional(),
    form: 'http://host:8080',
    otherwise: 'no Signal accounts can be linked',
    meaning:
      'The daemon through which Signal accounts are linked, run with `signal-cli --trust-new-identities=always daemon --http 127.0.0.1:8080 --receive-mode=manual --no-receive-stdout`. Anyone who reaches it can use it, so keep it on this machine or in a private network.',
  }),
  SIGNAL_RECEIVE_MODE: variable({
    schema: z.literal('manual').optional(),
    form: 'manual',
    otherwise: 'it is not known whether anything was lost while an account was not connected',
    meaning:
      'Says that the Signal daemon runs with --receive-mode=manual, so messages wait at Signal while Verbatim is not connected. In any other mode the daemon loses them.',
  }),
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
