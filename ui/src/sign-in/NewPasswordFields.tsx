import type { ReactNode } from 'react'
import { SecretInput } from '#SecretInput.tsx'

/** The text before a password is chosen. */
export const passwordRuleText =
  'At least 8 characters, with one uppercase and one lowercase letter, one number and one special character.'

type Field = 'password' | 'confirmation'

interface NewPasswordFieldsProps {
  form: { key: (field: Field) => string; getInputProps: (field: Field) => object }
  /** Whether they come first in their form. */
  isFirst: boolean
  description?: ReactNode
}

/** A new password, typed twice. */
export function NewPasswordFields({ form, isFirst, description }: NewPasswordFieldsProps) {
  return (
    <>
      <SecretInput
        label="New password"
        autoFocus={isFirst}
        description={description}
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <SecretInput
        label="Confirm password"
        shows="confirmation"
        autoComplete="new-password"
        key={form.key('confirmation')}
        {...form.getInputProps('confirmation')}
      />
    </>
  )
}
