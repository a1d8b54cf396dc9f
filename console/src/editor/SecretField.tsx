import { SecretInput } from '@verbatim/ui/SecretInput.tsx'
import type { ComponentProps } from 'react'

/** What becomes of a secret that is entered. */
export const secretStoredText = 'Stored encrypted and never shown again.'

interface SecretFieldProps extends ComponentProps<typeof SecretInput> {
  /** What to enter. */
  hint?: string | undefined
  /** Whether a blank field keeps a stored value. */
  isSet?: boolean
}

/** A secret that is stored: it can be entered or replaced, and is never shown again. */
export function SecretField({ hint, isSet = false, ...props }: SecretFieldProps) {
  const said = isSet ? 'A value is set. Leave blank to keep it.' : secretStoredText
  return <SecretInput description={hint ? `${hint} ${said}` : said} autoComplete="new-password" {...props} />
}
