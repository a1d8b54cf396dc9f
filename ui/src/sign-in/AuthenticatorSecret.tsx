import { Anchor, Button, Code, CopyButton, Stack, Text } from '@mantine/core'
import { QrCode } from './QrCode.tsx'

interface AuthenticatorSecretProps {
  /** Base 32. */
  secret: string
  /** `otpauth://…`: opens an authenticator on this device. */
  otpauthUri: string
  /** Why an authenticator is set up. */
  why?: string
}

/** Shows the secret for an authenticator app. */
export function AuthenticatorSecret({ secret, otpauthUri, why }: AuthenticatorSecretProps) {
  return (
    <Stack gap="xs">
      <Text>
        {why ?? 'Your organization requires a second step.'} Scan this code with an authenticator app or enter
        the key in it. Then enter the code it shows.
      </Text>
      <QrCode text={otpauthUri} label="Code for an authenticator app" />
      {/* It breaks between its groups: to scroll sideways takes a pointer. */}
      <Code block aria-label="Secret key" style={{ whiteSpace: 'pre-wrap' }}>
        {secret.replace(/.{4}(?=.)/g, '$& ')}
      </Code>
      <Stack gap="xs">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy key'}
            </Button>
          )}
        </CopyButton>
        <Anchor href={otpauthUri}>Open in an authenticator on this device</Anchor>
      </Stack>
    </Stack>
  )
}
