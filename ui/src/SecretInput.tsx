import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface SecretInputProps extends PasswordInputProps {
  label: string
  /** What its button shows, where the label is not its name. */
  shows?: string
}

/** Every field of a password or another secret. Its button is named after it, since a form may have several. */
export function SecretInput({ label, shows = inSentence(label), ...props }: SecretInputProps) {
  return (
    <PasswordInput
      label={label}
      // The library's field does not say by itself that it is wrong.
      {...(props.error && { 'aria-invalid': true })}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${shows}` }}
      {...props}
    />
  )
}

/** A label within a sentence: `API key` keeps its letters, `Client secret` does not. */
const inSentence = (label: string) =>
  /^\p{Lu}\P{Lu}/u.test(label) ? label.slice(0, 1).toLowerCase() + label.slice(1) : label
