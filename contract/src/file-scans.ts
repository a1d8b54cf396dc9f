import { z } from 'zod'

/** Whether a file was scanned for malware, and the result. Source: docs/rules/malware.md. */
const fileScanStates = ['waiting', 'clean', 'infected', 'unscannable'] as const
export type FileScanState = (typeof fileScanStates)[number]

/** Why the scanner has no result: the file is too long for it, it refused it, or its bytes could not be read. */
const unscannableReasons = ['too-large', 'refused', 'unreadable'] as const
export type UnscannableReason = (typeof unscannableReasons)[number]

export const FileScan = z.object({
  state: z.enum(fileScanStates),
  /** What the scanner calls the malware, for `infected`. */
  malware: z.string().optional(),
  /** For `unscannable`. */
  reason: z.enum(unscannableReasons).optional(),
  /** The scanner, with the version of its signatures. */
  engine: z.string().optional(),
  at: z.iso.datetime().optional(),
})
export type FileScan = z.infer<typeof FileScan>

const reasonWords: Record<UnscannableReason, string> = {
  'too-large': 'larger than the scanner accepts',
  refused: 'the scanner refused it',
  unreadable: 'its bytes could not be read',
}

/** A scan in words; undefined where there is nothing to say. */
export function scanWords({ state, malware = '', reason }: FileScan): string | undefined {
  if (state === 'infected') return `Blocked: malware found (${malware})`
  if (state === 'waiting') return 'Not scanned for malware yet'
  return state === 'unscannable' && reason ? `Not scanned for malware: ${reasonWords[reason]}` : undefined
}
