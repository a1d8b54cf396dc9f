import { Anchor, Button, Code, CopyButton, Stack, Text } from '@mantine/core'

interface AuthenticatorSecretProps {
  /** Base 32. */
  secret: string
  /** `otpauth://…`: opens an authenticator on this device. */
  otpauthUri: string
}

/** What an authenticator app needs to begin. */
export function AuthenticatorSecret({ secret, otpauthUri }: AuthenticatorSecretProps) {
  return (
    <Stack gap="xs">
      <Text>
        Your organization asks for a second step. Add this key to an authenticator app, then type the code it
        shows.
      </Text>
      <Code block aria-label="Secret key">
        {secret.replace(/.{4}(?=.)/g, '$& ')}
      </Code>
      <Stack gap="xs">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the key'}
            </Button>
          )}
        </CopyButton>
        <Anchor href={otpauthUri}>Open in an authenticator on this device</Anchor>
      </Stack>
    </Stack>
  )
}
